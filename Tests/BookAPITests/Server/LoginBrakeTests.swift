import BookAPI
import Events
import Testing

@Suite("The brake on wrong passwords") struct LoginBrakeTests {
    private func milliseconds(_ turn: LoginBrake.Turn) -> Int64? {
        if case .after(let wait, _) = turn { wait.microseconds / 1_000 } else { nil }
    }

    @Test("after three logins without success each waits twice as long as the one before, ten seconds at most")
    func patient() {
        var (brake, now) = (LoginBrake(), Instant.zero)
        var waits: [Int64?] = []
        for _ in 0..<12 {
            let turn = brake.turn(of: "a", at: now)
            waits.append(milliseconds(turn))
            now = now + .milliseconds(waits.last.flatMap(\.self) ?? 0)
        }
        #expect(waits == [0, 0, 0, 250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000])
    }

    @Test("many at once wait for each other; beyond half a minute they are refused")
    func together() {
        var brake = LoginBrake()
        let turns = (0..<1_000).map { _ in brake.turn(of: "a", at: .zero) }
        #expect(turns.prefix(10).map(milliseconds) == [0, 0, 0, 250, 750, 1_750, 3_750, 7_750, 15_750, 25_750])
        #expect(turns.dropFirst(10).allSatisfy { $0 == .refused(.milliseconds(35_750)) })
        #expect(turns.count { if case .after(_, true) = $0 { true } else { false } } == 1)
        // The rightful one from elsewhere.
        #expect(milliseconds(brake.turn(of: "b", at: .zero)) == 0 && !brake.isDelayed("b") && brake.isDelayed("a"))
    }

    @Test("success, and a quarter of an hour without a login, end it")
    func ends() {
        for isSuccess in [true, false] {
            var brake = LoginBrake()
            for _ in 0..<5 { _ = brake.turn(of: "a", at: .zero) }
            if isSuccess { brake.succeeded("a") }
            let later = isSuccess ? Instant.zero : .zero + .seconds(902)
            #expect(milliseconds(brake.turn(of: "a", at: later)) == 0 && !brake.isDelayed("a"))
        }
    }

    @Test("of more addresses than a thousand those that wait longest are remembered")
    func addresses() {
        var brake = LoginBrake()
        for _ in 0..<5 { _ = brake.turn(of: "guesser", at: .zero) }
        for number in 0..<5_000 { _ = brake.turn(of: "\(number)", at: .zero) }
        #expect(brake.isDelayed("guesser"))
    }
}
