import Events
import JSON
import SocketIO

/// The message as it came: the inverse of `ingest`.
/// - Parameter blob: the bytes of a hash, `nil` when they are not there.
/// - Throws: `WireError.missingBlob`, or what `blob` throws.
package func rebuild(
    _ stored: StoredMessage, blob: (ContentHash) throws -> [UInt8]?
) throws -> WireMessage {
    var rebuild = Rebuild()
    let arguments = try stored.arguments.map { try rebuild.original($0, blob: blob) }
    for case .object(let object) in stored.looseAttachments {
        guard let reference = PayloadReference(object) else { continue }
        rebuild.attach(try found(reference.hash, blob), as: reference.number)
    }
    return WireMessage(
        name: stored.name, arguments: arguments, attachments: rebuild.list, oddities: stored.oddities)
}

private func found(_ hash: ContentHash, _ blob: (ContentHash) throws -> [UInt8]?) throws -> [UInt8] {
    guard let bytes = try blob(hash) else { throw WireError.missingBlob(hash) }
    return bytes
}

private struct Rebuild {
    private var attachments: [Int: [UInt8]] = [:]
    private var nextNumber = 0

    /// In the order of their numbers, which have no holes because every attachment is named or loose.
    var list: [[UInt8]] { attachments.sorted { $0.key < $1.key }.map(\.value) }

    mutating func original(_ value: JSON, blob: (ContentHash) throws -> [UInt8]?) throws -> JSON {
        switch value {
        case .array(let values): return .array(try values.map { try original($0, blob: blob) })
        case .object(let object):
            if let reference = PayloadReference(object) { return try original(reference, blob: blob) }
            return .object(
                JSONObject(
                    try object.members.map {
                        JSONObject.Member(PayloadReference.unescape($0.key), try original($0.value, blob: blob))
                    }))
        default: return value
        }
    }

    mutating func attach(_ bytes: [UInt8], as number: Int?) {
        attachments[number ?? nextNumber] = bytes
    }

    private mutating func original(
        _ reference: PayloadReference, blob: (ContentHash) throws -> [UInt8]?
    ) throws -> JSON {
        if let text = reference.originalText { return .string(String(decoding: try found(text, blob), as: UTF8.self)) }
        let bytes = try found(reference.hash, blob)
        if reference.form == .nodeBuffer { return NodeBuffer.json(bytes) }
        guard reference.form == .binary else { return .string(reference.prefix + Base64.encode(bytes)) }
        let number = reference.number ?? nextNumber
        attach(bytes, as: number)
        nextNumber += 1
        return WireMessage.placeholder(number)
    }
}
