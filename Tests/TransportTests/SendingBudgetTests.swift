import Testing

@testable import Transport

@Suite struct SendingBudgetTests {
    @Test("there is room up to the limit and not for a byte more")
    func limit() {
        let budget = SendingBudget(limit: 10)
        #expect(budget.reserve(4) && budget.reserve(6))
        #expect(!budget.reserve(1))
    }

    @Test("what is refused takes no room")
    func refused() {
        let budget = SendingBudget(limit: 10)
        #expect(budget.reserve(9))
        #expect(!budget.reserve(2))
        #expect(budget.reserve(1))
    }

    @Test("one message has room however large it is, and nothing else until it is gone")
    func large() {
        let budget = SendingBudget(limit: 10)
        #expect(budget.reserve(1_000))
        #expect(!budget.reserve(1))
        budget.giveBack(1_000)
        #expect(budget.reserve(11))
    }

    @Test("without any room one message goes after the other")
    func none() {
        let budget = SendingBudget(limit: 0)
        for _ in 0..<3 {
            #expect(budget.reserve(5))
            #expect(!budget.reserve(1))
            budget.giveBack(5)
        }
    }

    @Test("what is given back is room again, in whatever order")
    func givenBack() {
        let budget = SendingBudget(limit: 10)
        #expect(budget.reserve(3) && budget.reserve(7))
        budget.giveBack(7)
        #expect(!budget.reserve(8))
        #expect(budget.reserve(7))
    }

    @Test("many threads together get the limit and no more")
    func threads() async {
        let budget = SendingBudget(limit: 1_000)
        let taken = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { (0..<500).count { _ in budget.reserve(1) } } }
            return await group.reduce(0, +)
        }
        #expect(taken == 1_000)
        budget.giveBack(taken)
        #expect(budget.reserve(1_000) && !budget.reserve(1))
    }
}
