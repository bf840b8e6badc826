import Events
import JSON

/// What `clip.json` says of the pictures beside it.
package struct ClipDescription: Hashable, Sendable {
    package struct Frame: Hashable, Sendable {
        package let kind: ClipPictureKind
        package let payload: Payload
    }

    package let backend: String
    package let agent: String
    package let clip: String
    package let version: String
    /// By index: frame 0 first.
    package let frames: [Frame]

    /// Of all pictures together.
    package var byteCount: Int { frames.reduce(0) { $0 + $1.payload.byteCount } }

    static let fileName = "clip.json"
    /// 5,000 frames take some 600 KB.
    static let longestFile = 4 << 20
    private static let format: Int64 = 1

    /// Name of a picture's file: the index in four digits, from `0000` on (K51), ending by what the bytes are.
    static func fileName(_ index: Int, _ kind: ClipPictureKind) -> String {
        index.padded(toDigits: 4) + "." + kind.rawValue
    }

    func fileName(_ index: Int) -> String? {
        frames.indices.contains(index) ? Self.fileName(index, frames[index].kind) : nil
    }

    var json: JSON {
        let rows: [JSON] = frames.map {
            [
                "type": .string($0.kind.rawValue), "bytes": .number($0.payload.byteCount),
                "hash": .string($0.payload.hash.hex),
            ]
        }
        return [
            "format": .int(Self.format), "backend": .string(backend), "agent": .string(agent), "clip": .string(clip),
            "version": .string(version), "frames": .array(rows),
        ]
    }

    init(backend: String, agent: String, clip: String, version: String, frames: [Frame]) {
        (self.backend, self.agent, self.clip) = (backend, agent, clip)
        (self.version, self.frames) = (version, frames)
    }

    /// - Throws: `Malformed` with what was expected; the file may have been changed by anybody.
    init(_ bytes: [UInt8]) throws(Malformed) {
        let value: JSON
        do { value = try JSON.parse(bytes) } catch { throw Malformed(error.reason) }
        guard let object = value.object, let format = object["format"]?.lenientInt else {
            throw Malformed("expected an object with \"format\"")
        }
        guard format == Int(Self.format) else { throw Malformed("has format \(format), expected \(Self.format)") }
        guard let backend = object["backend"]?.string, let agent = object["agent"]?.string,
            let clip = object["clip"]?.string, let version = object["version"]?.string
        else { throw Malformed("expected texts \"backend\", \"agent\", \"clip\" and \"version\"") }
        guard let rows = object["frames"]?.array, (1...Limits.clipFrames).contains(rows.count) else {
            throw Malformed("expected 1 to \(Limits.clipFrames) rows in \"frames\"")
        }
        var frames: [Frame] = []
        for (index, row) in rows.enumerated() {
            guard let frame = Frame(row) else {
                throw Malformed("frame \(index): expected \"type\", \"bytes\", \"hash\"")
            }
            frames.append(frame)
        }
        self.init(backend: backend, agent: agent, clip: clip, version: version, frames: frames)
    }

    struct Malformed: Error {
        let reason: String
        init(_ reason: String) { self.reason = reason }
    }
}

extension ClipDescription.Frame {
    fileprivate init?(_ row: JSON) {
        guard let object = row.object, let kind = object["type"]?.string.flatMap(ClipPictureKind.init(rawValue:)),
            case .int(let count)? = object["bytes"], (1...Int64(Limits.messageBytes)).contains(count),
            let hash = object["hash"]?.string.flatMap({ ContentHash(hex: $0) })
        else { return nil }
        self.init(kind: kind, payload: Payload(hash: hash, byteCount: Int(count)))
    }
}

/// What a picture's first bytes say it is; the raw value ends its file's name.
package enum ClipPictureKind: String, Hashable, Sendable {
    case webp, png, jpg
    /// Kept as it came; whether it can be shown is not the cache's to judge.
    case bin

    static func sniff(_ bytes: [UInt8]) -> ClipPictureKind {
        switch PictureFormat.sniff(bytes) {
        case .png: .png
        case .jpeg: .jpg
        case .webP: .webp
        case nil: .bin
        }
    }
}
