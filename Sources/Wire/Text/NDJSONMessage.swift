import Events
import JSON
import SocketIO

/// The part of a line that holds a wire message.
enum NDJSONMessage {
    static func write(_ message: WireMessage, to bytes: inout [UInt8]) {
        NDJSONLine.write("event", .string(message.name), to: &bytes)
        if !message.oddities.isEmpty {
            NDJSONLine.write("odd", .array(message.oddities.map { .string($0) }), to: &bytes)
        }
        var inlining = Inlining(attachments: message.attachments, PayloadPlaces(in: message.name))
        let arguments = inlining.inlined(message.arguments)
        if inlining.isComplete {
            if let mark = inlining.mark(message.arguments.count == 1) { NDJSONLine.write("binary", mark, to: &bytes) }
            write(arguments, to: &bytes)
        } else {
            write(message.arguments, to: &bytes)
            NDJSONLine.write("attachments", .array(message.attachments.map { .string(Base64.encode($0)) }), to: &bytes)
        }
    }

    /// No `data` and no `args` is an empty object: an `audio_end` written by hand needs no more than its name.
    /// - Parameter nonFinite: numbers in the line that JSON cannot hold, which are `null` in it.
    static func read(
        _ object: JSONObject, _ nonFinite: NonFiniteNumbers?, name: String
    ) throws(WireError) -> WireMessage {
        var message = WireMessage(
            name: name, arguments: try arguments(of: object), oddities: Oddities.texts(in: object["odd"]))
        // The place begins with "data", or with "args" and the argument's number.
        if let nonFinite { message.oddities.append(nonFinite.reason(inside: object["args"] == nil ? 1 : 2)) }
        if let values = object["attachments"] {
            message.attachments = try attachments(values)
        } else if let mark = object["binary"] {
            let isData = object["args"] == nil
            var lifting = Lifting(try places(mark, isData: isData), PayloadPlaces(in: name))
            message.arguments = lifting.lifted(message.arguments)
            message.attachments = lifting.attachments
            if let wrong = lifting.wrongPlace {
                let place = JSONPointer(steps: Array(wrong.steps.dropFirst(isData ? 1 : 0))).text
                throw .badField(name: "binary", reason: "names \(JSON.string(place).text), which is not base64 text")
            }
        }
        return message
    }

    private static func write(_ arguments: [JSON], to bytes: inout [UInt8]) {
        if arguments.count == 1 {
            NDJSONLine.write("data", arguments[0], to: &bytes)
        } else {
            NDJSONLine.write("args", .array(arguments), to: &bytes)
        }
    }

    private static func arguments(of object: JSONObject) throws(WireError) -> [JSON] {
        let data = object.members.last { $0.key == "data" }?.value
        guard let value = object["args"] else { return [data ?? .object(JSONObject())] }
        guard data == nil else { throw .badField(name: "args", reason: "cannot stand beside \"data\"") }
        guard let arguments = value.array else { throw .badField(name: "args", reason: "is not an array") }
        return arguments
    }

    private static func attachments(_ value: JSON) throws(WireError) -> [[UInt8]] {
        let texts = value.array?.map { $0.string.flatMap { Base64.decode($0.utf8) } } ?? [nil]
        let decoded = texts.compactMap { $0 }
        guard decoded.count == texts.count else {
            throw .badField(name: "attachments", reason: "is not a list of base64 texts")
        }
        return decoded
    }

    /// `nil` stands for all known places with base64 text.
    private static func places(_ mark: JSON, isData: Bool) throws(WireError) -> Set<JSONPointer>? {
        if mark == .bool(true) { return nil }
        if mark == .bool(false) { return [] }
        let pointers = mark.array?.map { $0.string.flatMap { JSONPointer($0) } } ?? [nil]
        let places = pointers.compactMap { $0 }
        guard places.count == pointers.count else {
            throw .badField(name: "binary", reason: "is neither true nor a list of JSON pointers")
        }
        guard isData else { return Set(places) }
        return Set(places.map { JSONPointer(steps: ["0"] + $0.steps) })
    }
}

