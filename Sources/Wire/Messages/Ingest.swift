import Events
import JSON
import SocketIO

/// Takes pictures and sound out of a message and leaves references. Nothing is judged here and nothing is lost:
/// text that is no base64 and placeholders without attachment stay as they are, for `interpret` to name.
///
/// The blobs are in the order of the text, each hash once.
package func ingest(_ message: WireMessage) -> (message: StoredMessage, blobs: [Blob]) {
    var ingest = Ingest(attachments: message.attachments, PayloadPlaces(in: message.name))
    let arguments = message.arguments.map { ingest.stored($0, key: "", parent: "") }
    let loose = ingest.looseAttachments()
    let stored = StoredMessage(
        name: message.name, arguments: arguments, looseAttachments: loose, oddities: message.oddities)
    return (stored, ingest.blobs)
}

private struct Ingest {
    let attachments: [[UInt8]]
    private let places: PayloadPlaces
    private(set) var blobs: [Blob] = []
    private var known: Set<ContentHash> = []
    private var named: Set<Int> = []
    private var nextNumber = 0

    init(attachments: [[UInt8]], _ places: PayloadPlaces) { (self.attachments, self.places) = (attachments, places) }

    mutating func stored(_ value: JSON, key: String, parent: String) -> JSON {
        switch value {
        case .string(let text): places.payload(text, key: key, parent: parent).map { reference($0, text) } ?? value
        case .array(let values): .array(values.map { stored($0, key: key, parent: parent) })
        case .object(let object):
            reference(object) ?? buffer(object, key: key, parent: parent) ?? .object(stored(object, parent: key))
        default: value
        }
    }

    mutating func looseAttachments() -> [JSON] {
        attachments.indices.filter { !named.contains($0) }.map { number in
            var reference = PayloadReference(
                hash: keep(attachments[number]), byteCount: attachments[number].count, form: .binary)
            reference.number = number
            return reference.json
        }
    }

    private mutating func stored(_ object: JSONObject, parent: String) -> JSONObject {
        var result = JSONObject()
        result.members.reserveCapacity(object.members.count)
        for member in object.members {
            result.append(
                PayloadReference.escape(member.key), stored(member.value, key: member.key, parent: parent))
        }
        return result
    }

    private mutating func reference(_ object: JSONObject) -> JSON? {
        guard let number = WireMessage.placeholderNumber(object), attachments.indices.contains(number) else {
            return nil
        }
        named.insert(number)
        let bytes = attachments[number]
        var reference = PayloadReference(hash: keep(bytes), byteCount: bytes.count, form: .binary)
        if number != nextNumber { reference.number = number }
        nextNumber += 1
        return reference.json
    }

    private mutating func buffer(_ object: JSONObject, key: String, parent: String) -> JSON? {
        guard places.holdsBytes(key: key, parent: parent), let bytes = NodeBuffer.bytes(object) else { return nil }
        return PayloadReference(hash: keep(bytes), byteCount: bytes.count, form: .nodeBuffer).json
    }

    private mutating func reference(_ payload: PayloadText, _ text: String) -> JSON {
        var reference = PayloadReference(
            hash: keep(payload.bytes), byteCount: payload.bytes.count, form: payload.form)
        reference.prefix = payload.prefix
        if !payload.isCanonical { reference.originalText = keep(Array(text.utf8)) }
        return reference.json
    }

    private mutating func keep(_ bytes: [UInt8]) -> ContentHash {
        let blob = Blob(bytes)
        if known.insert(blob.hash).inserted { blobs.append(blob) }
        return blob.hash
    }
}
