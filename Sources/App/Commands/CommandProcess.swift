import CProcess
import Events
import Platform
import Terminal

/// The process of a command: what it begins with, and how it ends.
package enum CommandProcess {
    /// Before there is any thread but the first.
    package static func prepare() {
        Descriptor.holdStandardNumbers()
        cameo_share_heaps()
    }

    /// Ends the process as the ending says; returns after an ordinary one.
    package static func end(by ending: Ending) {
        // A signal takes what has been printed and not written yet.
        fflush(nil)
        switch ending {
        case .quit: return
        case .status(let status): exit(status)
        case .closed: TerminalRestorer.die(by: SIGHUP)
        case .signal(let number): TerminalRestorer.die(by: number)
        }
    }
}
