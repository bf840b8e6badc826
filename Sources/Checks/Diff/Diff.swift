import Debugger
import Engine
import Events
import JSON
import Panels
import Playback
import Settings
import Typesetting

/// `cameo diff`: two sides of the same message, frame by frame, first difference first.
package struct Diff {
    /// What can differ, in the order in which it is told.
    enum Field: String, CaseIterable, Sendable {
        case missing, status, faults, clip, base, demanded, overlay, pixels, time
    }

    struct Difference: Sendable {
        let place: DiffFrame.Place
        let field: Field
        let first: String
        let second: String
        /// The two frames or lines.
        let sides: Sides

        /// `nil` for a side without the frame.
        init(
            _ place: DiffFrame.Place, _ field: Field, _ a: DiffFrame?, _ b: DiffFrame?, _ first: String,
            _ second: String
        ) {
            (self.place, self.field, self.first, self.second) = (place, field, first, second)
            sides = Sides(names: (a?.name, b?.name), numbers: (a?.number, b?.number))
        }

        struct Sides: Sendable {
            let names: (FramePlace?, FramePlace?)
            let numbers: (Int?, Int?)
        }

        var numbers: (Int?, Int?) { sides.numbers }
        /// As the first side names the frame, or else the second one; `nil` for two logs.
        var name: FramePlace? { sides.names.0 ?? sides.names.1 }
        /// Of two logs, which do not say, counted from 1.
        var message: Generation { name?.message ?? place.message + 1 }
    }

    private let first: DiffSide
    private let second: DiffSide
    private let tolerance: TimeSpan
    private(set) var differences: [Difference] = []
    private(set) var counts: [Field: Int] = [:]
    private(set) var common = 0
    private(set) var onlyFirst = 0
    private(set) var onlySecond = 0
    private(set) var differing = 0
    private let kept: Int
    private let sounds: DiffSounds?

    /// - Parameters:
    ///   - tolerance: of times since the message's first frame.
    ///   - kept: differences that are listed.
    ///   - notices: hears what is to be said of how each tape is played, before it is.
    ///   - isCanceled: asked with every frame of a tape.
    /// - Throws: `TapeError`, `CommandError`, `CancellationError`.
    package init(
        _ first: String, _ second: String, _ playing: TapePlaying, tolerance: TimeSpan, listing kept: Int,
        notices: (_ file: String, _ lines: [String]) -> Void = { _, _ in }, isCanceled: () -> Bool = { false }
    ) throws {
        var sides = try [first, second].map { try DiffSide($0, playing, notices: notices, isCanceled: isCanceled) }
        // Logs know no sections, and nothing of what was not drawn.
        if sides.contains(where: \.isLog) {
            for place in sides.indices { sides[place].reduceToLog() }
        }
        (self.first, self.second) = (sides[0], sides[1])
        self.tolerance = tolerance
        self.kept = kept
        sounds = DiffSounds(sides[0], sides[1])
        try compare()
    }

    package var isSame: Bool { differing == 0 && onlyFirst == 0 && onlySecond == 0 && sounds?.isSame ?? true }

    private mutating func compare() throws {
        let pixels = DiffPixels(first.file, second.file)
        var others = Self.inOrder(second.frames.filter { first.frame(at: $0.place) == nil })[...]
        for frame in Self.inOrder(first.frames) {
            while let other = others.first, Self.order(other.place) < Self.order(frame.place) {
                addOnlySecond(other)
                others.removeFirst()
            }
            if let other = second.frame(at: frame.place) {
                common += 1
                try compare(frame, other, pixels)
            } else {
                onlyFirst += 1
                add(Difference(frame.place, .missing, frame, nil, frame.status, "-"))
            }
        }
        for other in others { addOnlySecond(other) }
    }

    private mutating func addOnlySecond(_ frame: DiffFrame) {
        onlySecond += 1
        add(Difference(frame.place, .missing, nil, frame, "-", frame.status))
    }

    private static func inOrder(_ frames: [DiffFrame]) -> [DiffFrame] {
        frames.sorted { order($0.place) < order($1.place) }
    }

    private static func order(_ place: DiffFrame.Place) -> (Int, Int, Int, Int) {
        (place.message, place.chunk, place.section ?? 0, place.sequence)
    }

    private mutating func compare(_ a: DiffFrame, _ b: DiffFrame, _ pixels: DiffPixels) throws {
        let before = counts
        note(.status, a, b, a.status, b.status, isSame: isSameStatus(a.status, b.status))
        note(.faults, a, b, a.faults, b.faults)
        note(.clip, a, b, a.clip, b.clip)
        note(.base, a, b, a.base.map(String.init), b.base.map(String.init))
        let isHeld = [a, b].contains { $0.status == FrameStatus.held.text }
        // Of a frame that never came nothing is known to be demanded; a log that names nothing does not say so.
        let saysNone = !isHeld && !first.isLog && !second.isLog
        note(.demanded, a, b, demanded(a, saysNone: saysNone), demanded(b, saysNone: saysNone))
        if a.overlay != b.overlay, !isHeld {
            note(.overlay, a, b, a.overlay ?? "none", b.overlay ?? "none")
        }
        if let (found, other) = try pixels.difference(a.composite, b.composite) { note(.pixels, a, b, found, other) }
        if (a.time - b.time).magnitude > tolerance {
            note(
                .time, a, b, "\(CheckText.number(a.time.milliseconds)) ms",
                "\(CheckText.number(b.time.milliseconds)) ms")
        }
        if counts != before { differing += 1 }
    }

    private func demanded(_ frame: DiffFrame, saysNone: Bool) -> String? {
        if let index = frame.demanded { return String(index) }
        return saysNone ? "none" : nil
    }

    /// A log knows no kinds of `DESYNC`.
    private func isSameStatus(_ a: String, _ b: String) -> Bool {
        let isDesync = a.hasPrefix("DESYNC") && b.hasPrefix("DESYNC")
        guard first.isLog || second.isLog else { return a == b }
        // Nor what pixels and places tell.
        let unknown = [FrameStatus.seam, .outside, .unplaced].map(\.text)
        return a == b || isDesync || [(a, b), (b, a)].contains { unknown.contains($0) && $1 == FrameStatus.sync.text }
    }

    /// What one of the two does not say does not differ.
    private mutating func note(
        _ field: Field, _ a: DiffFrame, _ b: DiffFrame, _ first: String?, _ second: String?, isSame: Bool = false
    ) {
        guard let first, let second, first != second, !isSame else { return }
        add(Difference(a.place, field, a, b, first, second))
    }

    private mutating func add(_ difference: Difference) {
        counts[difference.field, default: 0] += 1
        if differences.count < kept { differences.append(difference) }
    }

    // MARK: Saying

    /// As they are printed.
    package var foldedLines: [String] { FoldedLine.folded(lines, width: FoldedLine.shownWidth) }

    package var lines: [String] {
        var lines = [side("A", first), side("B", second)]
        lines += DiffRun.runs(of: differences).flatMap(\.lines)
        let total = counts.values.reduce(0, +)
        if total > differences.count { lines.append("  ... and \(total - differences.count) more") }
        lines += sounds?.lines(listing: kept) ?? [DiffSounds.notCompared]
        let fields = Field.allCases.compactMap { field in counts[field].map { "\(field.rawValue) \($0)" } }
        lines.append(
            "\(plural(common, "frame")) of messages in both, \(differing) of them \(differing == 1 ? "differs" : "differ"), \(onlyFirst) only in A, \(onlySecond) only in B"
                + (fields.isEmpty ? "" : ": " + fields.joined(separator: ", ")))
        return lines
    }

    private func side(_ name: String, _ side: DiffSide) -> String {
        let whose = name == "A" ? ", as the positions below" : ""
        let numbers = [first, second].compactMap(\.messageNumbers.first)
        // Places are named by the numbers of A.
        let own = Set(numbers).count > 1 ? side.messageNumbers.first.map { ", numbered from \($0)\(whose)" } : nil
        return "\(name)  \(CheckText.shown(side.file))  \(plural(side.frames.count, "frame")) of messages, "
            + plural(side.messages, "message") + (own ?? "") + (side.isLog ? ", a frame log" : "")
    }

    package var json: String {
        let value: JSON = [
            "a": .string(first.file), "b": .string(second.file), "same": .bool(isSame),
            "frames": .number(common), "differing": .number(differing),
            "only_a": .number(onlyFirst), "only_b": .number(onlySecond),
            "sound": sounds?.json(listing: kept) ?? DiffSounds.notComparedJSON,
            "fields": .object(
                JSONObject(
                    Field.allCases.compactMap { field in
                        counts[field].map { JSONObject.Member(field.rawValue, .number($0)) }
                    })),
            "differences": .array(differences.map(Self.json)),
        ]
        return value.text
    }

    private static func json(_ difference: Difference) -> JSON {
        let place = difference.place
        return [
            "message": .number(difference.message), "chunk": .number(place.chunk),
            "section": .number(place.section), "sequence": .number(place.sequence),
            "a_place": .text(difference.sides.names.0?.typed), "b_place": .text(difference.sides.names.1?.typed),
            "a_frame": .number(difference.numbers.0),
            "b_frame": .number(difference.numbers.1),
            "field": .string(difference.field.rawValue), "a": .string(difference.first),
            "b": .string(difference.second),
        ]
    }
}
