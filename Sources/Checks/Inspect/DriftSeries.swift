import Debugger
import Engine
import Events
import JSON
import Sessions

/// The drift of picture and sound as a series (specification 3.11): milliseconds, positive where the lips are ahead.
struct DriftSeries {
    private var name: SessionLog.ChunkName?
    private var frames: [JSON] = []
    private var drift: DriftFigures?

    static let header = "frame,t_ms,generation,chunk,sequence,sound_ms,drift_ms"

    /// Instead of lines, where nobody said where the sound was.
    static let missing =
        "# no frame has a drift: the sound's position was not recorded (no sound device); "
        + "cameo check judges drift by the clock since each sound began"

    static func line(_ record: FrameRecord) -> String {
        let numbers = [record.ordinal, record.generation, record.position?.chunk ?? 0, record.position?.sequence ?? 0]
            .map(String.init)
        func text(_ span: TimeSpan?) -> String { JSON.milliseconds(span ?? .zero).text }
        return [
            numbers[0], text(record.shown - .zero), numbers[1], numbers[2], numbers[3], text(record.soundPosition),
            text(record.drift),
        ].joined(separator: ",")
    }

    /// - Returns: the chunk that is over.
    mutating func receive(_ record: FrameRecord) -> JSON? {
        let whole = name == record.chunkName ? nil : finish()
        name = record.chunkName
        if let drift = record.drift { self.drift.add(drift) }
        frames.append([
            "frame": .number(record.ordinal), "t_ms": .milliseconds(record.shown),
            "sequence": .number(record.position?.sequence ?? 0),
            "sound_ms": .milliseconds(record.soundPosition),
            "drift_ms": .milliseconds(record.drift),
        ])
        return whole
    }

    mutating func finish() -> JSON? {
        defer { (name, frames, drift) = (nil, [], nil) }
        guard let name else { return nil }
        return [
            "generation": .number(name.generation), "chunk": .number(name.chunk),
            "drift": drift.map { .object(Self.figures($0)) } ?? .null, "frames": .array(frames),
        ]
    }

    static func figures(_ drift: DriftFigures) -> JSONObject {
        [
            "frames": .number(drift.count), "min_ms": .milliseconds(drift.least),
            "max_ms": .milliseconds(drift.most), "last_ms": .milliseconds(drift.last),
        ]
    }

    /// For people: least, most, last.
    static func text(_ drift: DriftFigures?) -> String {
        guard let drift else { return "-" }
        return [drift.least, drift.most, drift.last].map { String(Int($0.milliseconds.rounded())) }
            .joined(separator: ", ") + " ms"
    }
}
