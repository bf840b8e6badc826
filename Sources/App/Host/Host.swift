import Events
import Playback
import Screens
import Settings
import Terminal
import TileLink

/// The program that runs below the tile, and the socket through which other programs speak through it.
///
/// Owner: the run loop, main actor.
@MainActor
final class Host {
    let program: HostController
    /// `nil` where there is no place for a socket; the program runs all the same.
    let voice: TileVoice?

    /// Of messages that nobody typed; those of the user count from 0.
    static let messageNumber = -1

    /// - Throws: `HostedCommandError` when the program cannot be started.
    init(
        _ options: HostingOptions, _ subject: ScreenSubject, _ screen: Screen, _ device: TerminalDevice,
        _ mailbox: Mailbox<Message>
    ) throws {
        voice = try? TileVoice(subject.speaker, named: subject.avatar ?? "cameo") { mailbox.post(.utterance($0)) }
        do {
            program = try HostController(options, screen, tile: voice?.path, keys: device.savedModes) {
                mailbox.post(.host($0))
            }
        } catch {
            voice?.close()
            throw error
        }
    }

    func close() {
        voice?.close()
        program.end()
    }
}
