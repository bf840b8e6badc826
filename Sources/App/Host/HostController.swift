import Cells
import Emulator
import Events
import Hosting
import Platform
import Programs
import Screens
import Settings
import Terminal

/// A program that runs below the tile: what it writes becomes a screen, what is typed becomes its input. Nothing of either is put
/// on a tape.
///
/// Owner: the run loop, main actor.
@MainActor
final class HostController {
    private let command: HostedCommand
    private var terminal: VirtualTerminal
    private var painting: ScreenPainting
    private var keys: HostKeys
    private let wish: HostingWish
    private var size: HostedSize

    /// Goes up whenever the screen may look different.
    private var generation = 0
    private var shownGeneration = 0
    private var shownAt = Instant.zero
    /// Bytes that came since it was shown.
    private var news = 0
    private var heldSince: Instant?
    private var bells = 0
    private var scrolledBack = 0
    private var keysAreOurs = false
    private var hasWords = false
    private var lines = 0
    private var pushed = 0
    /// Since when the cursor has been under the tile.
    private var coveredSince: Instant?
    /// Its screen is the one that is shown.
    private var isInFront = true

    /// More than that is a flood, of which each piece is not worth a picture.
    private static let floodBytes = 4_096
    private static let floodPeriod = Span.milliseconds(16)
    /// What holds drawing for longer has forgotten to end it (mode 2026).
    private static let longestHold = Span.milliseconds(150)
    private static let coveredFor = Span.milliseconds(500)

    /// Starts it.
    /// - Parameter tile: the socket through which the tile speaks.
    /// - Throws: `HostedCommandError`.
    init(
        _ wish: HostingWish, _ screen: Screen, tile: String?, keys: termios,
        onEvent: @escaping @Sendable (HostedEvent) -> Void
    ) throws {
        self.wish = wish
        self.keys = HostKeys(prefix: wish.prefix ?? HostKeys.usualPrefix)
        size = HostedSize(cells: screen.window.cells, pixels: screen.window.pixels)
        terminal = VirtualTerminal(size: size.cells, history: wish.history ?? VirtualTerminal.usualHistory)
        terminal.pixels = size.pixels
        terminal.colors = TerminalColors(
            background: screen.capabilities.background.value.map {
                UInt32($0.red) << 16 | UInt32($0.green) << 8 | UInt32($0.blue)
            })
        painting = ScreenPainting(Painter(depth: screen.capabilities.colors.value))
        let colors: HostedColors =
            switch screen.capabilities.colors.value {
            case .truecolor: .full
            case .palette256: .indexed
            case .palette16, .none: .few
            }
        let program =
            wish.command.isEmpty
            ? HostedProgram.shell(variable: Environment.all["SHELL"]) : HostedProgram(wish.command)
        command = try HostedCommand(
            program, environment: HostedEnvironment.ours.hosted(colors: colors, tile: tile), size: size, keys: keys,
            onEvent: onEvent)
    }

    func end() { command.hangUp() }

    // MARK: What it writes

    /// - Returns: how we end, once it has.
    func receive(_ event: HostedEvent) -> Ending? {
        takeOutput()
        guard case .ended(let end) = event else { return nil }
        command.end()
        switch end {
        case .exited(let status): return .status(status)
        case .signaled(let number): return .status(128 + number)
        }
    }

    private func takeOutput() {
        command.takeOutput { bytes in
            terminal.feed(bytes)
            news += bytes.count
        }
        generation += 1
        let replies = terminal.takeReplies()
        if !replies.isEmpty { _ = command.write(replies) }
        bells += terminal.takeBells()
        // Whoever may write into the clipboard is the user's to say.
        _ = terminal.takeCopies()
        if !terminal.modes.isHeld { heldSince = nil }
    }

    func resize(_ window: WindowSize) {
        size = HostedSize(cells: window.cells, pixels: window.pixels)
        terminal.resize(window.cells)
        terminal.pixels = window.pixels
        command.resize(size)
        generation += 1
    }

