import Events

/// The frames of one clip as they come in: by index, with holes, in any order (K44–K47).
struct ClipFrames: Hashable, Sendable {
    var version: String?
    /// From the manifest or from `animation_total_frames`; the later one wins (N35).
    var announced: Int?
    /// By index: a far index costs no more than a near one.
    private(set) var frames: [Int: Payload] = [:]
    /// What came for an index last and is no picture.
    private var broken: [Int: Payload] = [:]
    /// One more than the highest index that came.
    private(set) var end = 0
    /// Whether the backend has said that all has been sent.
    var isSent = false
    /// It was asked for, and nothing of it came for long.
    var isAbandoned = false
    /// It has been said that two pictures came for the same index.
    var isContradictionNoted = false
    /// Holes are asked for once only.
    var hasAskedAgain = false

    var loadedCount: Int { frames.count }
    /// Frames from the first to the last that is expected.
    var length: Int { announced ?? end }
    /// Whether all has come, which is known only when somebody has said how much that is, or that it is all (K48). What came and
    /// is no picture is not waited for: the frame before it is shown in its place.
    var isLoaded: Bool {
        guard announced != nil || isSent, length > 0, !isEmpty else { return false }
        return missing.allSatisfy(isBroken)
    }
    var isEmpty: Bool { frames.isEmpty }
    /// It has never been whole, and more of it is on its way.
    var isComing: Bool { !isSent && !isAbandoned && !isLoaded }

    var missing: [Int] {
        guard loadedCount < length || end > length else { return [] }
        return (0..<length).filter { frames[$0] == nil }
    }

    func frame(at index: Int) -> Payload? { frames[index] }

    /// The index that follows in a clip that plays by itself. Of one that is still coming it is the next one that is there, or the same
    /// one: it waits.
    func index(after index: Int) -> Int {
        guard index + 1 < length, frames[index + 1] == nil, isComing else { return index + 1 }
        return frames.keys.filter { $0 > index }.min() ?? index
    }

    /// Whether there is nothing to play from an index on; of one that is still coming nobody waits for more.
    func isOver(at index: Int) -> Bool { index >= length || frames[index] == nil && isComing }

    /// `false` when the index is beyond every bound.
    mutating func put(_ picture: Payload, at index: Int) -> Bool {
        guard index >= 0, index < Limits.clipFrames else { return false }
        frames[index] = picture
        isAbandoned = false
        end = max(end, index + 1)
        return true
    }

    /// Takes a frame back that is no picture.
    /// - Returns: whether that is news: the same one may come again, as when a hole is asked for.
    mutating func remove(at index: Int) -> Bool {
        guard let picture = frames.removeValue(forKey: index), broken[index] != picture else { return false }
        broken[index] = picture
        return true
    }

    /// What came for it was no picture.
    func isBroken(at index: Int) -> Bool { frames[index] == nil && broken[index] != nil }
}

/// All clips by name. A new version of a loaded clip is staged beside it until it may be swapped in (N33).
struct ClipCatalog: Hashable, Sendable {
    private(set) var clips: [ClipName: ClipFrames] = [:]
    private(set) var staged: [ClipName: ClipFrames] = [:]

    subscript(_ name: ClipName) -> ClipFrames? { clips[name] }
    func isLoaded(_ name: ClipName) -> Bool { clips[name]?.isLoaded ?? false }
    func isKnown(_ name: ClipName) -> Bool { clips[name] != nil }
    var names: [ClipName] { Array(clips.keys) }
    var count: Int { clips.count }
    var loadedCount: Int { clips.values.count { $0.isLoaded } }
    /// Of all clips, the staged ones included.
    var frameCount: Int {
        (clips.values.reduce(0) { $0 + $1.loadedCount }) + staged.values.reduce(0) { $0 + $1.loadedCount }
    }
    /// Names of all clips that can be shown from their first to their last frame.
    var loaded: [ClipName] { clips.keys.filter(isLoaded).sorted() }

    /// Changes the frames being received: the staged ones where there are any. `false` when there are too many clips.
    mutating func receive(_ name: ClipName, _ change: (inout ClipFrames) -> Void) -> Bool {
        if var frames = staged[name] {
            change(&frames)
            staged[name] = frames
            return true
        }
        guard clips[name] != nil || clips.count < Limits.clips else { return false }
        change(&clips[name, default: ClipFrames()])
        return true
    }

    func receiving(_ name: ClipName) -> ClipFrames? { staged[name] ?? clips[name] }

    /// Begins a new version of a clip whose old frames stay in use until `swap`.
    mutating func stage(_ name: ClipName, version: String, announced: Int) {
        staged[name] = ClipFrames(version: version, announced: announced)
    }

    /// Puts a completely received new version in the place of the old one. `false` when there is none.
    mutating func swap(_ name: ClipName) -> Bool {
        guard let frames = staged[name], frames.isLoaded else { return false }
        clips[name] = frames
        staged[name] = nil
        return true
    }

    /// Swaps whatever has been received completely; for moments at which no clip is in its middle (N33).
    mutating func swapAll() {
        for name in staged.keys { _ = swap(name) }
    }

    /// Of the version that is being received where it has that frame: what is shown has been examined when it came.
    /// - Returns: as `ClipFrames.remove(at:)`.
    mutating func removeFrame(_ name: ClipName, at index: Int) -> Bool {
        if staged[name]?.frame(at: index) != nil { return staged[name]?.remove(at: index) ?? false }
        return clips[name]?.remove(at: index) ?? false
    }
}

extension ClipFrames {
    init(version: String, announced: Int) {
        self.version = version
        self.announced = announced
    }
}

/// What is drawn where the wanted base frame has not come.
extension ClipFrames {
    /// The frame itself or the nearest lower one within the announced count, else the lowest there is (3.3).
    func nearest(to index: Int) -> (index: Int, picture: Payload)? {
        var place = min(index, end - 1, length - 1)
        while place >= 0 {
            if let picture = frames[place] { return (place, picture) }
            place -= 1
        }
        return frames.min { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
