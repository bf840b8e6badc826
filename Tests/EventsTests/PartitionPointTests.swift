import Testing

@testable import Events

@Suite struct PartitionPointTests {
    @Test("the point is where it begins to hold, and the end where it never does")
    func everywhere() {
        for count in 0...9 {
            for point in 0...count { #expect((0..<count).partitionPoint { $0 >= point } == point) }
        }
    }

    @Test("of a slice it is an index of the slice")
    func slice() {
        let slice = [0, 1, 2, 3, 4, 5][2..<5]
        #expect(slice.partitionPoint { $0 >= 3 } == 3)
        #expect(slice.partitionPoint { $0 >= 9 } == 5 && slice.partitionPoint { $0 >= 0 } == 2)
    }
}
