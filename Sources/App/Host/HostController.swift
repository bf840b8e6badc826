import Cells
import Emulator
import Events
import Hosting
import JSON
import Keys
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
    private let options: HostingOptions
    private var size: HostedSize

    private var pace = HostPace()
    private var bells = 0
    private var scrolledBack = 0
    /// Lines that the wheel has scrolled back while keys go to the program: the next one closes that.
    private var glance = 0
    private var keysAreOurs = false
    /// It has been asked whether the program is to end: Esc is the answer to that.
    private var isAsked = false
    private var typedAhead: [UInt8]?
    private var isOnAlternate = false
    private var typedAt = Instant.zero
    private var hasWords = false
    private var lines = 0
    private var pushed = 0
    /// What the user marks with the mouse.
    private var mouse = HostMouse()
    private var tile: CellRect?
    /// Where a text was found in the history.
    private var found = ScrollbackSearch()
    /// For the terminal's clipboard, since it was shown.
    private var copied: String?
    private var cover = CursorCover()
    private var backlog = InputBacklog()
    /// Its screen is the one that is shown.
    private var isInFront = true

    /// The rest of what the mouse did comes sooner; keys that only look like its beginning are not to wait.
    private static let longestWait = TimeSpan.milliseconds(50)

    /// Starts it.
    /// - Parameter tile: the socket through which the tile speaks.
    /// - Throws: `HostedCommandError`.
    init(
        _ options: HostingOptions, _ screen: Screen, tile: String?, keys: termios,
        onEvent: @escaping @Sendable (HostedEvent) -> Void
    ) throws {
        self.options = options
        self.keys = HostKeys(prefix: options.prefix)
        size = HostedSize(cells: screen.window.cells, pixels: screen.window.pixels)
        terminal = VirtualTerminal(size: size.cells, history: options.history)
        terminal.pixels = size.pixels
        painting = Self.painting(screen.capabilities, options)
        terminal.colors = Self.colors(screen.capabilities)
        terminal.hasKeyboardProtocol = screen.capabilities.hasKeyboardProtocol.value
        let colors: HostedColors =
            switch screen.capabilities.terminalColors.value {
            case .truecolor: .full
            case .palette256: .indexed
            case .palette16, .none: .few
            }
        let program =
            options.command.isEmpty
            ? HostedProgram.shell(variable: Environment.all["SHELL"]) : HostedProgram(options.command)
        command = try HostedCommand(
            program, environment: HostedEnvironment.ours.hosted(colors: colors, tile: tile), size: size, keys: keys,
            onEvent: onEvent)
    }

    func end() { command.hangUp() }

    /// The terminal has told more of itself; all of it is drawn anew then.
    func adopt(_ capabilities: Capabilities) {
        terminal.colors = Self.colors(capabilities)
        terminal.hasKeyboardProtocol = capabilities.hasKeyboardProtocol.value
        painting = Self.painting(capabilities, options)
        pace.generation += 1
    }

    private static func colors(_ capabilities: Capabilities) -> TerminalColors {
        TerminalColors(background: capabilities.background.value.map(\.rgb))
    }

    private static func painting(_ capabilities: Capabilities, _ options: HostingOptions) -> ScreenPainting {
        var passed: PassedLooks = []
        if capabilities.hasUnderlineStyles.value { passed.insert(.underlineStyles) }
        if options.passesLinks, capabilities.takesLinks.value { passed.insert(.links) }
        // The program has been told of NO_COLOR itself, and what it colors all the same it means to.
        return ScreenPainting(Painter(depth: capabilities.terminalColors.value), passing: passed)
    }

    // MARK: What it writes

    /// - Returns: how we end, once it has.
    func receiveEvent(_ event: HostedEvent) -> Ending? {
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
            pace.newBytes += bytes.count
        }
        pace.generation += 1
        let replies = terminal.takeReplies()
        if !replies.isEmpty { _ = command.write(replies) }
        bells += terminal.takeBells()
        // The newest takes the place of all before it.
        if let text = terminal.takeCopies().last, options.clipboard == .all { copied = text }
        if !terminal.modes.isHeld { pace.heldSince = nil }
    }

    func resize(_ window: WindowSize) {
        let size = HostedSize(cells: window.cells, pixels: window.pixels)
        guard size != self.size else { return }
        self.size = size
        terminal.resize(window.cells)
        terminal.pixels = window.pixels
        command.resize(size)
        // Its lines may be broken elsewhere now, and none of them is new.
        mouse.forget()
        pushed = terminal.history.pushed
        pace.generation += 1
    }

    // MARK: What is typed

    /// - Returns: what the screen has to do; `takeTypedAhead` has the rest.
    func type(_ bytes: [UInt8], at time: Instant) -> [ScreenInput] {
        typedAt = time
        return take(keys.take(bytes, context), at: time)
    }

    /// So much was typed that it has not read yet that nothing more is to be read of the terminal, as long as it takes some now and
    /// then: the prefix behind it would not be read either.
    func isBehind(at time: Instant) -> Bool { backlog.isHeld(command.backlog, at: time) }

    private var context: HostKeys.Context {
        let modes = terminal.modes
        var context = HostKeys.Context()
        context.form = KeyEncoding(
            flags: KeyEncoding.Flags(rawValue: modes.keyboardFlags), hasApplicationCursor: modes.hasApplicationCursor,
            hasApplicationKeypad: modes.hasApplicationKeypad)
        context.bracketsPaste = modes.bracketsPaste
        context.takesMouse = options.takesMouse && modes.mouse == .none
        context.canScroll = !terminal.isAlternate && terminal.history.count > 0
        context.catching = glance > 0 ? .everyKey : mouse.marked != nil || isAsked ? .escape : .nothing
        return context
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
                if HostKeys.focusReports.contains(bytes) { continue }
                forgetMarked()
                if hasWords || glance > 0 { inputs.append(.hosted(.typed)) }
                glance = 0
            case .mouse(let event): inputs += receiveMouse(event, at: time)
            case .key(let key):
                inputs += [.hosted(.abandoned), .key(key)]
                typedAhead = []
            case .caught(let stroke, let bytes):
                inputs += close(with: stroke) ?? send(bytes)
                typedAhead = []
            case .behind(let bytes): typedAhead = bytes
            case .prefixed: inputs.append(.hosted(.prefixed(program: command.foreground?.name)))
            case .abandoned: inputs.append(.hosted(.abandoned))
            }
        }
        return inputs
    }

    /// Closes what lies over the program while it has the keys.
    /// - Returns: `nil` where nothing does, and the key is the program's.
    private func close(with stroke: KeyStroke) -> [ScreenInput]? {
        if glance > 0 {
            glance = 0
            return [.hosted(.caught(stroke.key))]
        }
        guard mouse.marked != nil || isAsked else { return nil }
        forgetMarked()
        isAsked = false
        return [.hosted(.typed)]
    }

    private func forgetMarked() {
        guard mouse.marked != nil else { return }
        mouse.forget()
        pace.generation += 1
    }

    private func send(_ bytes: [UInt8]) -> [ScreenInput] {
        command.write(bytes) ? [] : [.notice("The program is not reading its input")]
    }

    private func receiveMouse(_ event: MouseEvent, at time: Instant) -> [ScreenInput] {
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
            case .tooMuch: return [.notice("Not copied: more than \(TextSelection.byteLimit / 1_000) KB")]
            case .text(let text): if options.clipboard != .off { copied = text }
            }
        }
        pace.generation += 1
        return []
    }

    /// Begins to mark text.
    func press(_ cell: CellPoint, at time: Instant) {
        mouse.press(cell, on: terminal, back: scrolledBack, at: time)
        pace.generation += 1
    }

    /// As xterm does it: where nothing can be scrolled back the wheel is as good as arrow keys.
    private func wheel(_ lines: Int) -> [ScreenInput] {
        guard terminal.isAlternate, scrolledBack == 0 else {
            glance = (max(glance, scrolledBack) + lines).clamped(to: 0...terminal.history.count)
            return [.hosted(.wheeled(lines))]
        }
        guard terminal.modes.wheelSendsArrows else { return [] }
        let key = (terminal.modes.hasApplicationCursor ? "\u{1B}O" : "\u{1B}[") + (lines > 0 ? "A" : "B")
        return send(Array(String(repeating: key, count: abs(lines)).utf8))
    }

    /// Gives the program what was selected last.
    func paste() -> [ScreenInput] {
        guard !mouse.copied.isEmpty else { return [.notice("Nothing selected yet; drag with the mouse")] }
        return send(terminal.pasted(mouse.copied)) + [.hosted(.typed)]
    }

    // MARK: Searching its history

    /// Looks for a text, and marks where it is found.
    func find(_ search: HistorySearch) -> [ScreenInput] {
        let back = found.find(search, in: terminal, back: scrolledBack, under: tile)
        pace.generation += 1
        return back.map { [.hosted(.found(back: $0))] } ?? []
    }

    // MARK: What is shown of it

    /// Takes note of what is open, and tells what the screen has to know.
    /// - Parameter captions: lie beside the tile.
    func follow(_ model: ScreenModel, tile: CellRect?, captions: [CellRect], at time: Instant) -> [ScreenInput] {
        isInFront = model.screen == .host
        self.tile = tile
        var inputs: [ScreenInput] = []
        let (count, all) = (terminal.history.count, terminal.history.pushed)
        if (count, all) != (lines, pushed) {
            inputs.append(.hosted(.history(count, pushed: all - pushed)))
            (lines, pushed) = (count, all)
        }
        (hasWords, isAsked) = (model.isSayingSomething, model.asksWhetherToQuit)
        if terminal.isAlternate != isOnAlternate {
            isOnAlternate = terminal.isAlternate
            // Lines of the one are no past of the other.
            if scrolledBack > 0, !model.host.isScrolling { inputs.append(.hosted(.wheeled(-scrolledBack))) }
        }
        if keys.isHolding, time >= typedAt + Self.longestWait { inputs += take(keys.release(context), at: time) }
        let scrolling = terminal.isAlternate ? 0 : mouse.scrolling(rows: size.cells.rows, at: time)
        if scrolling != 0 { inputs.append(.hosted(.wheeled(scrolling))) }
        if model.host.scrolledBack != scrolledBack || keysAreOurs == model.passesKeys {
            (scrolledBack, keysAreOurs) = (min(model.host.scrolledBack, lines), !model.passesKeys)
            mouse.scrolled(on: terminal, back: scrolledBack)
            pace.generation += 1
        }
        glance = model.host.isScrolling ? 0 : scrolledBack
        if !model.host.isScrolling, found.match != nil {
            found = ScrollbackSearch()
            pace.generation += 1
        }
        if model.isCramped, model.host.cursorRow != terminal.cursor.row {
            inputs.append(.hosted(.cursor(row: terminal.cursor.row)))
        }
        if options.movesFromCursor, isCovered(by: [tile].compactMap(\.self) + captions, at: time) {
            inputs.append(.hosted(.cursorCovered))
        }
        return inputs
    }

    /// Whether the cursor has been under the tile for so long that whoever types cannot see it.
    private func isCovered(by rects: [CellRect], at time: Instant) -> Bool {
        let isSeen = isInFront && terminal.modes.isCursorVisible && scrolledBack == 0
        return cover.isLong(isSeen && rects.contains { $0.contains(terminal.cursor) }, at: time)
    }

    /// What is to be on screen by now: of a flood not every piece, and nothing that is held.
    func generation(at time: Instant) -> Int {
        pace.due(at: time, isHeld: terminal.modes.isHeld) { terminal.release() }
    }

    /// When there is something to do again that nobody tells.
    /// - Parameter canDraw: the terminal takes something; while it does not, it is waited for and not the clock.
    func nextWake(canDraw: Bool) -> Instant? {
        var wakes: [Instant] = []
        if isInFront, canDraw, let due = pace.nextWake { wakes.append(due) }
        if let end = cover.nextWake { wakes.append(end) }
        if let end = backlog.nextWake { wakes.append(end) }
        if keys.isHolding { wakes.append(typedAt + Self.longestWait) }
        if !terminal.isAlternate, let edge = mouse.edgeWake(rows: size.cells.rows) { wakes.append(edge) }
        return wakes.min()
    }

    /// What the terminal is to do beside showing cells.
    /// - Parameter covered: cells that lie under something of ours.
    func takeView(at time: Instant, under covered: [CellRect]) -> HostedView {
        pace.shown(at: time)
        let isUnderWords = covered.contains { $0.contains(terminal.cursor) }
        let isSeen = terminal.modes.isCursorVisible && scrolledBack == 0 && !isUnderWords
        var view = HostedView(
            modes: terminal.modes, cursor: isSeen ? terminal.cursor : nil, title: terminal.title)
        (view.bells, bells) = (bells, 0)
        view.keysAreOurs = keysAreOurs
        view.takesMouse = options.takesMouse
        (view.clipboard, copied) = (copied.map { Base64.encode($0.utf8) }, nil)
        return view
    }

    func paint(_ request: PaintRequest, on screen: CellSize, into bytes: inout [UInt8]) {
        painting.painter.follow(request, on: screen)
        let changed = terminal.takeChangedRows()
        if !changed.isEmpty { mouse.follow(terminal) }
        _ = painting.take(terminal, changed: changed, back: scrolledBack, marked: found.match ?? mouse.marked)
        painting.paint(into: &bytes)
    }
}
