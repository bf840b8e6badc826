import CProcess
import Events
import Files
import Platform
import Playback
import Settings
import Tapes
import Terminal

/// `cameo play` and `cameo demo`: from a path to the end of the run loop.
package enum Playing {
    /// - Throws: `CommandError`. The terminal has been given back then.
    @MainActor
    package static func play(_ path: String, _ options: PlaybackOptions) async throws -> Ending {
        do {
            cameo_return_pages()
            // The terminal first: without one there is no need to look at the tape.
            let device = try TerminalDevice()
            if options.follows, OpenTape.isText(path) {
                throw CommandError.unusable("\(path): only a tape (.cameo) can be followed while it is recorded")
            }
            let tape = try OpenTape(path)
            defer { tape.close() }
            guard !options.follows || tape.reader.isBeingRecorded else {
                throw CommandError.unusable("\(path): nobody is recording it; without --follow it opens as it is")
            }
            let subject = try ScreenSubject(tape.reader, of: path, options)
            return try await RunLoop.open(subject, options, device).run()
        } catch {
            throw CommandError(error)
        }
    }
}
