import CProcess
import Decoding
import Events
import Files
import Live
import Playback
import Settings
import Tapes
import Terminal
import Transport
import Typesetting

/// `cameo connect` and `cameo record`.
package enum Connecting {
    /// - Parameter others: agents of the same call, besides the one of the session.
    /// - Throws: `CommandError`. The terminal has been given back then.
    @MainActor
    package static func connect(
        _ session: ConnectOptions, with others: [String] = [], _ playback: PlaybackOptions
    ) async throws -> Ending {
        do {
            let sessions = try session.beside(others)
            cameo_return_pages()
            let device = try TerminalDevice()
            let tape = try LiveTape(
                recording: playback.record, source: session.connection.address.text, overwrites: playback.overwrites)
            let clock = SessionClock()
            let call = session.call(of: sessions, on: tape.stream, clock)
            let lives = sessions.map { session in
                let link = AuthenticatedConnection(session.connection, as: session.credentials)
                return LiveSession(session.live, link, tape, clock, in: call)
            }
            let subject = ScreenSubject(lives[0], beside: Array(lives.dropFirst()), in: call, clock)
            return try await RunLoop.open(subject, playback, device).run()
        } catch {
            throw CommandError(error)
        }
    }

    /// Records without a screen. What happens is told on standard error, how it came out on standard output.
    /// - Throws: `CommandError`, also where something was not answered or there was no link at the end. The tape stays if there ever was a
    ///   link.
    @MainActor
    package static func record(_ options: RecordOptions) async throws -> Ending {
        do {
            let session = options.session
            let tape = try LiveTape(
                recording: options.output, source: session.connection.address.text, overwrites: options.overwrites,
                sizeLimit: options.sizeLimit ?? TapeWriter.usualSizeLimit)
            if !options.isQuiet, let obstacle = session.clipObstacle {
                StandardError.write(
                    "cameo: \(TerminalText.visible(obstacle)); clips are not cached", folding: FoldedLine.message)
            }
            let clock = SessionClock()
            let link = AuthenticatedConnection(session.connection, as: session.credentials)
            let call = session.call(of: [session], on: tape.stream, clock)
            let live = LiveSession(session.live, link, tape, clock, in: call)
            let headless = RecordingSession(
                live, options, clock, pictures: BlobPictures(tape.stream), die: { TerminalRestorer.die(by: $0) },
                announce: { line in
                    if !options.isQuiet {
                        StandardError.write("\(clock.now.inSeconds) s  \(line)", folding: FoldedLine.message)
                    }
                })
            let report = try await headless.run()
            let isKept = FileNames.isThere(options.output)
            let untold = isKept ? LineOutput.told(report.line(options.output), folding: FoldedLine.message) : nil
            let lacks = [
                report.trouble, isKept ? nil : "no link was ever made, so nothing was recorded", report.unfinishedWords,
                report.unansweredWords(of: options.messages.count),
            ].compactMap { $0 }
            if !lacks.isEmpty { throw CommandError.failed(lacks.joined(separator: "; ")) }
            if let untold, case .quit = report.ending { throw untold }
            return report.ending
        } catch {
            throw CommandError(error)
        }
    }
}
