import Cells
import Emulator
import Events
import Hosting
import Keys
import Platform
import Programs
import Screens
import Settings
import Terminal
import Wire

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
    private var typedAhead: [UInt8]?
    private var isOnAlternate = false
    private var typedAt = Instant.zero
    private var hasWords = false
    private var lines = 0
    private var pushed = 0
    /// What the user marks with the mouse.
    private var mouse = HostMouse()
    private var tile: CellRect?
    /// For the terminal's clipboard, since it was shown.
    private var copied: String?
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
    /// The rest of what the mouse did comes sooner; keys that only look like its beginning are not to wait.
    private static let longestWait = Span.milliseconds(50)
    /// Mode 1004.
    private static let focusReports = [Array("\u{1B}[I".utf8), Array("\u{1B}[O".utf8)]

    /// Starts it.
    /// - Parameter tile: the socket through which the tile speaks.
    /// - Throws: `HostedCommandError`.
    init(
        _ wish: HostingWish, _ screen: Screen, tile: String?, keys: termios,
        onEvent: @escaping @Sendable (HostedEvent) -> Void
    ) throws {
        self.wish = wish
        self.keys = HostKeys(prefix: wish.prefix)
        size = HostedSize(cells: screen.window.cells, pixels: screen.window.pixels)
        terminal = VirtualTerminal(size: size.cells, history: wish.history)
        terminal.pixels = size.pixels
        terminal.colors = TerminalColors(
            background: screen.capabilities.background.value.map(\.rgb))
        var passed: PassedLooks = []
        if screen.capabilities.hasUnderlineStyles.value { passed.insert(.underlineStyles) }
        if wish.passesLinks, screen.capabilities.takesLinks.value { passed.insert(.links) }
        painting = ScreenPainting(Painter(depth: screen.capabilities.colors.value), passing: passed)
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
        // The newest takes the place of all before it.
        if let text = terminal.takeCopies().last, wish.clipboard == .all { copied = text }
        if !terminal.modes.isHeld { heldSince = nil }
    }

    func resize(_ window: WindowSize) {
        size = HostedSize(cells: window.cells, pixels: window.pixels)
        terminal.resize(window.cells)
        terminal.pixels = window.pixels
        command.resize(size)
        // Its lines may be broken elsewhere now, and none of them is new.
        mouse.forget()
        pushed = terminal.history.pushed
        generation += 1
    }

    // MARK: What is typed

    /// - Returns: what the screen has to do; `takeTypedAhead` has the rest.
    func type(_ bytes: [UInt8], at time: Instant) -> [ScreenInput] {
        typedAt = time
        return take(keys.take(bytes, takesMouse: wish.takesMouse && terminal.modes.mouse == .none), at: time)
    }

    /// What came with a key of ours, to be typed once that has been done; `nil` where there was none.
    func takeTypedAhead() -> [UInt8]? {
        defer { typedAhead = nil }
        return typedAhead
    }

    private func take(_ outputs: [HostKeys.Output], at time: Instant) -> [ScreenInput] {
        var inputs: [ScreenInput] = []
        for output in outputs {
            switch output {
            case .send(let bytes):
                inputs += send(bytes)
                // Nobody types that the window is another one.
                if Self.focusReports.contains(bytes) { continue }
                if mouse.marked != nil {
                    mouse.forget()
                    generation += 1
                }
                if hasWords { inputs.append(.hosted(.typed)) }
            case .mouse(let event): inputs += receive(event, at: time)
            case .key(let key):
                inputs += [.hosted(.abandoned), .key(key)]
                typedAhead = []
            case .behind(let bytes): typedAhead = bytes
            case .prefixed: inputs.append(.hosted(.prefixed(program: command.foreground?.name)))
            case .abandoned: inputs.append(.hosted(.abandoned))
            }
        }
        return inputs
    }

    private func send(_ bytes: [UInt8]) -> [ScreenInput] {
        command.write(bytes) ? [] : [.notice("the program does not read what is typed")]
    }

    private func receive(_ event: MouseEvent, at time: Instant) -> [ScreenInput] {
        switch event.action {
        case .wheelUp: return wheel(HostMouse.wheelLines)
        case .wheelDown: return wheel(-HostMouse.wheelLines)
        // What lies under the tile cannot be seen.
        case .pressed where tile?.contains(event.cell) == true: mouse.pressElsewhere()
        case .pressed: press(event.cell, at: time)
        case .dragged: mouse.drag(to: event.cell, on: terminal, back: scrolledBack, at: time)
        case .released:
            switch mouse.release(on: terminal) {
            case .nothing: break
            case .tooMuch: return [.notice("not copied: more than \(TextSelection.byteLimit / 1_000) KB")]
            case .text(let text): if wish.clipboard != .off { copied = text }
            }
        }
        generation += 1
        return []
    }

    /// Begins to mark text.
    func press(_ cell: CellPoint, at time: Instant) {
        mouse.press(cell, on: terminal, back: scrolledBack, at: time)
        generation += 1
    }

    /// As xterm does it: where nothing can be scrolled back the wheel is as good as arrow keys.
    private func wheel(_ lines: Int) -> [ScreenInput] {
        guard terminal.isAlternate, scrolledBack == 0 else { return [.hosted(.wheeled(lines))] }
        guard terminal.modes.wheelSendsArrows else { return [] }
        let key = (terminal.modes.hasApplicationCursor ? "\u{1B}O" : "\u{1B}[") + (lines > 0 ? "A" : "B")
        return send(Array(String(repeating: key, count: abs(lines)).utf8))
    }

    /// Gives the program what was selected last.
    func paste() -> [ScreenInput] {
        guard !mouse.copied.isEmpty else { return [.notice("nothing has been selected yet: drag with the mouse")] }
        return send(terminal.pasted(mouse.copied)) + [.hosted(.typed)]
    }

    // MARK: What is shown of it

    /// Takes note of what is open, and tells what the screen has to know.
    func follow(_ model: ScreenModel, tile: CellRect?, at time: Instant) -> [ScreenInput] {
        isInFront = model.screen == .host
        self.tile = tile
        var inputs: [ScreenInput] = []
        let (count, all) = (terminal.history.count, terminal.history.pushed)
        if (count, all) != (lines, pushed) {
            inputs.append(.hosted(.history(count, pushed: all - pushed)))
            (lines, pushed) = (count, all)
        }
        hasWords = model.isSayingSomething
        if terminal.isAlternate != isOnAlternate {
            isOnAlternate = terminal.isAlternate
            // Lines of the one are no past of the other.
            if scrolledBack > 0, !model.host.isScrolling { inputs.append(.hosted(.wheeled(-scrolledBack))) }
        }
        if keys.isHolding, time >= typedAt + Self.longestWait { inputs += take(keys.release(), at: time) }
        let scrolling = terminal.isAlternate ? 0 : mouse.scrolling(rows: size.cells.rows, at: time)
        if scrolling != 0 { inputs.append(.hosted(.wheeled(scrolling))) }
        if model.host.scrolledBack != scrolledBack || keysAreOurs == model.passesKeys {
            (scrolledBack, keysAreOurs) = (min(model.host.scrolledBack, lines), !model.passesKeys)
            mouse.scrolled(on: terminal, back: scrolledBack)
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
        if keys.isHolding { wishes.append(typedAt + Self.longestWait) }
        if !terminal.isAlternate, let edge = mouse.edgeWake(rows: size.cells.rows) { wishes.append(edge) }
        return wishes.min()
    }

    /// What the terminal is to do beside showing cells.
    func takeView(at time: Instant) -> HostedView {
        (shownGeneration, shownAt, news) = (generation, time, 0)
        // What we say lies over the last row.
        let isUnderWords = hasWords && terminal.cursor.row == size.cells.rows - 1
        let isSeen = terminal.modes.isCursorVisible && scrolledBack == 0 && !isUnderWords
        var view = HostedView(
            modes: terminal.modes, cursor: isSeen ? terminal.cursor : nil, title: terminal.title)
        (view.bells, bells) = (bells, 0)
        view.keysAreOurs = keysAreOurs
        view.takesMouse = wish.takesMouse
        (view.clipboard, copied) = (copied.map { Base64.encode($0.utf8) }, nil)
        return view
    }

    func paint(_ request: PaintRequest, on screen: CellSize, into bytes: inout [UInt8]) {
        painting.painter.follow(request, on: screen)
        let changed = terminal.takeChangedRows()
        if !changed.isEmpty { mouse.follow(terminal) }
        _ = painting.take(terminal, changed: changed, back: scrolledBack, marked: mouse.marked)
        painting.paint(into: &bytes)
    }
}
