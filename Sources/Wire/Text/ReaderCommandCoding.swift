import Events
import JSON

/// Commands of a reader as JSON: `command` is the name, beside it what it needs.
enum ReaderCommandCoding {
    /// Numbers beyond those that are read are their nearest ones, which mean the same: the ends of the book, or nothing.
    static func encode(_ command: ReaderCommand) -> JSON {
        let (name, member) = named(command)
        return .object(JSONObject([JSONObject.Member("command", .string(name))] + member))
    }

    private static func named(_ command: ReaderCommand) -> (String, [JSONObject.Member]) {
        func one(_ key: String, _ value: JSON) -> [JSONObject.Member] { [JSONObject.Member(key, value)] }
        func number(_ key: String, _ number: Int) -> [JSONObject.Member] {
            one(key, .number(number.clamped(to: 0...Limits.index)))
        }
        func place(_ key: String, _ place: Int, from first: Int) -> [JSONObject.Member] {
            let places = first...Limits.index
            return one(key, .number(places.contains(place) ? place : places.upperBound))
        }
        switch command {
        case .resume: return ("resume", [])
        case .pause: return ("pause", [])
        case .stop: return ("stop", [])
        case .next: return ("next", [])
        case .previous: return ("previous", [])
        case .nextWord: return ("word_next", [])
        case .previousWord: return ("word_previous", [])
        case .retry: return ("retry", [])
        case .nextChunk: return ("chunk_next", [])
        case .previousChunk: return ("chunk_previous", [])
        case .nextLane: return ("lane_next", [])
        case .previousLane: return ("lane_previous", [])
        case .extendSelection: return ("extend", [])
        case .toggle(let track): return ("toggle", one("track", .string(track.rawValue)))
        case .text(let lane): return ("text", one("lane", .string(lane.rawValue)))
        case .jump(let sentence): return ("jump", number("sentence", sentence))
        case .chapter(let chapter): return ("chapter", place("chapter", chapter, from: 1))
        case .speed(let percent): return ("speed", number("percent", percent))
        case .word(let lane, let index):
            return ("word", one("lane", .string(lane.rawValue)) + place("index", index, from: 0))
        case .place(let at):
            let word = one("lane", .string(at.lane.rawValue)) + place("index", at.word, from: 0)
            return ("place", number("sentence", at.sentence) + word)
        case .sleep(let minutes): return ("sleep", minutes.map { number("minutes", $0) } ?? [])
        }
    }

    static func decode(_ fields: InputFields) throws(WireError) -> ReaderCommand {
        let name = try fields.text("command")
        switch name {
        case "resume", "play": return .resume
        case "pause": return .pause
        case "stop": return .stop
        case "next": return .next
        case "previous": return .previous
        case "word_next": return .nextWord
        case "word_previous": return .previousWord
        case "retry": return .retry
        case "chunk_next": return .nextChunk
        case "chunk_previous": return .previousChunk
        case "lane_next": return .nextLane
        case "lane_previous": return .previousLane
        case "extend": return .extendSelection
        case "toggle": return .toggle(try track(fields))
        case "text": return .text(try lane(fields))
        case "jump": return .jump(sentence: try fields.count("sentence"))
        case "chapter": return .chapter(try fields.count("chapter", in: 1...Limits.index))
        case "speed": return .speed(percent: try fields.count("percent"))
        case "word": return .word(try lane(fields), try fields.count("index"))
        case "place":
            let place = BookPlace(
                sentence: try fields.count("sentence"), try lane(fields), word: try fields.count("index"))
            return .place(place)
        case "sleep":
            return .sleep(minutes: fields.object["minutes"] == nil ? nil : try fields.count("minutes"))
        default: throw .badField(name: "command", reason: "is \(Oddities.shown(.string(name))); expected \(names)")
        }
    }

    private static let names =
        """
        toggle, jump, next, previous, word_next, word_previous, word, place, lane_next, lane_previous, extend, chunk_next, \
        chunk_previous, speed, pause, resume, chapter, text, sleep, retry or stop
        """

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

/// What the user of a reader wants, and when: a JSON object a line.
///
///     {"t":2.0,"command":"toggle","track":"translation"}
///     {"t":3.5,"command":"jump","sentence":12}
package struct ReaderCommandLine: Hashable, Sendable {
    package var time: Instant
    package var command: ReaderCommand

    /// - Parameter earliest: the time of the line before; a line must not be earlier.
    package init(_ bytes: some Collection<UInt8>, notBefore earliest: Instant = .zero) throws(WireError) {
        guard let object = try JSON(wire: bytes).object else {
            throw .badField(name: "line", reason: "is not a JSON object")
        }
        guard let seconds = object["t"]?.lenientDouble, seconds >= 0, seconds <= Limits.sessionLength.seconds else {
            throw .badField(name: "t", reason: "is not a number of seconds from 0 on")
        }
        time = Instant(seconds: seconds)
        guard time >= earliest else {
            throw .badField(name: "t", reason: "is earlier than the line before, at \(earliest.inSeconds)")
        }
        command = try ReaderCommandCoding.decode(InputFields(object: object))
    }
}