/// Puts attachments as base64 text in the place of their placeholders.
private struct Inlining {
    let attachments: [[UInt8]]
    private let known: PayloadPlaces
    private var used = 0
    private var inOrder = true
    private var binary: [JSONPointer] = []
    private var candidates: Set<JSONPointer> = []

    init(attachments: [[UInt8]], _ known: PayloadPlaces) { (self.attachments, self.known) = (attachments, known) }

    /// Whether the placeholders were 0, 1, 2, ... in the order of the text, and all attachments were named.
    var isComplete: Bool { inOrder && used == attachments.count }

    /// What `"binary"` says; `true` exactly when reading `true` finds the same places again.
    func mark(_ isData: Bool) -> JSON? {
        if binary.isEmpty { return nil }
        if Set(binary) == candidates { return true }
        return .array(binary.map { .string(JSONPointer(steps: Array($0.steps.dropFirst(isData ? 1 : 0))).text) })
    }

    mutating func inlined(_ arguments: [JSON]) -> [JSON] {
        arguments.enumerated().map { inlined($1, at: JSONPointer().appending(String($0)), key: "", parent: "") }
    }

    private mutating func inlined(_ value: JSON, at place: JSONPointer, key: String, parent: String) -> JSON {
        switch value {
        case .string(let text):
            if known.payload(text, key: key, parent: parent) != nil { candidates.insert(place) }
            return value
        case .array(let values):
            return .array(
                values.enumerated().map { inlined($1, at: place.appending(String($0)), key: key, parent: parent) })
        case .object(let object):
            return text(of: object, at: place, key: key, parent: parent)
                ?? .object(
                    JSONObject(
                        object.members.map {
                            let there = place.appending($0.key)
                            return JSONObject.Member($0.key, inlined($0.value, at: there, key: $0.key, parent: key))
                        }))
        default: return value
        }
    }

    private mutating func text(of object: JSONObject, at place: JSONPointer, key: String, parent: String) -> JSON? {
        guard let number = WireMessage.placeholderNumber(object), attachments.indices.contains(number) else {
            return nil
        }
        if number != used { inOrder = false }
        used += 1
        binary.append(place)
        let text = Base64.encode(attachments[number])
        if known.payload(text, key: key, parent: parent) != nil { candidates.insert(place) }
        return .string(text)
    }
}

/// The inverse of `Inlining`.
private struct Lifting {
    /// `nil`: all base64 texts in known places.
    private let places: Set<JSONPointer>?
    private let known: PayloadPlaces
    private(set) var attachments: [[UInt8]] = []
    private var found: Set<JSONPointer> = []

    init(_ places: Set<JSONPointer>?, _ known: PayloadPlaces) { (self.places, self.known) = (places, known) }

    /// A place that was asked for and holds no base64 text.
    var wrongPlace: JSONPointer? { places?.subtracting(found).min { $0.text < $1.text } }

    mutating func lifted(_ arguments: [JSON]) -> [JSON] {
        arguments.enumerated().map { lifted($1, at: JSONPointer().appending(String($0)), key: "", parent: "") }
    }

    private mutating func lifted(_ value: JSON, at place: JSONPointer, key: String, parent: String) -> JSON {
        switch value {
        case .string(let text): return placeholder(text, at: place, key: key, parent: parent) ?? value
        case .array(let values):
            return .array(
                values.enumerated().map { lifted($1, at: place.appending(String($0)), key: key, parent: parent) })
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.map {
                        let there = place.appending($0.key)
                        return JSONObject.Member($0.key, lifted($0.value, at: there, key: $0.key, parent: key))
                    }))
        default: return value
        }
    }

    private mutating func placeholder(_ text: String, at place: JSONPointer, key: String, parent: String) -> JSON? {
        guard let bytes = bytes(text, at: place, key: key, parent: parent) else { return nil }
        attachments.append(bytes)
        return WireMessage.placeholder(attachments.count - 1)
    }

    private mutating func bytes(_ text: String, at place: JSONPointer, key: String, parent: String) -> [UInt8]? {
        guard let places else {
            return known.payload(text, key: key, parent: parent)?.bytes
        }
        guard places.contains(place), let bytes = Base64.decode(text.utf8) else { return nil }
        found.insert(place)
        return bytes
    }
}
