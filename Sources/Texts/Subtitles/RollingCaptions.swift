import Events

/// Captions that roll: each cue shows again what the one before it showed, and something new below or behind it. Every line is there once.
struct RollingCaptions {
    /// The words of a cue.
    private struct Shown {
        var tokens: [Substring] = []
        /// Of each line, how many tokens end with it.
        var lineEnds: [Int] = []

        init(_ cue: Cue) {
            for line in cue.lines {
                tokens += line.text.split(separator: " ")
                lineEnds.append(tokens.count)
            }
        }
    }

    /// Between two cues that roll.
    private static let gap = TimeSpan.milliseconds(100)
    /// Tokens, or bytes, that are no chance.
    private static let strong = (tokens: 3, bytes: 12)
    /// That are looked for in the next cue.
    private static let mostLines = 32
    /// A line that grows longer than this is cut.
    private static let longestLine = 60

    private var cues: [Cue] = []
    private var before: Cue?
    /// Tokens at the end of `before` that are the last one of `cues`.
    private var kept = 0
    /// Of these, how many were new in `before`.
    private var fresh = 0

    /// - Parameter cues: in the order of time.
    static func unrolled(_ cues: [Cue]) -> [Cue] {
        let takesWeak = areRolling(cues)
        var captions = RollingCaptions()
        for cue in cues { captions.take(cue, takesWeak: takesWeak) }
        return captions.cues
    }

    /// Whether half of the cues that follow each other roll, and not by chance: then also one short word that is repeated is not said twice.
    private static func areRolling(_ cues: [Cue]) -> Bool {
        var (touching, rolling, strong) = (0, 0, 0)
        for (before, cue) in zip(cues, cues.dropFirst()) where cue.start - before.end <= gap {
            touching += 1
            guard mayRepeat(before, cue) else { continue }
            let (old, new) = (Shown(before), Shown(cue))
            guard old.tokens != new.tokens else {
                touching -= 1
                continue
            }
            guard let count = repeated(old, new, []) else { continue }
            rolling += 1
            if isStrong(new.tokens.prefix(count)) { strong += 1 }
        }
        return strong > 0 && rolling * 2 >= touching
    }

    /// Whether a cue begins as a line of the one before it: nearly none does, and words take long.
    private static func mayRepeat(_ before: Cue, _ cue: Cue) -> Bool {
        guard let first = cue.lines.first?.first else { return false }
        return before.lines.contains { $0.first == first }
    }

    private static func isStrong(_ tokens: ArraySlice<Substring>) -> Bool {
        tokens.count >= strong.tokens || tokens.reduce(0) { $0 + $1.utf8.count } >= strong.bytes
    }

    /// Tokens at the beginning of a cue that end the one before it: all of that one, whole lines of it, or what was new there.
    /// - Parameter more: counts that are tried, too.
    private static func repeated(_ before: Shown, _ cue: Shown, _ more: [Int]) -> Int? {
        let all = before.tokens.count
        let counts = [all] + before.lineEnds.dropLast().suffix(mostLines).map { all - $0 } + more
        return counts.sorted(by: >).first { count in
            count > 0 && count <= cue.tokens.count && before.tokens.suffix(count) == cue.tokens.prefix(count)
        }
    }

    private mutating func take(_ cue: Cue, takesWeak: Bool) {
        defer { before = cue }
        // All of the one before was new where `kept` is 0.
        guard let before, cue.start - before.end <= Self.gap, kept > 0 || Self.mayRepeat(before, cue) else {
            return append(cue, kept: 0)
        }
        let (old, shown) = (Shown(before), Shown(cue))
        if kept == 0 { kept = old.tokens.count }
        guard let count = Self.repeated(old, shown, [kept, fresh]),
            takesWeak || Self.isStrong(shown.tokens.prefix(count)) || old.tokens == shown.tokens
        else { return append(cue, kept: 0) }
        guard count < shown.tokens.count else {
            // All of it was there: the same line, or one that has not yet rolled away.
            guard kept <= count else { return extend(to: cue.end) }
            let same = cue.dropping(shown.tokens.count - kept)
            guard !same.lines.isEmpty else { return extend(to: cue.end) }
            extend(to: cue.start)
            return append(same, kept: kept)
        }
        let rest = cue.dropping(count)
        guard !rest.lines.isEmpty else { return extend(to: cue.end) }
        let isGrowing = count == old.tokens.count && !shown.lineEnds.contains(count)
        guard isGrowing, kept < Self.longestLine, !cues.isEmpty else {
            return append(rest, kept: shown.tokens.count - count)
        }
        grow(by: rest)
        fresh = shown.tokens.count - count
        kept += fresh
    }

    private mutating func append(_ cue: Cue, kept: Int) {
        cues.append(cue)
        (self.kept, fresh) = (kept, kept)
    }

    private mutating func extend(to end: TimeSpan) {
        guard let last = cues.indices.last else { return }
        cues[last].end = max(cues[last].end, end)
    }

    /// The last line has more words now.
    private mutating func grow(by rest: Cue) {
        guard let last = cues.indices.last, let end = cues[last].lines.indices.last else { return }
        var line = CueLine.joined(rest.lines)
        if let first = line.pieces.firstIndex(where: { !FoldedText.line($0.text, limit: 1).isEmpty }) {
            line.pieces[first].time = line.pieces[first].time ?? rest.start
        }
        cues[last].lines[end].pieces += [CueLine.Piece(text: " ")] + line.pieces
        cues[last].end = max(cues[last].end, rest.end)
    }
}

extension CueLine {
    fileprivate var first: Unicode.Scalar? {
        for piece in pieces {
            if let first = piece.text.unicodeScalars.first(where: { TextScalar($0) == .visible }) { return first }
        }
        return nil
    }
}

extension Cue {
    /// Without the first words of it, and without lines that have none then.
    fileprivate func dropping(_ count: Int) -> Cue {
        var cue = self
        var rest = count
        cue.lines = lines.map { line in
            guard rest > 0 else { return line }
            let tokens = line.text.split(separator: " ").count
            defer { rest -= min(rest, tokens) }
            return rest >= tokens ? CueLine() : line.dropping(rest)
        }
        .filter { FoldedText.hasWords($0.text) }
        return cue
    }
}

extension CueLine {
    /// - Parameter count: of words, fewer than there are.
    fileprivate func dropping(_ count: Int) -> CueLine {
        var line = CueLine()
        var (begun, isApart) = (0, true)
        for piece in pieces {
            var rest = piece.text.unicodeScalars[...]
            while begun <= count, let scalar = rest.first {
                switch TextScalar(scalar) {
                case .dropped: break
                case .space, .lineBreak, .paragraphEnd: isApart = true
                case .visible:
                    if isApart { begun += 1 }
                    isApart = false
                }
                if begun <= count { rest = rest.dropFirst() }
            }
            guard begun > count, !rest.isEmpty else { continue }
            var kept = piece
            kept.text = String(rest)
            // Its time was that of a word that is gone.
            if line.pieces.isEmpty, rest.count < piece.text.drop(while: \.isWhitespace).unicodeScalars.count {
                kept.time = nil
            }
            line.pieces.append(kept)
        }
        return line
    }
}
