import Events

/// JSON as those who make books write it: with a mark at its beginning, and with numbers that are none.
package enum BookJSON {
    /// - Parameter depth: as `JSON.parse`.
    package static func parse(_ bytes: [UInt8], depth: Int = Limits.jsonDepth) throws(BookError) -> JSON {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        do throws(WireError) {
            return try JSON.parse(text, depth: depth)
        } catch {
            guard case .notJSON = error, let repaired = withoutEndlessNumbers(text) else { throw .unreadable(error) }
            do throws(WireError) { return try JSON.parse(repaired) } catch { throw .unreadable(error) }
        }
    }

    /// With `null` for `1e999`, `NaN` and `-Infinity`; `nil` where there is nothing of that kind.
    private static func withoutEndlessNumbers(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var (rest, isChanged) = (text, false)
        while let byte = rest.first {
            let length = byte == UInt8(ascii: "\"") ? stringLength(rest) : isOfWord(byte) ? wordLength(rest) : 1
            let part = rest.prefix(length)
            let isEndless = isOfWord(byte) && isEndless(part)
            result += isEndless ? Array("null".utf8)[...] : part
            isChanged = isChanged || isEndless
            rest = rest.dropFirst(length)
        }
        return isChanged ? result : nil
    }

    private static func isEndless(_ word: ArraySlice<UInt8>) -> Bool {
        // Longer ones are no numbers that anybody writes.
        guard word.count <= 400 else { return false }
        let text = String(decoding: word, as: UTF8.self)
        if ["NaN", "-NaN", "Infinity", "-Infinity"].contains(text) { return true }
        let isNumber = word.allSatisfy { isDigit($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }
        return isNumber && Double(text)?.isInfinite == true
    }

    /// With both quotes; what an escape stands for does not matter.
    private static func stringLength(_ text: ArraySlice<UInt8>) -> Int {
        var place = text.startIndex + 1
        while place < text.endIndex, text[place] != UInt8(ascii: "\"") {
            place += text[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place + 1, text.endIndex) - text.startIndex
    }

    private static func wordLength(_ text: ArraySlice<UInt8>) -> Int { text.prefix(while: isOfWord).count }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
