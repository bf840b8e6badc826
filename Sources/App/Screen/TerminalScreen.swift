import Cells
import Keys
import Terminal

/// The terminal as the renderer and the owners use it; `Screen` is the one that there is outside of tests.
@MainActor
protocol TerminalScreen: AnyObject {
    var capabilities: Capabilities { get }
    var window: WindowSize { get }
    /// False after `stop`, and while suspended.
    var isActive: Bool { get }
    /// Everything earlier has been handed to the system: time to paint the newest.
    var isIdle: Bool { get }
    /// Bytes that the terminal has taken since the beginning.
    var takenBytes: Int { get }

    /// What is typed is a hosted program's.
    var passesKeys: Bool { get set }
    /// What is typed for us goes into a line.
    var takesText: Bool { get set }
    /// Nothing is read while a hosted program is far behind with what was typed for it.
    func holdInput(_ holds: Bool)

    func present(
        _ content: ScreenContent, hosted: HostedView?, paint: (PaintedLayer, PaintRequest, inout [UInt8]) -> Void)
    func copy(_ text: String)
    func repaint()
    func flush()
    func readKeys() -> [Key]
    func giveBack(_ bytes: [UInt8])
    func resize()
    func suspend()
    func takeBack()
    /// Gives the screen back at once, and `stop` the rest.
    func leave()
    func stop()
}

extension Screen: TerminalScreen {}
