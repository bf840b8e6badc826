import Events

/// Tracks overlay pictures: which are requested, decoded or broken, and how many frames still need each.
///
/// It contains names and sizes, never pixels. "Ready" means decoded, or known to be undrawable (specification 2.5).
struct PictureLedger: Hashable, Sendable {
    enum State: Hashable, Sendable {
        case wanted
        case decoding
        case decoded(byteCount: Int, at: Instant)
        case failed
    }

    struct Entry: Hashable, Sendable {
        var picture: Payload
        var state: State
        var users: Int
    }

    private(set) var entries: [PictureKey: Entry] = [:]
    /// The decoded pictures.
    private(set) var decoded: Set<PictureKey> = []
    private(set) var decodedBytes = 0
    private(set) var decodingCount = 0
    /// Estimated size of a picture being decoded: that of the last one, at first 300x300 RGBA.
    private var expectedBytes = 300 * 300 * 4

    func state(of key: PictureKey) -> State? { entries[key]?.state }

    /// Adds a frame that uses the picture. `false` if the key is known with other bytes: the first ones stay.
    mutating func retain(_ key: PictureKey, _ picture: Payload) -> Bool {
        guard let known = entries[key]?.picture else {
            entries[key] = Entry(picture: picture, state: .wanted, users: 1)
            return true
        }
        entries[key]?.users += 1
        return known == picture
    }

    /// Removes a frame that uses the picture; `true` if it was the last one and the picture can be discarded.
    mutating func release(_ key: PictureKey) -> Bool {
        guard let entry = entries[key] else { return false }
        guard entry.users <= 1 else {
            entries[key]?.users -= 1
            return false
        }
        if case .decoded(let byteCount, _) = entry.state { forget(key, byteCount) }
        if entry.state == .decoding { decodingCount -= 1 }
        entries[key] = nil
        return true
    }

    /// Discards a decoded picture that will be decoded again.
    mutating func takeBack(_ key: PictureKey) {
        guard case .decoded(let byteCount, _) = entries[key]?.state else { return }
        forget(key, byteCount)
        entries[key]?.state = .wanted
    }

    private mutating func forget(_ key: PictureKey, _ byteCount: Int) {
        decoded.remove(key)
        decodedBytes -= byteCount
    }

    /// Whether one more picture may be decoded without going over `limit` bytes.
    func hasRoom(limit: Int) -> Bool { decodedBytes + (decodingCount + 1) * expectedBytes <= limit }
    var isEmpty: Bool { decodedBytes == 0 && decodingCount == 0 }

    /// The picture to decode, if it has not been requested yet.
    mutating func startDecoding(_ key: PictureKey) -> Payload? {
        guard let entry = entries[key], entry.state == .wanted else { return nil }
        entries[key]?.state = .decoding
        decodingCount += 1
        return entry.picture
    }

    mutating func finishDecoding(_ key: PictureKey, _ result: State) {
        guard let entry = entries[key], entry.state == .decoding || entry.state == .wanted else { return }
        if entry.state == .decoding { decodingCount -= 1 }
        if case .decoded(let byteCount, _) = result {
            decoded.insert(key)
            decodedBytes += byteCount
            expectedBytes = byteCount
        }
        entries[key]?.state = result
    }
}

extension PictureKey {
    /// Names an overlay picture; storing and looking up use the same rule (specification 2.5).
    init(of frame: OverlayFrame, chunk: Int, generation: Generation) {
        if let id = frame.overlayID, !id.isEmpty {
            self.init(id)
        } else if let clip = frame.clip, !clip.rawValue.isEmpty, let sheet = frame.sheet, !sheet.isEmpty {
            self.init("\(clip.rawValue)/\(frame.baseIndex)/\(sheet)")
        } else {
            self.init("\(generation)_\(chunk)_\(frame.section)_\(frame.sequence)")
        }
    }
}
