/// What the cache of clips has, in the backend's own words, marked as not coming from it: the tape is complete, and says what was
/// received.
extension WireMessage {
    package init(fromCache name: String, _ data: JSONObject, _ attachments: [[UInt8]] = []) {
        var data = data
        data.append("source", "cache")
        self.init(name: name, arguments: [.object(data)], attachments: attachments)
    }
}

extension StoredMessage {
    package var isFromCache: Bool { arguments.first?.object?["source"]?.string == "cache" }
}
