import Debugger
import Engine
import Events
import Wire

/// The drift of picture and sound as a series (specification 3.11): milliseconds, positive where the lips are ahead.
struct DriftSeries {
    private var name: SessionLog.ChunkName?
    private var frames: [JSON] = []
    private var drift: DriftFigures?

    static let header = "frame,t_ms,generation,chunk,sequence,sound_ms,drift_ms"

    static func line(_ record: FrameRecord) -> String {
        let numbers = [record.ordinal, record.generation, record.position?.chunk ?? 0, record.position?.sequence ?? 0]
            .map(String.init)
        func text(_ span: Span?) -> String { JSON.double((span ?? .zero).milliseconds).text }
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
            "frame": .int(Int64(record.ordinal)), "t_ms": .double(record.shown.milliseconds),
            "sequence": .int(Int64(record.position?.sequence ?? 0)),
            "sound_ms": record.soundPosition.map { .double($0.milliseconds) } ?? .null,
            "drift_ms": record.drift.map { .double($0.milliseconds) } ?? .null,
        ])
        return whole
    }

    mutating func finish() -> JSON? {
        defer { (name, frames, drift) = (nil, [], nil) }
        guard let name else { return nil }
        return [
            "generation": .int(Int64(name.generation)), "chunk": .int(Int64(name.chunk)),
            "drift": drift.map { .object(Self.figures($0)) } ?? .null, "frames": .array(frames),
        ]
    }

    static func figures(_ drift: DriftFigures) -> JSONObject {
        [
            "frames": .int(Int64(drift.count)), "min_ms": .double(drift.least.milliseconds),
            "max_ms": .double(drift.most.milliseconds), "last_ms": .double(drift.last.milliseconds),
        ]
    }

    /// For people: least, most, last.
    static func text(_ drift: DriftFigures?) -> String {
        guard let drift else { return "-" }
        return [drift.least, drift.most, drift.last].map { String(Int($0.milliseconds.rounded())) }
            .joined(separator: ", ") + " ms"
    }
}
