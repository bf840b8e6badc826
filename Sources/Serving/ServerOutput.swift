import Cells
import Dispatch
import Files
import Synchronization

/// Lines about what happens on a server, written by a thread of its own, so that nothing waits for a slow terminal; what
/// strangers named is made visible. When too many wait, the rest is counted instead.
final class ServerOutput: Sendable {
    private struct State {
        var waiting = 0
        var dropped = 0
    }

    private let queue = DispatchQueue(label: "server output")
    /// Guards how many wait.
    private let state = Mutex(State())
    private let began = DispatchTime.now().uptimeNanoseconds
    private let isQuiet: Bool
    private static let most = 2_000
    private static let longest = 2_000

    init(isQuiet: Bool) { self.isQuiet = isQuiet }

    func report(_ line: String) {
        guard !isQuiet else { return }
        let isKept = state.withLock { state in
            guard state.waiting < Self.most else {
                state.dropped += 1
                return false
            }
            state.waiting += 1
            return true
        }
        guard isKept else { return }
        // Cut before it waits: what waits is bounded in bytes too.
        let line = String(line.unicodeScalars.prefix(Self.longest))
        let time = Double((DispatchTime.now().uptimeNanoseconds - began) / 1_000_000) / 1_000
        queue.async { self.write(line, time) }
    }

    private func write(_ line: String, _ time: Double) {
        let dropped = state.withLock { state in
            defer { state.dropped = 0 }
            state.waiting -= 1
            return state.dropped
        }
        if dropped > 0 { StandardError.write("... \(dropped) lines left out") }
        StandardError.write("\(time) \(TextCells.visible(line))")
    }

    /// Waits until all is written.
    func flush() { queue.sync {} }
}
