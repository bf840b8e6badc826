import Events
import JSON
import SocketIO

@testable import Wire

/// Small bytes that look like a WebP file.
func picture(_ number: UInt8, count: Int = 40) -> [UInt8] {
    Array("RIFF....WEBP".utf8) + (0..<count).map { UInt8(truncatingIfNeeded: $0) &* 31 &+ number }
}

func payload(_ bytes: [UInt8]) -> Payload { Payload(hash: contentHash(of: bytes), byteCount: bytes.count) }

/// What a message of one argument means after it went through `ingest`.
func meaning(_ name: String, _ argument: JSON, _ attachments: [[UInt8]] = []) -> (event: WireEvent, oddities: [String])
{
    meaning(name, arguments: [argument], attachments)
}

func meaning(
    _ name: String, arguments: [JSON], _ attachments: [[UInt8]] = []
) -> (event: WireEvent, oddities: [String]) {
    interpret(ingest(WireMessage(name: name, arguments: arguments, attachments: attachments)).message)
}

/// The message after `ingest` and `rebuild`.
func roundTrip(_ message: WireMessage) throws -> WireMessage {
    let (stored, blobs) = ingest(message)
    let again = try StoredMessage(name: stored.name, body: JSON.parse(stored.body.utf8))
    let bytes = Dictionary(uniqueKeysWithValues: blobs.map { ($0.hash, $0.bytes) })
    return try rebuild(again) { bytes[$0] }
}
