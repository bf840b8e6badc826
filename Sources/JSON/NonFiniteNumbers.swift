/// Numbers that JSON cannot hold, where programs write them all the same: `NaN` and `-Infinity` (Python's `json`), `nan` and `inf`
/// (C's `printf`), and `1e999`.
package struct NonFiniteNumbers: Hashable, Sendable {
    package private(set) var count = 0
    /// Where the first one stands, from the root of the text on.
    package private(set) var place = JSONPointer()
    /// The first one as it was written.
    package private(set) var word = ""

    fileprivate mutating func add(_ word: String, at place: JSONPointer) {
        if count == 0 { (self.word, self.place) = (word, place) }
        count += 1
    }
}

extension JSON {
    /// As `parse`. A text that is JSON but for numbers that JSON cannot hold is read with `null` in their places.
    /// - Parameter nonFinite: those numbers; `nil` where there are none.
    /// - Throws: what `parse` says of the text as it came.
    package static func parse(
        mending bytes: some Collection<UInt8>, depth: Int = depthLimit, _ nonFinite: inout NonFiniteNumbers?
    ) throws(JSONError) -> JSON {
        nonFinite = nil
        do throws(JSONError) {
            return try parse(bytes, depth: depth)
        } catch {
            guard case .notJSON = error else { throw error }
            var scan = NonFiniteScan(Array(bytes)[...])
            guard scan.run(), scan.found.count > 0, let value = try? parse(scan.mended, depth: depth) else {
                throw error
            }
            nonFinite = scan.found
            return value
        }
    }
}

/// Goes through a text by its strings, words and brackets, without judging it.
private struct NonFiniteScan {
    private enum Step {
        case member(ArraySlice<UInt8>)
        case element(Int)
    }

    private var rest: ArraySlice<UInt8>
    private var path: [Step] = []
    private(set) var mended: [UInt8] = []
    private(set) var found = NonFiniteNumbers()

    init(_ text: ArraySlice<UInt8>) {
        rest = text
        mended.reserveCapacity(text.count)
    }

    /// - Returns: false for a text that is nested too deep.
    mutating func run() -> Bool {
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "\""): takeString()
            case _ where Self.isOfWord(byte): takeWord()
            default:
                follow(byte)
                take(1)
            }
            if path.count > JSON.depthLimit { return false }
        }
        return true
    }

    private mutating func take(_ length: Int) {
        mended += rest.prefix(length)
        rest = rest.dropFirst(length)
    }

    private mutating func follow(_ byte: UInt8) {
        switch (byte, path.last) {
        case (UInt8(ascii: "{"), _): path.append(.member([]))
        case (UInt8(ascii: "["), _): path.append(.element(0))
        case (UInt8(ascii: "}"), _), (UInt8(ascii: "]"), _): _ = path.popLast()
        case (UInt8(ascii: ","), .element(let index)?): path[path.count - 1] = .element(index + 1)
        default: break
        }
    }

    /// A string that a colon follows, or that is a value: of a member the last one before a number is its name.
    private mutating func takeString() {
        var place = rest.startIndex + 1
        while place < rest.endIndex, rest[place] != UInt8(ascii: "\"") {
            // What an escape stands for does not matter.
            place += rest[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = min(place, rest.endIndex)
        if case .member? = path.last {
            path[path.count - 1] = .member(rest[(rest.startIndex + 1)..<max(end, rest.startIndex + 1)])
        }
        take(min(end + 1, rest.endIndex) - rest.startIndex)
    }

    private mutating func takeWord() {
        let word = rest.prefix(while: Self.isOfWord)
        guard Self.isNonFinite(word) else { return take(word.count) }
        found.add(String(decoding: word, as: UTF8.self), at: found.count == 0 ? place : JSONPointer())
        mended += "null".utf8
        rest = rest.dropFirst(word.count)
    }

    private var place: JSONPointer {
        JSONPointer(
            steps: path.map {
                switch $0 {
                case .member(let name): String(decoding: name, as: UTF8.self)
                case .element(let index): String(index)
                }
            })
    }

    private static func isNonFinite(_ word: ArraySlice<UInt8>) -> Bool {
        // Longer ones are no numbers that anybody writes.
        guard word.count <= 400 else { return false }
        let text = String(decoding: word, as: UTF8.self).lowercased()
        let isSigned = text.first == "-" || text.first == "+"
        if ["nan", "inf", "infinity"].contains(isSigned ? String(text.dropFirst()) : text) { return true }
        let isNumber = word.allSatisfy { isDigit($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }
        return isNumber && Double(text)?.isInfinite == true
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
