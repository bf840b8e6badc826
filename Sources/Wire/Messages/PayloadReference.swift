import Events
import JSON

/// Stands in a stored message where bytes were:
/// `{"_blob":"<64 hex digits>","bytes":n,"form":"binary"|"base64"|"dataURL", ...}`.
package struct PayloadReference: Hashable, Sendable {
    /// How the bytes traveled.
    package enum Form: String, Hashable, Sendable {
        case binary, base64, dataURL
        /// Base64 in which each `+` has become a blank, as decoders of forms leave it.
        case base64WithBlanks
        /// A `Buffer` of Node as JSON.
        case nodeBuffer
    }

    package var hash: ContentHash
    package var byteCount: Int
    package var form: Form
    /// `"prefix"`: what stood before the base64 text of a data URL, up to and including `base64,`.
    package var prefix = ""
    /// `"text"`: the blob with the whole original text, when encoding the bytes again would not give the same.
    package var originalText: ContentHash?
    /// `"num"`: the attachment's number, when it is not the next one in the order of the text.
    package var number: Int?

    package init(hash: ContentHash, byteCount: Int, form: Form) {
        self.hash = hash
        self.byteCount = byteCount
        self.form = form
    }

    static let key = "_blob"

    /// With which each begins in the text of a message, where no quotation mark is part of a text.
    package static let opening = "{\"\(key)\":\""
    private static let digits = 64

    /// What references in a stored message name, each once, in no order.
    /// - Parameter text: the message as it is stored.
    package static func hashes(in text: [UInt8]) -> Set<ContentHash> {
        var found: Set<ContentHash> = []
        var rest = text[...]
        let (opening, second) = (Array(opening.utf8), Array("\"text\":\"".utf8))
        while let start = rest.firstPlace(behind: opening) {
            rest = rest[start...]
            rest.takeHash(digits, &found)
            // The object holds nothing but words and numbers. What is none is not looked through again and again.
            let object = rest.prefix { $0 != UInt8(ascii: "}") && $0 != UInt8(ascii: "{") }
            guard let start = object.firstPlace(behind: second) else { continue }
            rest = rest[start...]
            rest.takeHash(digits, &found)
        }
        return found
    }

    /// `nil` when the object is something else.
    package init?(_ object: JSONObject) {
        guard object.members.first?.key == Self.key,
            let hash = object[Self.key]?.string.flatMap(ContentHash.init(hex:)),
            case .int(let count) = object["bytes"], let byteCount = Int(exactly: count), byteCount >= 0,
            let form = object["form"]?.string.flatMap(Form.init(rawValue:))
        else { return nil }
        self.init(hash: hash, byteCount: byteCount, form: form)
        prefix = object["prefix"]?.string ?? ""
        originalText = object["text"]?.string.flatMap(ContentHash.init(hex:))
        if case .int(let number) = object["num"] { self.number = Int(exactly: number) }
    }

    package var json: JSON {
        var object: JSONObject = [
            Self.key: .string(hash.hex), "bytes": .int(Int64(byteCount)), "form": .string(form.rawValue),
        ]
        if !prefix.isEmpty { object.append("prefix", .string(prefix)) }
        if let originalText { object.append("text", .string(originalText.hex)) }
        if let number { object.append("num", .int(Int64(number))) }
        return .object(object)
    }

    /// A stranger's `_blob`, `__blob`, ... gets one more underscore, so that nobody can name bytes that they did not
    /// send.
    package static func escape(_ key: String) -> String { isLikeOurs(key) ? "_" + key : key }
    static func unescape(_ key: String) -> String { key != Self.key && isLikeOurs(key) ? String(key.dropFirst()) : key }

    private static func isLikeOurs(_ key: String) -> Bool {
        let text = key.utf8
        guard text.first == UInt8(ascii: "_"), text.count >= 5 else { return false }
        return text.suffix(4).elementsEqual("blob".utf8) && text.dropLast(4).allSatisfy { $0 == UInt8(ascii: "_") }
    }
}

extension ArraySlice<UInt8> {
    /// Where what follows these bytes begins.
    fileprivate func firstPlace(behind bytes: [UInt8]) -> Int? {
        guard let first = bytes.first else { return startIndex }
        var place = startIndex
        while place + bytes.count <= endIndex {
            let next = place + bytes.count
            if self[place] == first, self[place..<next].elementsEqual(bytes) { return next }
            place += 1
        }
        return nil
    }

    /// The hash that it begins with, where it does.
    fileprivate mutating func takeHash(_ digits: Int, _ found: inout Set<ContentHash>) {
        guard let hash = ContentHash(hex: String(decoding: prefix(digits), as: UTF8.self)) else { return }
        found.insert(hash)
        self = dropFirst(digits)
    }
}
