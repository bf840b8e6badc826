import Events
import JSON

/// What the face that reads a book hears, on tapes and in NDJSON.
enum NarratorInputCoding {
    /// Frames that a script has at most.
    private static let mostFrames = 20_000
    private static let mostParts = 100

    static func encode(_ input: NarratorInput) -> (name: InputName, data: JSON) {
        switch input {
        case .began(let walk, let rest):
            (
                .narratorBegan,
                [
                    "bridge": walk.bridge.map(encode) ?? .null, "turn": .array(walk.turn.map(encode)),
                    "rest": .number(Int(rest)),
                ]
            )
        case .mouths(let generation, let script):
            (
                .narratorMouths,
                [
                    "generation": .number(generation.number), "from_us": .int(script.start.microseconds),
                    "shapes": .array(runs(script.shapes)),
                ]
            )
        }
    }

    private static func encode(_ part: ClipWalk.Part) -> JSON {
        ["clip": .string(part.clip.rawValue), "frames": .number(part.frames)]
    }

    /// A shape and how many frames it stays, in turn.
    private static func runs(_ shapes: [UInt8]) -> [JSON] {
        var runs: [(shape: UInt8, count: Int)] = []
        for shape in shapes {
            if runs.last?.shape == shape { runs[runs.count - 1].count += 1 } else { runs.append((shape, 1)) }
        }
        return runs.flatMap { [JSON.number(Int($0.shape)), .number($0.count)] }
    }

    static func decode(_ name: InputName, _ fields: InputFields) throws(WireError) -> NarratorInput {
        if name == .narratorBegan {
            let turn = try (fields.object["turn"]?.array ?? []).prefix(mostParts).map { value throws(WireError) in
                try part(value)
            }
            let bridge = try fields.object["bridge"].map { value throws(WireError) in try part(value) }
            guard let walk = ClipWalk(bridge: bridge, turn: turn) else {
                throw .badField(name: "turn", reason: "has no frames")
            }
            return .began(walk, rest: UInt8(try fields.count("rest", in: 0...Int(UInt8.max))))
        }
        let generation = SoundGeneration(try fields.count("generation"))
        return .mouths(generation, MouthScript(from: try fields.span("from_us"), try shapes(fields)))
    }

    private static func part(_ value: JSON) throws(WireError) -> ClipWalk.Part {
        let fields = InputFields(object: value.object ?? JSONObject())
        return ClipWalk.Part(
            ClipName(try fields.text("clip")), frames: try fields.count("frames", in: 0...Limits.clipFrames))
    }

    private static func shapes(_ fields: InputFields) throws(WireError) -> [UInt8] {
        let numbers = (fields.object["shapes"]?.array ?? []).map(\.lenientInt)
        var shapes: [UInt8] = []
        for place in stride(from: 0, to: numbers.count - 1, by: 2) {
            guard let shape = numbers[place].flatMap(UInt8.init(exactly:)), let count = numbers[place + 1],
                (1...mostFrames).contains(count), shapes.count + count <= mostFrames
            else { throw .badField(name: "shapes", reason: "expected shapes and how many frames each stays") }
            shapes += Array(repeating: shape, count: count)
        }
        return shapes
    }
}
