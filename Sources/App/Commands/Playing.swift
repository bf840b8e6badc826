import CProcess
import Events
import Files
import Platform
import Playback
import Settings
import Tapes
import Terminal

/// What every command begins with.
package enum Beginning {
    /// Before there is any thread but the first.
    package static func prepare() { cameo_share_heaps() }
}

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

    /// Ends the process as the ending says; returns after an ordinary one.
    package static func leave(by ending: Ending) {
        // A signal takes what has been printed and not written yet.
        fflush(nil)
        switch ending {
        case .quit: return
        case .closed: TerminalRestorer.die(by: SIGHUP)
        case .signal(let number): TerminalRestorer.die(by: number)
        }
    }
}

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
