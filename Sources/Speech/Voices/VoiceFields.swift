import Events
import JSON

/// What is wrong with a line of the voices' protocol.
package struct VoiceLineError: ReasonedError, Hashable {
    package let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// A line of the voices' protocol: an object with one member, whose name says what it is.
struct VoiceMessage {
    let kind: String
    private let value: JSON

    init(line: some Collection<UInt8>) throws(VoiceLineError) {
        let json: JSON
        do throws(JSONError) { json = try JSON.parse(line) } catch { throw VoiceLineError(error.reason) }
        guard let members = json.object?.members, members.count == 1, let member = members.first else {
            throw VoiceLineError("expected an object with one member")
        }
        (kind, value) = (member.key, member.value)
    }

    func fields() throws(VoiceLineError) -> VoiceFields {
        guard let object = value.object else { throw VoiceLineError("\"\(kind)\" is not an object") }
        return VoiceFields(object: object)
    }
}

/// What belongs to it; members that nobody asks for are nothing.
struct VoiceFields {
    let object: JSONObject

    /// Numbers beyond it are nobody's.
    private static let largest = UInt(Int32.max)
    /// An hour, in milliseconds.
    private static let latest = 3_600_000.0

    func text(_ name: String) throws(VoiceLineError) -> String {
        guard let text = try optionalText(name) else { throw VoiceLineError("\"\(name)\" is missing") }
        return text
    }

    func optionalText(_ name: String) throws(VoiceLineError) -> String? {
        guard let value = object[name] else { return nil }
        guard let text = value.string else { throw VoiceLineError("\"\(name)\" is not text") }
        return text
    }

    func int(_ name: String) throws(VoiceLineError) -> Int {
        guard let number = try optionalInt(name) else { throw VoiceLineError("\"\(name)\" is missing") }
        return number
    }

    func optionalInt(_ name: String) throws(VoiceLineError) -> Int? {
        guard let value = object[name] else { return nil }
        guard case .int(let number) = value, let number = Int(exactly: number), number.magnitude <= Self.largest else {
            throw VoiceLineError("\"\(name)\" is not a 32-bit integer")
        }
        return number
    }

    /// `from` and `to`, in milliseconds.
    func span() throws(VoiceLineError) -> Range<TimeSpan> {
        let (from, to) = (try time("from"), try time("to"))
        guard from <= to else { throw VoiceLineError("\"to\" is before \"from\"") }
        return from..<to
    }

    private func time(_ name: String) throws(VoiceLineError) -> TimeSpan {
        let milliseconds: Double
        switch object[name] {
        case .int(let value): milliseconds = Double(value)
        case .double(let value): milliseconds = value
        case nil: throw VoiceLineError("\"\(name)\" is missing")
        default: throw VoiceLineError("\"\(name)\" is not a number")
        }
        guard (0...Self.latest).contains(milliseconds) else {
            throw VoiceLineError("\"\(name)\" is \(milliseconds), expected 0 to \(Int(Self.latest)) ms")
        }
        return TimeSpan(seconds: milliseconds / 1_000)
    }
}