    // MARK: What is typed

    func type(_ bytes: [UInt8]) -> [ScreenInput] {
        var inputs: [ScreenInput] = []
        for output in keys.take(bytes) {
            switch output {
            case .send(let bytes):
                if !command.write(bytes) { inputs.append(.notice("the program does not read what is typed")) }
                if hasWords { inputs.append(.hosted(.typed)) }
            case .key(let key): inputs += [.hosted(.abandoned), .key(key)]
            case .prefixed: inputs.append(.hosted(.prefixed))
            case .abandoned: inputs.append(.hosted(.abandoned))
            }
        }
        return inputs
    }

    // MARK: What is shown of it

    /// Takes note of what is open, and tells what the screen has to know.
    func follow(_ model: ScreenModel, tile: CellRect?, at time: Instant) -> [ScreenInput] {
        isInFront = model.screen == .host
        var inputs: [ScreenInput] = []
        if terminal.history.count != lines || terminal.history.pushed != pushed {
            inputs.append(.hosted(.history(terminal.history.count, pushed: terminal.history.pushed - pushed)))
            (lines, pushed) = (terminal.history.count, terminal.history.pushed)
        }
        hasWords = model.isSayingSomething
        if model.host.scrolledBack != scrolledBack || keysAreOurs == model.passesKeys {
            (scrolledBack, keysAreOurs) = (min(model.host.scrolledBack, lines), !model.passesKeys)
            generation += 1
        }
        if wish.movesFromCursor, isCovered(by: tile, at: time) { inputs.append(.hosted(.cursorCovered)) }
        return inputs
    }

    /// Whether the cursor has been under the tile for so long that whoever types cannot see it.
    private func isCovered(by tile: CellRect?, at time: Instant) -> Bool {
        let isSeen = isInFront && terminal.modes.isCursorVisible && scrolledBack == 0
        guard isSeen, let tile, tile.contains(terminal.cursor) else {
            coveredSince = nil
            return false
        }
        guard let since = coveredSince else {
            coveredSince = time
            return false
        }
        guard time - since >= Self.coveredFor else { return false }
        coveredSince = nil
        return true
    }

    /// What is to be on screen by now: of a flood not every piece, and nothing that is held.
    func generation(at time: Instant) -> Int {
        guard generation != shownGeneration else { return generation }
        if terminal.modes.isHeld {
            let since = heldSince ?? time
            heldSince = since
            if time - since < Self.longestHold { return shownGeneration }
            terminal.release()
        }
        if news > Self.floodBytes, time - shownAt < Self.floodPeriod { return shownGeneration }
        return generation
    }

    /// When there is something to do again that nobody tells.
    /// - Parameter canDraw: the terminal takes something; while it does not, it is waited for and not the clock.
    func nextWake(canDraw: Bool) -> Instant? {
        var wishes: [Instant] = []
        if isInFront, canDraw, generation != shownGeneration {
            wishes.append(heldSince.map { $0 + Self.longestHold } ?? shownAt + Self.floodPeriod)
        }
        if let coveredSince { wishes.append(coveredSince + Self.coveredFor) }
        return wishes.min()
    }

    /// What the terminal is to do beside showing cells.
    func takeView(at time: Instant) -> HostedView {
        (shownGeneration, shownAt, news) = (generation, time, 0)
        let isSeen = terminal.modes.isCursorVisible && scrolledBack == 0
        var view = HostedView(
            modes: terminal.modes, cursor: isSeen ? terminal.cursor : nil, title: terminal.title)
        (view.bells, bells) = (bells, 0)
        view.keysAreOurs = keysAreOurs
        return view
    }

    func paint(_ request: PaintRequest, on screen: CellSize, into bytes: inout [UInt8]) {
        painting.painter.follow(request, on: screen)
        _ = painting.take(terminal, changed: terminal.takeChangedRows(), back: scrolledBack)
        painting.paint(into: &bytes)
    }
}
