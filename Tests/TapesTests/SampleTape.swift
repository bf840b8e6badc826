import Events
import Foundation
import JSON
import SocketIO
import Wire

@testable import Tapes

/// A tape of `count` entries a tenth of a second apart: a batch of two pictures, then ticks, and so on.
func sampleTape(_ path: String, count: Int = 20) async throws {
    let writer = try TapeWriter(creating: path, meta: ["program": "test", "source": "sample"])
    for number in 0..<count {
        let time = Instant(microseconds: Int64(number) * 100_000)
        if number % 4 == 0 {
            let (stored, blobs) = ingest(sampleMessage(number))
            try await writer.append(stored, blobs: blobs, at: time)
        } else {
            try await writer.append(.ticked, at: time)
        }
    }
    try await writer.close()
}

/// Two pictures: one that occurs in every batch and one of its own.
func sampleMessage(_ number: Int) -> WireMessage {
    let frames: JSON = [
        ["image_data": WireMessage.placeholder(0), "sequence_index": .int(Int64(2 * number))],
        ["image_data": .string(Base64.encode(picture(number))), "sequence_index": .int(Int64(2 * number + 1))],
    ]
    return WireMessage(
        name: "receive_frame_images_batch", arguments: [["chunk_index": 0, "frames": frames]],
        attachments: [picture(-1)])
}

func picture(_ number: Int) -> [UInt8] { (0..<3_000).map { UInt8(truncatingIfNeeded: $0 * 7 + number) } }

/// All entries of a tape with the bytes that belong to them.
func contents(_ path: String) throws -> [String] {
    let reader = try TapeReader(path: path)
    var found: [String] = []
    var last: Int64 = 0
    while true {
        let entries = try reader.entries(after: last, limit: 7)
        guard let end = entries.last else { return found }
        for entry in entries {
            found.append("\(entry.time.microseconds) \(entry.kind) \(entry.name) \(entry.body ?? "-")")
            guard entry.kind == .wire else { continue }
            for hash in try entry.message().hashes { found.append(contentHash(of: try reader.blob(hash) ?? []).hex) }
        }
        last = end.id
    }
}
