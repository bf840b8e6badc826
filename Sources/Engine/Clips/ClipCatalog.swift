import Events

/// The frames of one clip as they arrive: by index, with holes, in any order (K44–K47).
struct ClipFrames: Hashable, Sendable {
    var version: String?
    /// The number of frames, from the manifest or from `animation_total_frames`; the later one wins (N35).
    var announced: Int?
    /// By index, so that a far index costs no more than a near one.
    private(set) var frames: [Int: Payload] = [:]
    /// The last payload received for an index, if it is not a picture.
    private var broken: [Int: Payload] = [:]
    /// One more than the highest index received.
    private(set) var end = 0
    /// Whether the backend has said that all frames have been sent.
    var isSent = false
    /// The clip was requested, and nothing of it arrived for a long time.
    var isAbandoned = false
    /// A note has already reported two different pictures for one index.
    var isContradictionNoted = false
    /// Missing frames are requested only once.
    var hasAskedAgain = false

    var loadedCount: Int { frames.count }
    /// Frames from the first to the last that is expected.
    var length: Int { announced ?? end }
    /// Whether all frames have arrived. This is known only if the backend has announced the number of frames, or said
    /// that all were sent (K48). A frame that is not a picture is not awaited: the frame before it is shown instead.
    var isLoaded: Bool {
        guard announced != nil || isSent, length > 0, !isEmpty else { return false }
        return missing.allSatisfy(isBroken)
    }
    var isEmpty: Bool { frames.isEmpty }
    /// The clip has never been complete, and more of it is on its way.
    var isComing: Bool { !isSent && !isAbandoned && !isLoaded }

    var missing: [Int] {
        guard loadedCount < length || end > length else { return [] }
        return (0..<length).filter { frames[$0] == nil }
    }

    func frame(at index: Int) -> Payload? { frames[index] }

    /// The next index of a clip that plays by itself. While the clip is still arriving this is the next frame
    /// received, or the same index: the clip waits.
    func index(after index: Int) -> Int {
        guard index + 1 < length, frames[index + 1] == nil, isComing else { return index + 1 }
        return frames.keys.filter { $0 > index }.min() ?? index
    }

    /// Whether nothing is left to play from an index on. A clip that is still arriving is not waited for.
    func isOver(at index: Int) -> Bool { index >= length || frames[index] == nil && isComing }

    /// `false` if the index exceeds every limit.
    mutating func put(_ picture: Payload, at index: Int) -> Bool {
        guard index >= 0, index < Limits.clipFrames else { return false }
        frames[index] = picture
        isAbandoned = false
        end = max(end, index + 1)
        return true
    }

    /// Removes a frame that is not a picture.
    /// - Returns: `false` if this was known: the same frame may arrive again, as when missing frames are requested.
    mutating func remove(at index: Int) -> Bool {
        guard let picture = frames.removeValue(forKey: index), broken[index] != picture else { return false }
        broken[index] = picture
        return true
    }

    /// Whether what was received for this index is not a picture.
    func isBroken(at index: Int) -> Bool { frames[index] == nil && broken[index] != nil }
}

/// All clips by name. A new version of a loaded clip is staged beside it until it can be swapped in (N33).
struct ClipCatalog: Hashable, Sendable {
    private(set) var clips: [ClipName: ClipFrames] = [:]
    private(set) var staged: [ClipName: ClipFrames] = [:]

    subscript(_ name: ClipName) -> ClipFrames? { clips[name] }
    func isLoaded(_ name: ClipName) -> Bool { clips[name]?.isLoaded ?? false }
    func isKnown(_ name: ClipName) -> Bool { clips[name] != nil }
    var names: [ClipName] { Array(clips.keys) }
    var count: Int { clips.count }
    var loadedCount: Int { clips.values.count { $0.isLoaded } }
    /// Frames of all clips, including staged ones.
    var frameCount: Int {
        (clips.values.reduce(0) { $0 + $1.loadedCount }) + staged.values.reduce(0) { $0 + $1.loadedCount }
    }
    /// Names of all complete clips.
    var loaded: [ClipName] { clips.keys.filter(isLoaded).sorted() }

    /// Changes the frames being received: the staged ones if there are any. `false` if there are too many clips.
    mutating func changeClip(_ name: ClipName, _ change: (inout ClipFrames) -> Void) -> Bool {
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

    /// Starts a new version of a clip. The old frames stay in use until `swap`.
    mutating func stage(_ name: ClipName, version: String, announced: Int) {
        staged[name] = ClipFrames(version: version, announced: announced)
    }

    /// Replaces a clip with its new version, if that is complete. `false` if it is not.
    mutating func swap(_ name: ClipName) -> Bool {
        guard let frames = staged[name], frames.isLoaded else { return false }
        clips[name] = frames
        staged[name] = nil
        return true
    }

    /// Swaps in all complete new versions; called when no clip is in its middle (N33).
    mutating func swapAll() {
        for name in staged.keys { _ = swap(name) }
    }

    /// Removes a frame from the version being received, if it has that frame: what is shown was examined on arrival.
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

/// The base frame to draw when the demanded one has not arrived.
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
