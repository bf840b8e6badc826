import Events
import Testing

@testable import Sessions

@Suite struct HistoryTests {
    @Test("a stranger's name is cut, and names that are alike up to there are one")
    func longNames() {
        var history = History()
        let long = String(repeating: "x", count: 1_000_000)
        let cut = String(repeating: "x", count: History.nameBytes)
        for (entry, name) in [long + "a", long + "b", cut, "short"].enumerated() {
            history.appendWireEvent(Int64(entry), named: name, at: .zero)
        }
        #expect((0..<4).map(history.wireName) == [cut, cut, cut, "short"])
        #expect(history.moments[0].body != history.moments[3].body)
        #expect((1..<3).allSatisfy { Self.name(history, $0) == Self.name(history, 0) })
    }

    private static func name(_ history: History, _ place: Int) -> Int32? {
        if case .wire(_, let name) = history.moments[place].body { name } else { nil }
    }

    @Test("of names of any kind no more than so many are kept")
    func manyNames() {
        var history = History()
        for entry in 0..<1_100 { history.appendWireEvent(Int64(entry), named: "name \(entry)", at: .zero) }
        #expect(history.wireName(at: 999) == "name 999")
        #expect(history.wireName(at: 1_000) == "..." && history.wireName(at: 1_099) == "...")
    }
}
