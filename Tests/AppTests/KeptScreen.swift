import Cells
import Events
import Keys
import Terminal

@testable import App

/// A terminal of 80 by 24 cells, with all colors, that keeps what it is shown.
@MainActor
final class KeptScreen: TerminalScreen {
    private(set) var contents: [ScreenContent] = []
    /// Bytes of the picture, for each of them.
    private(set) var painted: [Int] = []
    /// What it was told besides, in order.
    private(set) var told: [String] = []
    let capabilities: Capabilities
    var window = WindowSize(columns: 80, rows: 24)
    var isActive = true
    var isIdle = true
    var takenBytes: Int { painted.reduce(0, +) }
    /// Typed, and not read yet.
    var keys: [Key] = []
    /// What it becomes when it hears that its size has changed.
    var nextWindow: WindowSize?

    init() {
        var evidence = Capabilities.Evidence()
        evidence.choices.colors = .truecolor
        capabilities = Capabilities(evidence)
    }

    var passesKeys = false
    var takesText = false
    private(set) var holdsInput = false
    func holdInput(_ holds: Bool) { holdsInput = holds }

    func present(
        _ content: ScreenContent, hosted: HostedView?, paint: (PaintedLayer, PaintRequest, inout [UInt8]) -> Void
    ) {
        var bytes: [UInt8] = []
        for layer in PaintedLayer.allCases {
            if let rect = content[layer] { paint(layer, PaintRequest(rect: rect), &bytes) }
        }
        contents.append(content)
        painted.append(bytes.count)
    }

    func readKeys() -> [Key] {
        defer { keys = [] }
        return keys
    }

    func giveBack(_ bytes: [UInt8]) {
        if !bytes.isEmpty { told.append("given back: \(String(decoding: bytes, as: UTF8.self))") }
    }

    func resize() {
        told.append("resize")
        if let nextWindow { window = nextWindow }
    }

    func copy(_ text: String) { told.append("copy \(text)") }
    func repaint() { told.append("repaint") }
    func flush() { told.append("flush") }
    func suspend() { told.append("suspend") }
    func takeBack() { told.append("takeBack") }
    func leave() { told.append("leave") }
    func stop() { told.append("stop") }
}
