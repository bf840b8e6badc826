import Events
import Terminal

/// `cameo paint`.
package enum Painting {
    /// - Parameter path: of raw rgb24 frames; `-` is standard input, keys then come from the terminal.
    /// - Throws: `CommandError`. The terminal has been given back then.
    @MainActor
    package static func paint(_ path: String, _ options: PaintOptions) async throws -> (Ending, PaintReport) {
        do {
            let device = try TerminalDevice(readsKeysFromTerminal: path == "-")
            let frames = try RawFrames(path: path, size: options.size)
            let loop = try PaintLoop(options, device: device)
            return (try await loop.run(frames), loop.report)
        } catch {
            throw CommandError(error)
        }
    }
}
