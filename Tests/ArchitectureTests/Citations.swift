/// A part of docs/specification. Each counts its sections from 1.
enum SpecificationPart: CaseIterable {
    case stream
    /// Cited as "reader 1.8".
    case reader
    /// Cited as "tile 2.5" or "picture-in-picture 2.5".
    case tile

    /// Of the page at `path`; files elsewhere belong to the stream.
    init(path: String) {
        if path.hasPrefix("docs/specification/reader/") {
            self = .reader
        } else if path.hasPrefix("docs/specification/tile/") {
            self = .tile
        } else {
            self = .stream
        }
    }
}

/// Which sections of docs/specification, and which ids of faults and cases, a text cites.
///
/// Bytes are read by hand, since everything that is looked for is ASCII and regexes take seconds for all sources.
struct Citations: Equatable {
    struct Citation: Equatable {
        /// As cited, a range with all that is in it: `3.10`, `N24b`.
        let name: String
        let line: Int
        /// Whose section; an id says it itself.
        var part = SpecificationPart.stream
    }

    private(set) var sections: [Citation] = []
    private(set) var ids: [Citation] = []
    /// Where a section is cited as one of the "reference", which is what the specification was called before.
    private(set) var outdated: [Int] = []

    /// - Parameter bareForms: the part that `(3.10)` and `(2.2, 3.5)` cite; `nil` where they cite nothing.
    init(_ text: String, bareForms: SpecificationPart?) {
        var reader = ByteReader(Array(text.utf8))
        while let byte = reader.next {
            if byte == UInt8(ascii: "(") {
                reader.skip(1)
                if let bareForms { addBare(&reader, of: bareForms) }
            } else if ByteReader.isPartOfWord(byte) {
                addWord(&reader)
            } else {
                reader.skip(1)
            }
        }
    }

    private mutating func addBare(_ reader: inout ByteReader, of part: SpecificationPart) {
        var ahead = reader
        let numbers = ahead.numbers()
        guard numbers.first?.contains(".") == true, !numbers[0].hasPrefix("0"),
            let end = ahead.next, [UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: ";")].contains(end)
        else { return }
        add(numbers, of: part, line: reader.line)
        reader = ahead
    }

    private mutating func addWord(_ reader: inout ByteReader) {
        let line = reader.line
        let word = reader.word()
        if Self.isID(word) { ids.append(Citation(name: word, line: line)) }
        // What follows is read ahead: where it is no number, it may be a citation of another kind.
        var ahead = reader
        switch word {
        case "specification", "Specification":
            ahead.skipToNumbers()
            let numbers = ahead.numbers()
            guard !numbers.isEmpty else { return }
            add(numbers, of: .stream, line: line)
            reader = ahead
        case "reader", "Reader":
            addSection(ahead, of: .reader, line: line)
        case "tile", "Tile":
            addSection(ahead, of: .tile, line: line)
        case "picture" where ahead.take("-in-picture"):
            addSection(ahead, of: .tile, line: line)
        case "reference", "Reference":
            let isCitation = ahead.skipToNumbers()
            let numbers = ahead.numbers()
            if numbers.contains(where: { $0.contains(".") }) || isCitation && !numbers.isEmpty { outdated.append(line) }
        case "Test", "Suite":
            for number in ahead.numbersOfTestName(everywhere: word == "Suite") {
                add([number], of: .stream, line: line)
            }
        default: break
        }
    }

    /// The numbers that follow at once. A whole number is a citation only at the end of a phrase: a reader may have 3 books.
    private mutating func addSection(_ reader: ByteReader, of part: SpecificationPart, line: Int) {
        var ahead = reader
        ahead.skipBlanks()
        let numbers = ahead.numbers()
        let isEnd = ahead.next.map { "),;:.\n".utf8.contains($0) } ?? true
        add(numbers.filter { $0.contains(".") || isEnd }, of: part, line: line)
    }

    private mutating func add(_ numbers: [String], of part: SpecificationPart, line: Int) {
        sections += numbers.flatMap(Self.expanded).map { Citation(name: $0, line: line, part: part) }
    }

    /// `1.6-1.9` gives 1.6, 1.7, 1.8 and 1.9.
    private static func expanded(_ number: String) -> [String] {
        let ends = number.split(separator: "-").map(String.init)
        guard ends.count == 2 else { return [number] }
        let (first, last) = (ends[0].split(separator: "."), ends[1].split(separator: "."))
        guard first.count == last.count, first.dropLast() == last.dropLast(), let low = Int(first.last ?? ""),
            let high = Int(last.last ?? ""), low <= high
        else { return ends }
        let front = first.dropLast().map { "\($0)." }.joined()
        return (low...high).map { "\(front)\($0)" }
    }

    /// `N14`, `K3`, `PN14`, `RK1`, `N24b`.
    static func isID(_ word: String) -> Bool {
        let letters = word.prefix { $0.isASCII && $0.isUppercase }
        let rest = word.dropFirst(letters.count)
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        let variant = rest.dropFirst(digits.count)
        guard (1...3).contains(digits.count), digits.first != "0", variant.count <= 1,
            variant.allSatisfy({ $0.isASCII && $0.isLowercase })
        else { return false }
        return kinds.contains(String(letters))
    }

    private static let kinds: Set<String> = Set(["K", "N", "PB", "PN"]).union("ADIKLNSTV".map { "R\($0)" })
}

