import Events
import Wire

/// What `cameo mcp` offers: tapes looked at by programs, with the words and the fields that the commands have.
package enum TapeTools {
    package static let instructions = """
        Cameo judges recordings ("tapes", .cameo or .ndjson) of streamed talking avatars: whether each frame showed the right face \
        and mouth at the right time, and why not. Begin with faults; a finding names a frame, which frame, why and picture take. \
        A frame is named by its number (312), a moment ("12.4s", "0:12.4"), a chunk ("c4", its first frame) \
        or the stream's own numbers ("4:0.24": chunk, section, place in it).
        """

    /// In the order in which they are listed.
    package static var all: [ToolDescription] {
        [
            ToolDescription(
                "faults", title: "Faults of a tape",
                "All that is wrong with a tape, as `cameo check` finds it: counts, and each finding with kind, time, frame, what was "
                    + "expected and found. A tape without faults is said to be ok.",
                schema: schema([
                    file, ("limit", integer("Findings of one kind that are listed; 20 unless given.", 0...1_000)),
                    fresh,
                ])),
            ToolDescription(
                "frame", title: "One frame",
                "What is known of one frame: status, when it was due and shown, chunk, base frame drawn and demanded, overlay, when "
                    + "that came and was decoded, sound, faults.",
                schema: schema([file, frame, fresh], required: ["file", "frame"])),
            ToolDescription(
                "why", title: "Why a frame is as it is",
                "Sentences from what was drawn back to the message that brought it, each with its place on the tape.",
                schema: schema([file, frame, fresh], required: ["file", "frame"])),
            ToolDescription(
                "heard", title: "What was heard",
                "Which chunks sounded around a moment, how much of each, with their words or captions; of the whole tape unless a "
                    + "moment is given.",
                schema: schema([
                    file, ("time", frameName("Around which moment: 12.4s, 0:12.4, or that of a frame, which")),
                    ("around_ms", integer("How far before and after the moment; 1000 unless given.", 0...3_600_000)),
                    fresh,
                ])),
            ToolDescription(
                "diff", title: "Two tapes compared",
                "What differs between two tapes of the same message, frame by frame, first difference first, as `cameo diff` says.",
                schema: schema(
                    [
                        ("first", text("Path of a tape, or of a frame log of another client (.log).")),
                        ("second", text("Path of the other one.")),
                        (
                            "tolerance_ms",
                            integer("Differences of time that do not count; 20 unless given.", 0...1_000_000)
                        ),
                        ("limit", integer("Differences that are listed; 50 unless given.", 0...1_000)), fresh,
                    ], required: ["first", "second"])),
            ToolDescription(
                "picture", title: "Picture of a frame",
                "A frame as a PNG picture, as it was on screen or in another view.",
                schema: schema(
                    [
                        file, frame,
                        (
                            "view",
                            [
                                "type": "string", "enum": .array(TapePicture.views.map { .string($0) }),
                                "description": "What to show; composite, base and overlay together, unless given.",
                            ]
                        ),
                        ("width", integer("Make it smaller: its width in pixels.", 1...Limits.pictureSide)), fresh,
                    ], required: ["file", "frame"])),
        ]
    }

    private static let file = ("file", text("Path of the tape, .cameo or .ndjson."))
    private static let frame = ("frame", frameName("The frame, which"))
    private static let fresh: (String, JSON) = (
        "fresh",
        ["type": "boolean", "description": "Play the stream anew, also where the tape says how it was heard."]
    )

    /// - Parameter what: the beginning of the sentence.
    private static func frameName(_ what: String) -> JSON {
        [
            "type": ["string", "integer"],
            "description": .string(
                "\(what) is named by its number (312), its place in the stream (4:0.24: chunk, section, sequence), a moment for the "
                    + "one on screen then (12.4s, 0:12.4), or a chunk for its first one (c4)."),
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
