import Dispatch
import Testing

@testable import Playback

@MainActor
@Suite struct MailboxTests {
    private struct Stop: Error {}

    @Test("messages come in the order in which they were posted, also those from before anybody took them")
    func order() async throws {
        let mailbox = Mailbox<Int>()
        for number in 0..<100 { mailbox.post(number) }
        var taken: [Int] = []
        _ = try await mailbox.serve { number -> Bool? in
            taken.append(number)
            // What is posted while one is taken comes behind those that wait.
            if number == 50 { for late in 100..<110 { mailbox.post(late) } }
            return number == 109 ? true : nil
        }
        #expect(taken == Array(0..<110))
    }

    @Test("whoever takes a message can tell whether others wait behind it")
    func waiting() async throws {
        let mailbox = Mailbox<Int>()
        for number in 0..<3 { mailbox.post(number) }
        var more: [Bool] = []
        _ = try await mailbox.serve { number -> Bool? in
            more.append(mailbox.hasMore)
            return number == 2 ? true : nil
        }
        #expect(more == [true, true, false])
    }

    @Test("from each of several threads they come in its order, and none is lost")
    func threads() async throws {
        let mailbox = Mailbox<(thread: Int, number: Int)>()
        for thread in 0..<4 {
            DispatchQueue(label: "posting \(thread)").async {
                for number in 0..<200 { mailbox.post((thread, number)) }
            }
        }
        var taken = [[Int]](repeating: [], count: 4)
        _ = try await mailbox.serve { message -> Bool? in
            taken[message.thread].append(message.number)
            return taken.allSatisfy { $0.count == 200 } ? true : nil
        }
        #expect(taken == Array(repeating: Array(0..<200), count: 4))
    }

    @Test("what comes behind an outcome, or an error, waits for whoever serves next")
    func afterTheEnd() async throws {
        let mailbox = Mailbox<Int>()
        for number in 0..<5 { mailbox.post(number) }
        #expect(try await mailbox.serve { $0 == 1 ? $0 : nil } == 1)
        await #expect(throws: Stop.self) {
            try await mailbox.serve { number -> Int? in if number == 3 { throw Stop() } else { nil } }
        }
        #expect(try await mailbox.serve { $0 } == 4)
    }
}
