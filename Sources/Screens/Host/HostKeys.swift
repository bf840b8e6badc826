import Events
import Keys

/// What is typed while a program is hosted, cut into what is the program's and what is ours.
///
/// Keys come in whatever form the terminal has and go on in the form that the program wants; what is no key that is known here passes
/// as it comes. Inside of a bracketed paste there is no prefix.
package struct HostKeys: Hashable, Sendable {
    package enum Output: Hashable, Sendable {
        /// For the program.
        case send([UInt8])
        /// Behind the prefix.
        case key(Key)
        /// Closes something of ours, unless nothing is open: then the program gets these bytes.
        case caught(KeyStroke, [UInt8])
        /// Came with one of those keys: whose it is depends on what they open or close.
        case behind([UInt8])
        /// The prefix was typed; a key is to follow.
        case prefixed
        /// What followed is no key of ours.
        case abandoned
        /// What the mouse did, where it is ours.
        case mouse(MouseEvent)
    }

    /// Which key closes something of ours that lies over the program while it has the keys.
    package enum Catching: Hashable, Sendable {
        case nothing, escape, everyKey
    }

    /// What the program wants of its terminal, and what of ours is open.
    package struct Context: Hashable, Sendable {
        package var form = KeyEncoding()
        package var bracketsPaste = true
        /// The terminal tells us what the mouse does, in the form of `MouseSequence`, and not the program.
        package var takesMouse = false
        package var catching = Catching.nothing
        /// The wheel scrolls back, and then every key closes that.
        package var canScroll = false

        package init() {}
    }

    private let prefix: UInt8
    private var isPrefixed = false
    private var isPasting = false
    /// The beginning of a sequence whose end has not come yet, and how much of it was sent as if it were a key.
    private var held: [UInt8] = []
    private var sentOfHeld = 0
    /// Keys that the program was told of, and that it is to be told are let go.
    private var pressed: Set<KeyStroke.Code> = []

    private static let pasteStart = Array("\u{1B}[200~".utf8)
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    private static let escape = KeySequence.escape
    /// Mode 1004.
    package static let focusReports = [Array("\u{1B}[I".utf8), Array("\u{1B}[O".utf8)]
    /// Nobody types so much between two looks: where a paste has no brackets, this is one.
    private static let pasteLength = 64
    /// What is read at a time: where so much came it was cut anywhere.
    private static let readLength = 4_096

    /// - Parameter prefix: a control character.
    package init(prefix: UInt8) { self.prefix = prefix }

    package mutating func take(_ bytes: [UInt8], _ context: Context = Context()) -> [Output] {
        // More of what the mouse does is likely to follow where so much came.
        take(bytes, context, isCut: bytes.count >= Self.readLength, isFinal: false)
    }

    /// Bytes wait for what may follow them.
    package var isHolding: Bool { !held.isEmpty }

    /// Nothing has followed: they were keys.
    package mutating func release(_ context: Context = Context()) -> [Output] {
        if sentOfHeld == held.count {
            (held, sentOfHeld) = ([], 0)
            return []
        }
        return take([], context, isCut: false, isFinal: true)
    }

    private mutating func take(_ bytes: [UInt8], _ context: Context, isCut: Bool, isFinal: Bool) -> [Output] {
        var run = Run(rest: (held + bytes)[...], skipped: sentOfHeld, isMouse: isCut, catching: context.catching)
        run.isTyped = isPrefixed || isPasting || typedCount(run.rest) < Self.pasteLength
        (held, sentOfHeld) = ([], 0)
        while !run.rest.isEmpty {
            if isPasting {
                takePasted(&run, context, isFinal: isFinal)
            } else if passes(&run, context) {
                continue
            } else if let length = length(of: run.rest, isFinal: isFinal) {
                let piece = Array(run.rest.prefix(length))
                run.rest = run.rest.dropFirst(length)
                if take(piece, &run, context) == .waits { return run.outputs.all(behind: run.rest) }
            } else {
                hold(&run, context)
            }
        }
        return run.outputs.all
    }

    /// Bytes that came at once, as far as they are cut.
    private struct Run {
        var rest: ArraySlice<UInt8>
        /// Of the first piece, sent before.
        var skipped: Int
        /// The last piece was of the mouse.
        var isMouse: Bool
        var catching: Catching
        /// It is no paste without brackets.
        var isTyped = true
        var outputs = Outputs()
    }

    /// Whether what is behind a piece can be read on, or waits for what the piece does.
    private enum Reading { case goesOn, waits }

    /// Sends what is the same in any form.
    /// - Returns: whether there was any of it.
    private func passes(_ run: inout Run, _ context: Context) -> Bool {
        guard !isPrefixed, run.catching == .nothing || !run.isTyped else { return false }
        let bytes = run.rest.prefix { passes($0, context.form, run.isTyped) }
        run.outputs.send(bytes)
        run.rest = run.rest.dropFirst(bytes.count)
        return !bytes.isEmpty
    }

    /// What has begun and may go on; a lone Esc is a key, as far as anybody knows.
    private mutating func hold(_ run: inout Run, _ context: Context) {
        let isKey = Array(run.rest) == [Self.escape] && context.form.flags.isEmpty && !run.isMouse
        let passesNow = isKey && !isPrefixed && run.catching == .nothing
        if passesNow { run.outputs.send(run.rest.dropFirst(run.skipped)) }
        (held, sentOfHeld) = (Array(run.rest), passesNow ? run.rest.count : run.skipped)
        run.rest = []
    }

    /// - Parameter piece: one key, or one report.
    private mutating func take(_ piece: [UInt8], _ run: inout Run, _ context: Context) -> Reading {
        if context.takesMouse, let event = MouseSequence.event(of: piece) {
            run.outputs.flush()
            if let event { run.outputs.add(.mouse(event)) }
            if event?.action == .wheelUp, context.canScroll { run.catching = .everyKey }
            (run.skipped, run.isMouse) = (0, true)
            return .goesOn
        }
        defer { run.skipped = 0 }
        run.isMouse = false
        if piece == Self.pasteStart {
            isPasting = true
            if context.bracketsPaste { run.outputs.send(piece.dropFirst(run.skipped)) }
            return .goesOn
        }
        let stroke = Self.stroke(piece)
        if isPrefixed { return takePrefixed(stroke, piece, &run, context) }
        let isKey = run.isTyped || piece.count > 1
        if isKey, let stroke, isPrefix(stroke) {
            if stroke.action == .pressed {
                isPrefixed = true
                run.outputs.add(.prefixed)
            }
        } else if run.skipped > 0 {
            run.outputs.send(piece.dropFirst(run.skipped))
        } else if isKey, let stroke, catches(stroke, run.catching) {
            run.outputs.add(.caught(stroke, Self.bytes(stroke, piece, context.form)))
            return .waits
        } else {
            send(stroke, piece, context, &run.outputs)
        }
        return .goesOn
    }

    /// Behind the prefix.
    private mutating func takePrefixed(
        _ stroke: KeyStroke?, _ piece: [UInt8], _ run: inout Run, _ context: Context
    ) -> Reading {
        // Letting the prefix go is no key behind it, and neither is that the window is another one.
        if stroke?.isIdle == true { return .goesOn }
        if Self.focusReports.contains(piece) {
            send(stroke, piece, context, &run.outputs)
            return .goesOn
        }
        isPrefixed = false
        if let stroke, isPrefix(stroke) {
            send(stroke, piece, context, &run.outputs)
        } else if let key = stroke?.key {
            run.outputs.add(.key(key))
            return .waits
        } else {
            run.outputs.add(.abandoned)
        }
        return .goesOn
    }

    /// What goes to the program, byte after byte together, and all else between.
    private struct Outputs {
        private var outputs: [Output] = []
        private var sent: [UInt8] = []

        mutating func send(_ bytes: some Collection<UInt8>) { sent += bytes }

        mutating func add(_ output: Output) {
            flush()
            outputs.append(output)
        }

        mutating func flush() {
            if !sent.isEmpty { outputs.append(.send(sent)) }
            sent = []
        }

        var all: [Output] { sent.isEmpty ? outputs : outputs + [.send(sent)] }
        func all(behind rest: ArraySlice<UInt8>) -> [Output] { rest.isEmpty ? all : all + [.behind(Array(rest))] }
    }

    // MARK: Keys

    private func isPrefix(_ stroke: KeyStroke) -> Bool { stroke.isControl(prefix) }

    private func catches(_ stroke: KeyStroke, _ catching: Catching) -> Bool {
        guard !stroke.isIdle else { return false }
        switch catching {
        case .nothing: return false
        case .escape: return stroke.key == .named(.escape)
        case .everyKey: return true
        }
    }

    /// Whether a byte is the same in the form that the program wants, and nothing of ours.
    private func passes(_ byte: UInt8, _ form: KeyEncoding, _ isTyped: Bool) -> Bool {
        if byte == Self.escape || byte == prefix && isTyped { return false }
        if form.flags.isEmpty { return true }
        return byte >= 0x20 && byte != 0x7F && !form.flags.contains(.reportsAllKeys)
    }

    private mutating func send(
        _ stroke: KeyStroke?, _ piece: [UInt8], _ context: Context, _ outputs: inout Outputs
    ) {
        guard let stroke else {
            // The window's focus is nothing that is typed.
            let isFocus = Self.focusReports.contains(piece)
            if isFocus { outputs.flush() }
            outputs.send(piece)
            if isFocus { outputs.flush() }
            return
        }
        if context.form.flags.contains(.reportsActions) {
            if stroke.action == .released {
                // What closed something of ours was never pressed for the program.
                guard pressed.remove(stroke.code) != nil else { return }
            } else if pressed.count < Self.pasteLength {
                pressed.insert(stroke.code)
            }
        } else {
            pressed = []
        }
        outputs.send(Self.bytes(stroke, piece, context.form))
    }

    /// A key in the form that the program wants. What is in xterm's own form already stays as it is.
    private static func bytes(_ stroke: KeyStroke, _ piece: [UInt8], _ form: KeyEncoding) -> [UInt8] {
        guard form.flags.isEmpty else { return form.bytes(of: stroke) }
        let isSequence = piece.count > 2 && (piece[1] == UInt8(ascii: "[") || piece[1] == UInt8(ascii: "O"))
        let isUsual = piece.last == UInt8(ascii: "~") && !piece.contains(UInt8(ascii: ";"))
        return isSequence && !isUsual ? form.bytes(of: stroke) : piece
    }

    private static func stroke(_ piece: [UInt8]) -> KeyStroke? {
        guard piece.first == escape else { return scalar(piece[...]).map { KeyStroke(typed: $0) } }
        if piece.count == 1 { return KeyStroke(.named(.escape)) }
        if let stroke = KeyStroke(sequence: piece) { return stroke }
        guard var stroke = scalar(piece.dropFirst()).map({ KeyStroke(typed: $0) }) else { return nil }
        stroke.modifiers.insert(.alt)
        return stroke
    }

    /// The only one of these bytes.
    private static func scalar(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        let text = String(validating: bytes, as: UTF8.self)?.unicodeScalars
        return text?.count == 1 ? text?.first : nil
    }

    // MARK: Cutting

    /// Bytes of the first key. Esc and the prefix are two, and not the prefix with Alt.
    private func length(of bytes: ArraySlice<UInt8>, isFinal: Bool) -> Int? {
        bytes.starts(with: [Self.escape, prefix]) ? 1 : KeySequence.length(of: bytes, isFinal: isFinal)
    }

    /// Bytes that belong to no sequence.
    private func typedCount(_ bytes: ArraySlice<UInt8>) -> Int {
        var (rest, count) = (bytes, 0)
        while let byte = rest.first, count < Self.pasteLength {
            if byte == Self.escape {
                rest = rest.dropFirst(length(of: rest, isFinal: true) ?? 1)
            } else {
                (rest, count) = (rest.dropFirst(), count + 1)
            }
        }
        return count
    }

    // MARK: Pasted text

    private mutating func takePasted(_ run: inout Run, _ context: Context, isFinal: Bool) {
        while let start = run.rest.firstIndex(of: Self.escape) {
            run.outputs.send(run.rest[..<start])
            run.rest = run.rest[start...]
            if run.rest.starts(with: Self.pasteEnd) {
                isPasting = false
                if context.bracketsPaste { run.outputs.send(Self.pasteEnd) }
                run.rest = run.rest.dropFirst(Self.pasteEnd.count)
                return
            }
            if !isFinal, Self.pasteEnd.starts(with: run.rest) {
                held = Array(run.rest)
                run.rest = []
                return
            }
            run.outputs.send(run.rest.prefix(1))
            run.rest = run.rest.dropFirst()
        }
        run.outputs.send(run.rest)
        run.rest = []
    }
}
