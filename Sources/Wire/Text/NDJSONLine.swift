import Events
import JSON
import SocketIO

/// One event of a stream in text form, to be written by hand, edited and sent around: one JSON object a line.
///
///     {"t":1.25,"event":"chunk_images_ready","data":{"chunk_index":0,"total_images_sent":27}}
///     {"t":1.30,"input":"paused"}
///     {"t":0,"engine_rules":2}
///     {"t":1.31,"mark":"teeth","note":"closed too early"}
///     {"t":1.35,"member":"anna","event":"audio_end"}
///
/// Pictures and sound stand in place as base64. `"binary":true` says that all of them came as attachments, a list of
/// JSON pointers says which did; `"args"` stands for `"data"` when an event has not exactly one argument. A message
/// whose attachments were numbered strangely is written with its placeholders and a list of `"attachments"`.
package struct NDJSONLine: Hashable, Sendable {
    package enum Body: Hashable, Sendable {
        case wire(WireMessage)
        case input(LocalInput)
        /// A named place, for people.
        case mark(name: String, note: String)
        /// The rules of the engine that heard what follows, where it heard anything from its own side.
        case rules(Int)
    }

    /// Since the tape began; never negative.
    package var time: Instant
    package var body: Body
    /// Whose engine hears it; of marks and rules the main one.
    package var member: Member

    package init(time: Instant, body: Body, member: Member = .main) {
        self.time = time
        self.body = body
        self.member = member
    }

    /// The line without its end.
    package var utf8: [UInt8] {
        var bytes = Array("{\"t\":\(Self.seconds(time))".utf8)
        if let name = member.name { Self.write("member", .string(name), to: &bytes) }
        switch body {
        case .wire(let message): NDJSONMessage.write(message, to: &bytes)
        case .input(let input):
            let (name, data) = LocalInputCoding.encode(input)
            Self.write("input", .string(name), to: &bytes)
            if data != .null { Self.write("data", data, to: &bytes) }
        case .mark(let name, let note):
            Self.write("mark", .string(name), to: &bytes)
            if !note.isEmpty { Self.write("note", .string(note), to: &bytes) }
        case .rules(let version): Self.write("engine_rules", .int(Int64(version)), to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// - Parameter earliest: the time of the line before; a line must not be earlier.
    /// - Throws: `WireError.json`, or `.badField` with the member that is missing or wrong.
    package init(_ bytes: some Collection<UInt8>, notBefore earliest: Instant = .zero) throws(WireError) {
        let (object, nonFinite) = try Self.object(bytes)
        time = try Self.time(object, notBefore: earliest)
        member = .main
        if object["event"] == nil, object["input"] == nil, let mark = object["mark"] {
            body = try Self.mark(mark, object["note"])
            return
        }
        if object["event"] == nil, object["input"] == nil, object["engine_rules"] != nil {
            body = .rules(try InputFields(object: object).count("engine_rules", in: 1...Limits.index))
            return
        }
        member = try Self.member(object["member"])
        switch (object["event"], object["input"]) {
        case (.string(let name)?, nil): body = .wire(try NDJSONMessage.read(object, nonFinite, name: name))
        case (nil, .string(let name)?):
            body = .input(try LocalInputCoding.decode(name: name, data: object["data"] ?? .null))
        case (nil, nil): throw .badField(name: "event", reason: "is missing")
        case (_?, _?): throw .badField(name: "input", reason: "cannot stand beside \"event\"")
        case (_?, nil): throw .badField(name: "event", reason: "is not text")
        case (nil, _?): throw .badField(name: "input", reason: "is not text")
        }
    }

    private static func mark(_ name: JSON, _ note: JSON?) throws(WireError) -> Body {
        guard case .string(let name) = name else { throw .badField(name: "mark", reason: "is not text") }
        guard Mark.isName(name) else {
            throw .badField(name: "mark", reason: "has more than \(Mark.longestName) characters")
        }
        guard let note else { return .mark(name: name, note: "") }
        guard case .string(let note) = note else { throw .badField(name: "note", reason: "is not text") }
        guard Mark.isNote(note) else {
            throw .badField(name: "note", reason: "has more than \(Mark.longestNote) characters")
        }
        return .mark(name: name, note: note)
    }

    private static func member(_ name: JSON?) throws(WireError) -> Member {
        guard let name else { return .main }
        guard case .string(let name) = name else { throw .badField(name: "member", reason: "is not text") }
        guard let member = Member(name) else { throw .badField(name: "member", reason: Member.nameRule) }
        return member
    }

    /// The event of a line that counts as of when it comes: its `t` says nothing.
    /// - Throws: `WireError`, also for a line that is no event.
    package static func message(_ bytes: some Collection<UInt8>) throws(WireError) -> WireMessage {
        let (object, nonFinite) = try Self.object(bytes)
        guard case .string(let name)? = object["event"] else {
            throw .badField(name: "event", reason: "is missing")
        }
        return try NDJSONMessage.read(object, nonFinite, name: name)
    }

    private static func object(
        _ bytes: some Collection<UInt8>
    ) throws(WireError) -> (JSONObject, NonFiniteNumbers?) {
        var nonFinite: NonFiniteNumbers?
        guard let object = try JSON(wire: bytes, &nonFinite).object else {
            throw .badField(name: "line", reason: "is not a JSON object")
        }
        // Only backends are known to send such numbers; in any other line it is a mistake.
        if nonFinite != nil, object["event"] == nil { _ = try JSON(wire: bytes) }
        return (object, nonFinite)
    }

    private static func time(_ object: JSONObject, notBefore earliest: Instant) throws(WireError) -> Instant {
        guard let value = object["t"] else { throw .badField(name: "t", reason: "is missing") }
        if case .string = value { throw .badField(name: "t", reason: "is text, not a number of seconds") }
        guard let seconds = value.lenientDouble else {
            throw .badField(name: "t", reason: "is not a number of seconds")
        }
        guard seconds >= 0 else { throw .badField(name: "t", reason: "is negative") }
        let longest = Limits.sessionLength.seconds
        guard seconds <= longest else { throw .badField(name: "t", reason: "is more than \(Int(longest)) seconds") }
        let time = Instant(seconds: seconds)
        guard time >= earliest else {
            throw .badField(name: "t", reason: "is earlier than the line before (\(Self.seconds(earliest)))")
        }
        return time
    }

    /// With as many of six decimals as are needed.
    private static func seconds(_ time: Instant) -> String {
        let whole = time.microseconds / 1_000_000
        let rest = time.microseconds % 1_000_000
        guard rest != 0 else { return String(whole) }
        var digits = String(rest + 1_000_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }

    static func write(_ key: String, _ value: JSON, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: ","))
        JSON.write(key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        value.write(to: &bytes)
    }
}