/// Bytes of a text from the front to the back, with the number of the line.
struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0
    private(set) var line = 1

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skip(_ count: Int) {
        for _ in 0..<count where position < bytes.count {
            if bytes[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
    }

    mutating func word() -> String {
        let start = position
        while let byte = next, Self.isPartOfWord(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8?) -> Bool {
        byte.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }

    /// From behind "specification" to where its numbers may be: behind `'s`, a comma or colon, line breaks with the comment's
    /// slashes, and "section" or "sections". Whether the latter was there.
    @discardableResult
    mutating func skipToNumbers() -> Bool {
        _ = take("'s")
        if !take(",") { _ = take(":") }
        skipBlanks()
        guard take("sections") || take("section") else { return false }
        skipBlanks()
        return true
    }

    fileprivate mutating func skipBlanks() {
        var isNewLine = false
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\n"): isNewLine = true
            case UInt8(ascii: " "): break
            case UInt8(ascii: "/") where isNewLine: break
            default: return
            }
            skip(1)
        }
    }

    fileprivate mutating func take(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        skip(text.utf8.count)
        return true
    }

    /// `3.10`, `2.2, 3.5`, `2 and 3`, `1.6-1.9`; the latter as one. Nothing is taken of what is no number.
    mutating func numbers() -> [String] {
        var found: [String] = []
        while let number = number() {
            if isRange, let first = found.popLast() { found.append("\(first)-\(number)") } else { found.append(number) }
            let before = self
            isRange = take("-") || take("–")
            guard isRange || takeSeparator(), Self.isDigit(next) else {
                self = before
                break
            }
        }
        isRange = false
        return found
    }

    private var isRange = false

    private mutating func takeSeparator() -> Bool {
        if take(" and ") || take(" or ") { return true }
        guard take(",") else { return false }
        skipBlanks()
        return true
    }

    private mutating func number() -> String? {
        guard Self.isDigit(next) else { return nil }
        let start = position
        while Self.isDigit(next) || (next == UInt8(ascii: ".") && isDigit(at: position + 1)) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private func isDigit(at place: Int) -> Bool { place < bytes.count && Self.isDigit(bytes[place]) }

    /// Behind `@Test` or `@Suite`: the section that the name begins with, if need be behind ids; or all that it names.
    mutating func numbersOfTestName(everywhere: Bool) -> [String] {
        guard take("(") else { return [] }
        skipBlanks()
        guard take("\"") else { return [] }
        var found: [String] = []
        while let byte = next, byte != UInt8(ascii: "\"") {
            if Self.isDigit(byte) {
                if let number = number(), number.contains("."), !number.hasPrefix("0") { found.append(number) }
                if !everywhere { return found }
            } else if Self.isPartOfWord(byte) {
                let word = word()
                guard everywhere || Citations.isID(word) || word == "and" else { return [] }
            } else {
                skip(1)
            }
        }
        return everywhere ? found : []
    }
}
