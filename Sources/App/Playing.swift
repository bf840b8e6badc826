import CProcess
import Events
import Files
import Platform
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
            return try await RunLoop(tape.reader, of: path, options, device: device).run()
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
        case .closed: Lifeline.die(by: SIGHUP)
        case .signal(let number): Lifeline.die(by: number)
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

/// A tape opened from its own form or, through a temporary tape, from NDJSON.
package struct OpenTape {
    package let reader: TapeReader
    private let folder: TemporaryFolder?
    private let leftovers: Leftovers?

    /// - Parameter partial: files that the command may make and that must not outlive it, `close` included.
    /// - Throws: `TapeError`, also when there is no room for a temporary file; `CommandError` for a tape without a stream.
    package init(_ path: String, leaving partial: [String] = []) throws {
        guard Self.isText(path) else {
            reader = try TapeReader(path: path)
            guard !FrameLogFile.holdsLog(reader) else {
                throw CommandError.unusable(
                    "\(path): expected a stream, found what a client logged, which cameo inspect and cameo diff read")
            }
            leftovers = partial.isEmpty ? nil : Leftovers(partial)
            folder = nil
            return
        }
        let folder = try TemporaryFolder.make()
        let leftovers = Leftovers(partial + folder.leftovers)
        do {
            _ = try convert(path, to: folder.tape)
            reader = try TapeReader(path: folder.tape)
            (self.folder, self.leftovers) = (folder, leftovers)
        } catch {
            leftovers.remove()
            throw error
        }
    }

    static func isText(_ path: String) -> Bool { path.lowercased().hasSuffix(".ndjson") }

    package func close() {
        reader.close()
        leftovers?.remove()
    }
}
