import Events

/// Texts with times of other programs, as WebVTT, which then is read as any other.
enum LyricsReader {
    // MARK: Lyrics

    /// LRC: `[01:02.50]` in front of each line, several of them where it is sung again; `<01:02.50>` in front of words.
    static func lyrics(_ text: String) -> (vtt: String, title: String?, author: String?) {
        var lines: [(start: TimeSpan, text: Substring)] = []
        var tags: [String: Substring] = [:]
        for line in TextLines(text).lines {
            var rest = line.first == "\u{FEFF}" ? line.dropFirst().stripped : line.stripped
            var starts: [TimeSpan] = []
            while rest.first == "[", let end = rest.utf8.prefix(400).firstIndex(of: UInt8(ascii: "]")) {
                let tag = rest[..<end].dropFirst()
                if let time = time(tag) {
                    starts.append(time)
                } else if starts.isEmpty, let colon = tag.firstIndex(of: ":") {
                    tags[tag[..<colon].lowercased()] = tag[tag.index(after: colon)...].stripped
                } else {
                    break
                }
                rest = rest[rest.index(after: end)...].stripped
            }
            guard lines.count + starts.count <= TextLimits.cues else { break }
            lines += starts.map { ($0, rest) }
        }
        // What is given is how much earlier they are shown.
        let offset = tags["offset"].flatMap { Int64($0.hasPrefix("+") ? $0.dropFirst() : $0) } ?? 0
        let shift = TimeSpan(microseconds: abs(offset) <= 600_000 ? -offset * 1_000 : 0)
        let ordered = lines.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .map(\.element)
        var result = "WEBVTT\n"
        if let language = tags["la"] { result += "Language: \(language)\n" }
        for (place, line) in ordered.enumerated() where !line.text.isEmpty {
            let next = ordered[place...].first { $0.start > line.start }?.start ?? line.start + longest
            let start = later(line.start, shift)
            result += "\n\(stamp(start)) --> \(stamp(max(start, later(next, shift))))\n\(words(line.text, shift))\n"
        }
        let (title, author) = (tags["ti"].map(String.init), tags["ar"].map(String.init))
        return (result, FoldedText.name(title), FoldedText.name(author))
    }

    /// The last line is shown so long.
    private static let longest = TimeSpan.seconds(5)

    private static func later(_ time: TimeSpan, _ shift: TimeSpan) -> TimeSpan { max(.zero, time + shift) }

    /// `01:02.50`, also `01:02:50`, as some write it.
    private static func time(_ tag: Substring) -> TimeSpan? {
        guard let first = tag.utf8.first, (0x30...0x39).contains(first) else { return nil }
        if let time = CueTimes.time(tag), tag.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1 { return time }
        let parts = tag.split(separator: ":")
        return parts.count == 3 && parts[2].utf8.count == 2 ? CueTimes.time("\(parts[0]):\(parts[1]).\(parts[2])") : nil
    }

    /// With the times of words as WebVTT has them; all other signs are text.
    private static func words(_ text: Substring, _ shift: TimeSpan) -> String {
        var result = ""
        var rest = text
        while let sign = rest.firstIndex(of: "<") {
            result += escaped(rest[..<sign])
            let body = rest[rest.index(after: sign)...]
            if let end = body.utf8.prefix(16).firstIndex(of: UInt8(ascii: ">")), let time = time(body[..<end]) {
                result += "<\(stamp(later(time, shift)))>"
                rest = body[body.index(after: end)...]
            } else {
                result += "&lt;"
                rest = body
            }
        }
        return result + escaped(rest)
    }

    // MARK: YouTube's captions

    /// SBV: `0:00:01.000,0:00:03.500`, then lines of text up to an empty one.
    static func captions(_ text: String) -> String {
        var result = "WEBVTT\n"
        for line in TextLines(text).lines {
            if let (start, end) = captionTimes(line.first == "\u{FEFF}" ? line.dropFirst() : line) {
                result += "\n\(stamp(start)) --> \(stamp(end))\n"
            } else {
                let parts = line.split(separator: "[br]", omittingEmptySubsequences: false)
                result += parts.map { escaped($0) }.joined(separator: "\n") + "\n"
            }
        }
        return result
    }

    static func captionTimes(_ line: Substring) -> (start: TimeSpan, end: TimeSpan)? {
        let line = line.stripped
        guard line.utf8.count <= 40, let first = line.utf8.first, (0x30...0x39).contains(first) else { return nil }
        let parts = line.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count { $0 == UInt8(ascii: ":") } == 2 }),
            let start = CueTimes.time(parts[0].stripped), let end = CueTimes.time(parts[1].stripped)
        else { return nil }
        return (start, end)
    }

    /// Whether a line is one of lyrics with times: `[00:12.00]`, or one of their tags.
    static func isLyrics(_ line: Substring) -> Bool {
        guard line.first == "[", let end = line.utf8.prefix(200).firstIndex(of: UInt8(ascii: "]")) else { return false }
        let tag = line[..<end].dropFirst()
        return time(tag) != nil
            || ["ti:", "ar:", "al:", "by:", "au:", "la:", "offset:", "length:", "re:", "ve:"]
                .contains { tag.lowercased().hasPrefix($0) }
    }

    // MARK: WebVTT

    private static func escaped(_ text: Substring) -> String {
        guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else { return String(text) }
        return text.reduce(into: "") { result, letter in
            switch letter {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(letter)
            }
        }
    }

    /// `01:02:03.456`
    private static func stamp(_ time: TimeSpan) -> String {
        let millis = time.microseconds / 1_000
        func digits(_ value: Int64, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let clock = [millis / 3_600_000, millis / 60_000 % 60, millis / 1_000 % 60].map { digits($0, 2) }
        return clock.joined(separator: ":") + "." + digits(millis % 1_000, 3)
    }
}

extension CueReading {
    static func lyrics(_ bytes: [UInt8]) throws(TextError) -> BookText {
        let decoded = TextDecoding(bytes)
        let found = LyricsReader.lyrics(decoded.text)
        var book = try read(Array(found.vtt.utf8), SRTReader.vtt)
        (book.title, book.author) = (found.title, found.author)
        book.oddities = decoded.oddities + book.oddities
        return book
    }

    static func captions(_ bytes: [UInt8]) throws(TextError) -> BookText {
        let decoded = TextDecoding(bytes)
        var book = try read(Array(LyricsReader.captions(decoded.text).utf8), SRTReader.vtt)
        book.oddities = decoded.oddities + book.oddities
        return book
    }
}
