/// The text of a page's paragraph while it is coming.
struct PageText {
    /// UTF-8; a line break is a blank.
    private(set) var bytes: [UInt8] = []
    /// Something else than blanks, and than pictures of letters.
    private(set) var hasWords = false
    /// There is code in it.
    var hasCode = false
    private var raised: [RaisedText] = []
    /// Where another language begins.
    private var runs: [(start: Int, language: String?)] = []
    /// Behind a large first letter.
    private var letterEnd: Int?
    /// A picture of one, which the next paragraph may go on with.
    private var isCarried = false
    /// The end, where a mark is gone from: brackets around it go with it.
    private var gap: Int?

    var count: Int { bytes.count }
    /// The mark that comes next would touch a word.
    var touches: Bool { bytes.last.map { $0 != 0x20 && $0 != 0x0A } ?? false }

    /// A place to go back to.
    struct Place {
        let count: Int
        let hasWords: Bool
    }

    var place: Place { Place(count: bytes.count, hasWords: hasWords) }

    // MARK: Taking

    mutating func append(_ piece: UnsafeBufferPointer<UInt8>, _ language: String?) {
        begin(language)
        bytes.reserveCapacity(bytes.count + piece.count)
        var piece = piece[...]
        if gap == bytes.count { closeGap(before: &piece) }
        gap = nil
        for byte in piece {
            let isSpace = byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
            hasWords = hasWords || !isSpace
            bytes.append(isSpace ? 0x20 : byte)
        }
    }

    private mutating func closeGap(before piece: inout Slice<UnsafeBufferPointer<UInt8>>) {
        if let first = piece.first, [0x29, 0x5D, 0x7D].contains(first), let last = bytes.last,
            [0x28, 0x5B, 0x7B].contains(last)
        {
            bytes.removeLast()
            piece = piece.dropFirst()
        }
        if bytes.last == 0x20, let first = piece.first, [0x2C, 0x2E, 0x3A, 0x3B, 0x21, 0x3F].contains(first) {
            bytes.removeLast()
        }
    }

    /// Words that stand in no text of the page itself.
    mutating func append(_ words: String, _ language: String?, isWord: Bool = true) {
        begin(language)
        bytes += words.utf8
        hasWords = hasWords || isWord
    }

    mutating func appendSign(_ text: String) { bytes += text.utf8 }

    private mutating func begin(_ language: String?) {
        if runs.isEmpty || runs.last?.language != language { runs.append((bytes.count, language)) }
    }

    // MARK: What was just taken

    /// What came since a place.
    func since(_ place: Place) -> String {
        place.count < bytes.count ? String(decoding: bytes[place.count...].prefix(400), as: UTF8.self) : ""
    }

    mutating func remove(since place: Place) {
        guard place.count <= bytes.count else { return }
        bytes.removeLast(bytes.count - place.count)
        hasWords = place.hasWords
        while let last = raised.last, last.range.upperBound > place.count { raised.removeLast() }
        while let last = runs.last, last.start >= place.count { runs.removeLast() }
        if let end = letterEnd, end > place.count { letterEnd = nil }
        gap = bytes.count
    }

    mutating func raise(since place: Place, isLowered: Bool, isLink: Bool) {
        guard place.count < bytes.count else { return }
        // One in the other is one.
        while let last = raised.last, last.range.lowerBound >= place.count { raised.removeLast() }
        raised.append(RaisedText(range: place.count..<bytes.count, isLowered: isLowered, isLink: isLink))
    }

    /// A link ends. If all of it is raised it may go to a note.
    mutating func endLink(since place: Place) {
        guard let last = raised.indices.last, raised[last].range.lowerBound >= place.count else { return }
        let inside = bytes[place.count..<raised[last].range.lowerBound] + bytes[raised[last].range.upperBound...]
        if inside.allSatisfy({ $0 == 0x20 }) { raised[last].isLink = true }
    }

    /// What came since a place may be the first letter of a word that goes on behind a blank.
    mutating func endFirstLetter(since place: Place, isCarried: Bool = false) {
        guard letterEnd == nil, bytes.count > place.count, bytes.count <= place.count + 8 else { return }
        letterEnd = bytes.count
        self.isCarried = isCarried && !hasWords
    }

    // MARK: Giving

    /// The paragraph; `nil` when there is none, and what comes begins the next one.
    mutating func take(_ language: String?) -> Page.Block? {
        if !hasWords, isCarried, bytes.count < 64 { return nil }
        defer { self = PageText(room: bytes.capacity) }
        guard hasWords else { return nil }
        joinFirstLetter()
        var text = bytes
        if !raised.isEmpty {
            var moves: [(place: Int, by: Int)] = []
            text = RaisedText.read(bytes, raised) { moves.append(($0, $1)) }
            move(moves)
        }
        if let shorter = NoteMark.withoutBracketed(text, behindWords: !hasCode), runs.count < 2 { text = shorter }
        return block(text, language)
    }

    private init(room: Int) { bytes.reserveCapacity(min(room, 4_096)) }
    init() {}

    private mutating func move(_ moves: [(place: Int, by: Int)]) {
        var next = 0
        for place in runs.indices {
            while next + 1 < moves.count, moves[next + 1].place <= runs[place].start { next += 1 }
            if let move = moves.indices.contains(next) ? moves[next] : nil, move.place <= runs[place].start {
                runs[place].start = max(0, runs[place].start + move.by)
            }
        }
    }

    private func block(_ text: [UInt8], _ language: String?) -> Page.Block {
        // Runs of blanks alone are of no language.
        let places = runs.indices.filter { place in
            let end = min(text.count, place + 1 < runs.count ? runs[place + 1].start : text.count)
            return runs[place].start < end && text[runs[place].start..<end].contains { $0 > 0x20 }
        }
        let spoken = places.map { runs[$0] }
        guard let first = spoken.first else { return Page.Block(text: text, language: language) }
        guard spoken.contains(where: { $0.language != first.language }) else {
            return Page.Block(text: text, language: first.language)
        }
        let others = spoken.map { (start: $0.start, language: $0.language == language ? nil : $0.language) }
        return Page.Block(text: text, language: language, runs: others)
    }

    /// `T` and ` he sea` are one word.
    private mutating func joinFirstLetter() {
        guard let end = letterEnd, end < bytes.count, bytes[end] == 0x20 else { return }
        guard let letter = String(decoding: bytes[..<end].suffix(4), as: UTF8.self).unicodeScalars.last,
            "BCDFGHJKLMNPQRSTVXZ".unicodeScalars.contains(letter)
        else { return }
        let next = bytes[end...].firstIndex { $0 != 0x20 && $0 != 0x0A } ?? bytes.count
        guard next < bytes.count, (0x41...0x5A).contains(bytes[next] & 0xDF) || bytes[next] >= 0xC3 else { return }
        let by = next - end
        bytes.removeSubrange(end..<next)
        raised = raised.map { one in
            guard one.range.lowerBound >= next else { return one }
            var one = one
            one.range = one.range.lowerBound - by..<one.range.upperBound - by
            return one
        }
        for place in runs.indices where runs[place].start > end { runs[place].start = max(end, runs[place].start - by) }
    }
}
