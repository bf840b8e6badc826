import Testing

@testable import Reading

@Suite struct ChunkUrgencyTests {
    private func order(_ asked: [Int]) -> [Int] {
        var urgency = ChunkUrgency()
        for place in asked { urgency.ask(place) }
        return urgency.places
    }

    @Test("a reader's wishes are served as they come, and those of a jump before all earlier ones")
    func jump() {
        #expect(order([0, 1, 2, 3]) == [0, 1, 2, 3])
        #expect(order([7, 8, 9, 10, 6, 40, 41, 42, 39]) == [40, 41, 42, 39, 7, 8, 9, 10, 6])
        #expect(order([0, 1, 2, 3, 40, 41, 2]) == [2, 40, 41, 0, 1, 3])
        #expect(order([4, 4, 5, 4]) == [4, 5])
    }

    @Test("what is made is wanted no more, and its neighbors still belong to its run")
    func made() {
        var urgency = ChunkUrgency()
        for place in [0, 1, 2] { urgency.ask(place) }
        urgency.remove(0)
        urgency.remove(1)
        urgency.ask(3)
        #expect(urgency.places == [2, 3])
    }
}
