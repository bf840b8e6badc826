import Events

/// The text of a lane of a cue in one line, and where in it something changes.
struct MarkedLine {
    /// What looks alike, up to the next one.
    struct Run: Hashable {
        /// Scalars of the line before it.
        let offset: Int
        let look: CueLook
        let time: TimeSpan?
        /// There is more in it than signs.
        var isSpoken = false
    }

    let text: String
    private(set) var runs: [Run] = []

    /// `nil` when nothing is left of it.
    init?(_ line: CueLine) {
        text = line.text.kept
        guard !text.isEmpty else { return nil }
        var (count, isApart) = (0, false)
        for piece in line.pieces {
            var isNew = true
            for scalar in piece.text.unicodeScalars {
                switch TextScalar(scalar) {
                case .dropped: break
                case .space, .lineBreak, .paragraphEnd: isApart = count > 0
                case .visible:
                    if isApart { count += 1 }
                    isApart = false
                    if isNew { runs.append(Run(offset: count, look: piece.look, time: piece.time)) }
                    isNew = false
                    if TextScalar.isSpeakable(scalar) { runs[runs.count - 1].isSpoken = true }
                    count += 1
                }
            }
        }
    }

    var isTimed: Bool { runs.contains { $0.time != nil } }

    /// Whether one part of it looks unlike another.
    var isMarked: Bool {
        guard let first = runs.first(where: \.isSpoken) else { return false }
        return runs.contains { $0.isSpoken && $0.look != first.look }
    }

    func looks(like other: MarkedLine) -> Bool {
        runs.count == other.runs.count
            && zip(runs, other.runs).allSatisfy { $0.offset == $1.offset && $0.look == $1.look }
    }
}

/// When the words of a line are reached, by what marks them in the cues that show it: times inside of the text, or another look of the
/// word that is heard.
struct WordMarks {
    let tokens: [String]
    /// What is known: words, and the times at which they begin. Both go up.
    private(set) var anchors: [(word: Int, time: TimeSpan)] = []
    /// The first scalar of each token.
    private let starts: [Int]

    /// - Parameter lines: of cues that show the same text, with the times of those cues.
    init(_ lines: [(line: MarkedLine, start: TimeSpan)]) {
        let scalars = Array(lines[0].line.text.unicodeScalars)
        (tokens, starts) = Self.tokens(scalars, lines.map(\.line))
        guard tokens.count > 1 || lines.count > 1 || lines[0].line.isTimed else { return }
        let timed = lines.flatMap { $0.line.runs.compactMap { run in run.time.map { (run.offset, $0) } } }
        if timed.isEmpty {
            if lines.count > 1 { readLooks(lines) }
        } else {
            let words = timed.compactMap { offset, time in word(at: offset).map { (word: $0, time: time) } }
            for anchor in words.sorted(by: { ($0.time, $0.word) < ($1.time, $1.word) }) {
                add(anchor.word, anchor.time)
            }
        }
    }

    private mutating func add(_ word: Int, _ time: TimeSpan) {
        guard word > anchors.last?.word ?? -1 else { return }
        anchors.append((word, time))
    }

    // MARK: Tokens

    /// Between blanks; where a text has none, as in Japanese, also where a mark stands.
    private static func tokens(_ scalars: [Unicode.Scalar], _ lines: [MarkedLine]) -> ([String], starts: [Int]) {
        var cuts: Set<Int> = []
        for line in lines where line.isTimed || lines.count > 1 {
            for run in line.runs where scalars.indices.contains(run.offset) && run.offset > 0 && run.isSpoken {
                if isUnspaced(scalars[run.offset]) || isUnspaced(scalars[run.offset - 1]) { cuts.insert(run.offset) }
            }
        }
        var (tokens, starts): ([String], [Int]) = ([], [])
        var token = String.UnicodeScalarView()
        for (place, scalar) in scalars.enumerated() {
            if scalar == " " || cuts.contains(place), !token.isEmpty {
                tokens.append(String(token))
                token = String.UnicodeScalarView()
            }
            guard scalar != " " else { continue }
            if token.isEmpty { starts.append(place) }
            token.append(scalar)
        }
        if !token.isEmpty { tokens.append(String(token)) }
        return (tokens, starts)
    }

    /// Of a script that is written without blanks.
    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x30FF, 0x31F0...0x9FFF, 0xF900...0xFAFF,
            0xFF66...0xFF9F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// The word that begins there.
    private func word(at offset: Int) -> Int? {
        let word = self.word(with: offset)
        return starts.indices.contains(word) && starts[word] == offset ? word : nil
    }

    /// The word that a scalar belongs to.
    private func word(with offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    // MARK: Looks

    /// Of all words of all cues of a group.
    private static let mostLooks = 1_000_000

    /// For each word how its parts look.
    private func looks(_ line: MarkedLine) -> [[CueLook]] {
        var looks = [[CueLook]](repeating: [], count: tokens.count)
        for (place, run) in line.runs.enumerated() where run.isSpoken {
            let end = place + 1 < line.runs.count ? line.runs[place + 1].offset - 1 : Int.max
            for word in word(with: run.offset)...word(with: end) where looks[word].last != run.look {
                looks[word].append(run.look)
            }
        }
        return looks
    }

    /// A word is reached when it looks unlike before; at first those are that look unlike the last one.
    private mutating func readLooks(_ lines: [(line: MarkedLine, start: TimeSpan)]) {
        let lines = lines.prefix(max(2, Self.mostLooks / tokens.count))
        guard lines.contains(where: { $0.line.isMarked }) else { return }
        let looks = lines.map { self.looks($0.line) }
        // What always looks so marks nothing.
        let changes = tokens.indices.map { word in looks.contains { $0[word] != looks[0][word] } }
        let rest = looks[0].last { !$0.isEmpty }?.last
        var next = 0
        for (place, words) in looks.enumerated() {
            let marked = words.indices.dropFirst(next).filter { word in
                changes[word] && (place == 0 ? words[word].contains { $0 != rest } : words[word] != looks[0][word])
            }
            guard let first = marked.first, let last = marked.last else { continue }
            add(first, lines[place].start)
            // At first, words behind it may look unlike the last one for another reason.
            next = (place > 0 ? last : marked.last { words[$0] == words[first] } ?? first) + 1
        }
    }
}
