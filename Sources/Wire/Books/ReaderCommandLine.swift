import Events

/// What the user of a reader wants, and when: a JSON object a line.
///
///     {"t":2.0,"command":"toggle","track":"translation"}
///     {"t":3.5,"command":"jump","sentence":12}
package struct ReaderCommandLine: Hashable, Sendable {
    package var time: Instant
    package var command: ReaderCommand

    /// - Parameter earliest: the time of the line before; a line must not be earlier.
    package init(_ bytes: some Collection<UInt8>, notBefore earliest: Instant = .zero) throws(WireError) {
        guard let object = try JSON.parse(bytes).object else {
            throw .badField(name: "line", reason: "is no JSON object")
        }
        guard let seconds = object["t"]?.lenientDouble, seconds >= 0, seconds <= Limits.sessionLength.seconds else {
            throw .badField(name: "t", reason: "is no number of seconds from 0 on")
        }
        time = Instant(seconds: seconds)
        guard time >= earliest else {
            throw .badField(name: "t", reason: "is earlier than the line before, at \(earliest.inSeconds)")
        }
        command = try Self.command(InputFields(object: object))
    }

    private static func command(_ fields: InputFields) throws(WireError) -> ReaderCommand {
        let name = try fields.text("command")
        switch name {
        case "resume", "play": return .resume
        case "pause": return .pause
        case "stop": return .stop
        case "next": return .next
        case "previous": return .previous
        case "word_next": return .nextWord
        case "word_previous": return .previousWord
        case "toggle": return .toggle(try track(fields))
        case "text": return .text(try lane(fields))
        case "jump": return .jump(sentence: try fields.count("sentence"))
        case "chapter": return .chapter(try fields.count("chapter", in: 1...Fields.indexLimit))
        case "speed": return .speed(percent: try fields.count("percent"))
        case "word": return .word(try lane(fields), try fields.count("index"))
        case "sleep":
            return .sleep(minutes: fields.object["minutes"] == nil ? nil : try fields.count("minutes"))
        default: throw .badField(name: "command", reason: "is \(Oddities.shown(.string(name))); expected \(names)")
        }
    }

    private static let names =
        "toggle, jump, next, previous, word_next, word_previous, word, speed, pause, resume, chapter, text, sleep or stop"

    private static func track(_ fields: InputFields) throws(WireError) -> BookTrack {
        let name = try fields.text("track")
        guard let track = BookTrack(rawValue: name), track != .mix else {
            throw .badField(
                name: "track", reason: "is \(Oddities.shown(.string(name))); expected original or translation")
        }
        return track
    }

    private static func lane(_ fields: InputFields) throws(WireError) -> Lane {
        let name = try fields.text("lane")
        guard let lane = Lane(rawValue: name) else {
            throw .badField(
                name: "lane",
                reason: "is \(Oddities.shown(.string(name))); expected original, transliteration or translation")
        }
        return lane
    }
}
