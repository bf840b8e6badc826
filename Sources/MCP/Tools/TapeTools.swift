import Checks
import Events
import Exports
import JSON
import Typesetting

/// What `cameo mcp` offers: tapes looked at by programs, with the words and the fields that the commands have.
package enum TapeTools {
    package static let instructions = """
        Cameo judges recordings ("tapes", .cameo or .ndjson) of streamed talking avatars: whether each frame showed the right face \
        and mouth at the right time, and why not. Start with faults: each finding names a frame to pass to frame, why and picture. \
        A frame is named by its number (312), a time ("12.4s", "0:12.4"), a chunk ("c4", its first frame) \
        or a position in the stream ("4:0.24": chunk, section, sequence).
        """

    /// In the order in which they are listed.
    package static var all: [ToolDescription] {
        [
            ToolDescription(
                "faults", title: "Faults of a tape",
                "Everything `cameo check` reports for a tape: counts, and each finding with kind, time, frame, what was "
                    + "expected and what was found. A tape without faults has the verdict ok.",
                schema: schema([
                    file, ("limit", integer("Maximum findings listed per kind; default 20.", 0...1_000)),
                    fresh,
                ])),
            ToolDescription(
                "frame", title: "One frame",
                "Everything known about one frame: status, when it was due and shown, chunk, base frame drawn and demanded, overlay, when "
                    + "it arrived and was decoded, sound, faults.",
                schema: schema([file, frame, fresh], required: ["file", "frame"])),
            ToolDescription(
                "why", title: "Why a frame looks as it does",
                "Explain a frame, from what was drawn back to the message that brought it, each step with its place on the tape.",
                schema: schema([file, frame, fresh], required: ["file", "frame"])),
            ToolDescription(
                "heard", title: "What was audible",
                "Which chunks were audible around a given time, how much of each, with words or captions; without a time, on the whole "
                    + "tape.",
                schema: schema([
                    file, ("time", frameName("The time: 12.4s, 0:12.4, or a frame, which")),
                    ("around_ms", integer("Milliseconds before and after that time; default 1000.", 0...3_600_000)),
                    fresh,
                ])),
            ToolDescription(
                "diff", title: "Compare two tapes",
                "Compare two tapes of the same message frame by frame, first difference first, like `cameo diff`.",
                schema: schema(
                    [
                        ("first", text("Path of a tape, or of a frame log of another client (.log).")),
                        ("second", text("Path of the other tape or log.")),
                        (
                            "tolerance_ms",
                            integer("Time differences to ignore, in milliseconds; default 20.", 0...1_000_000)
                        ),
                        ("limit", integer("Maximum differences listed; default 50.", 0...1_000)), fresh,
                    ], required: ["first", "second"])),
            ToolDescription(
                "picture", title: "Picture of a frame",
                "Get a frame as a PNG picture, as shown on screen or in another view.",
                schema: schema(
                    [
                        file, frame,
                        (
                            "view",
                            [
                                "type": "string", "enum": .array(TapePicture.views.map { .string($0) }),
                                "description": "View to render; default composite (base and overlay together).",
                            ]
                        ),
                        ("width", integer("Scale down to this width in pixels.", 1...Limits.pictureSide)), fresh,
                    ], required: ["file", "frame"])),
        ]
    }

    private static let file = ("file", text("Path of the tape, .cameo or .ndjson."))
    private static let frame = ("frame", frameName("The frame, which"))
    private static let fresh: (String, JSON) = (
        "fresh",
        ["type": "boolean", "description": "Replay the stream even if the tape records how it was played."]
    )

    /// - Parameter what: the beginning of the sentence.
    private static func frameName(_ what: String) -> JSON {
        [
            "type": ["string", "integer"],
            "description": .string(
                "\(what) is given by its number (312), its position in the stream (4:0.24: chunk, section, sequence), a time for the "
                    + "one on screen then (12.4s, 0:12.4), or a chunk for its first frame (c4)."),
        ]
    }

    private static func text(_ description: String) -> JSON {
        ["type": "string", "description": .string(description)]
    }

    private static func integer(_ description: String, _ range: ClosedRange<Int>) -> JSON {
        [
            "type": "integer", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
            "description": .string(description),
        ]
    }

    private static func schema(_ properties: [(String, JSON)], required: [String] = ["file"]) -> JSON {
        [
            "type": "object", "properties": .object(JSONObject(properties.map { .init($0.0, $0.1) })),
            "required": .array(required.map { .string($0) }), "additionalProperties": false,
        ]
    }
}

/// The arguments of a call.
struct ToolArguments {
    private let object: JSONObject

    /// - Parameter tool: whose schema says which there are.
    /// - Throws: `CommandError.unusable` for one that the tool does not know.
    init(_ object: JSONObject, of tool: String) throws(CommandError) {
        self.object = object
        let schema = TapeTools.all.first { $0.name == tool }?.schema.object
        let known = schema?["properties"]?.object?.members.map(\.key) ?? []
        if let other = object.members.first(where: { !known.contains($0.key) }) {
            throw .unusable("\(OutsideText.shown(other.key, cells: 40)): expected \(known.joined(separator: ", "))")
        }
    }

    func text(_ name: String) throws(CommandError) -> String {
        guard let value = try optionalText(name) else { throw .unusable("\(name): missing") }
        return value
    }

    func optionalText(_ name: String) throws(CommandError) -> String? {
        guard let value = object[name] else { return nil }
        guard let text = value.string else { throw wrong(name, "text", value) }
        return text
    }

    func integer(_ name: String, _ range: ClosedRange<Int>) throws(CommandError) -> Int? {
        guard let value = object[name] else { return nil }
        guard let number = Self.whole(value), range.contains(number) else {
            throw wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)", value)
        }
        return number
    }

    /// To JSON Schema `3.0` is an integer, too.
    private static func whole(_ value: JSON) -> Int? {
        switch value {
        case .int(let number): Int(exactly: number)
        case .double(let number): Int(exactly: number)
        default: nil
        }
    }

    func flag(_ name: String) throws(CommandError) -> Bool {
        guard let value = object[name] else { return false }
        guard case .bool(let flag) = value else { throw wrong(name, "true or false", value) }
        return flag
    }

    /// - Returns: `nil` where there is none.
    func frame(_ name: String) throws(CommandError) -> AskedFrame? {
        guard let value = object[name] else { return nil }
        let text = Self.whole(value).map { "\($0)" } ?? value.string
        guard let frame = text.flatMap({ AskedFrame($0) }) else { throw wrong(name, AskedFrame.expected, value) }
        return frame
    }

    private func wrong(_ name: String, _ expected: String, _ value: JSON) -> CommandError {
        .unusable("\(name): expected \(expected), found \(OutsideText.shown(value.text, cells: 60))")
    }
}
