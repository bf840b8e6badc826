import Dispatch
import Events
import Files
import Synchronization
import Typesetting

/// Lines about what happens on a server, written by a thread of its own, so that nothing waits for a slow terminal; what
/// strangers named is made visible. When too many wait, the rest is counted instead, and the count stands where it is missing.
final class ServerOutput: Sendable {
    private struct State {
        var waiting = 0
        /// Since the last line that was kept.
        var dropped = 0

        mutating func takeDropped() -> Int {
            defer { dropped = 0 }
            return dropped
        }
    }

    private let queue = DispatchQueue(label: "server output")
    /// Guards how many wait, and their order.
    private let state = Mutex(State())
    private let began = DispatchTime.now().uptimeNanoseconds
    private let isQuiet: Bool
    private static let most = 2_000
    private static let longest = 2_000

    init(isQuiet: Bool) { self.isQuiet = isQuiet }

    func report(_ line: String) {
        guard !isQuiet else { return }
        let time = TimeSpan(microseconds: Int64((DispatchTime.now().uptimeNanoseconds - began) / 1_000)).inSeconds
        state.withLock { state in
            guard state.waiting < Self.most else {
                state.dropped += 1
                return
            }
            state.waiting += 1
            // Cut before it waits: what waits is bounded in bytes too.
            let line = String(line.unicodeScalars.prefix(Self.longest))
            let gap = state.takeDropped()
            queue.async { self.write(line, time, after: gap) }
        }
    }

    private func write(_ line: String, _ time: String, after gap: Int) {
        note(gap)
        StandardError.write("\(time) \(TerminalText.visible(line))")
        // Behind the last one that waited no other may come for long.
        note(
            state.withLock { state in
                state.waiting -= 1
                return state.waiting == 0 ? state.takeDropped() : 0
            })
    }

    private func note(_ gap: Int) { if gap > 0 { StandardError.write("... \(plural(gap, "line")) skipped") } }

    /// Waits until all is written.
    func flush() { queue.sync {} }
}
