import Events

/// Base clips: arrival, holes and versions (specification 1.6.6, 1.11, 1.12).
extension PlaybackEngine {
    mutating func manifestArrived(_ manifest: Manifest, _ effects: inout [Effect]) {
        guard case .clips(let entries) = manifest else {
            if case .refused(let reason) = manifest { note(.manifest, "the backend has no clips: \(reason)", &effects) }
            requests.manifestDeadline = nil
            return
        }
        if entries.isEmpty { note(.manifest, "the manifest is empty", &effects) }
        var wanted: [ClipName] = []
        var seen: Set<ClipName> = []
        for entry in entries {
            guard entry.frames > 0 else {
                note(.manifest, "\(entry.clip.rawValue) has no frames; skipped", &effects)
                continue
            }
            learn(entry, &effects)  // before asking: another count may make holes
            let isAsked = isWanted(entry) && seen.insert(entry.clip).inserted
            if isAsked, clips.isKnown(entry.clip) { wanted.append(entry.clip) }
        }
        chooseIdle(among: entries.lazy.filter { $0.frames > 0 }.map(\.clip))
        requests.plan(wanted)
        requestClips(&effects)
    }

    /// Chooses the idle clip: the configured one if it exists, else one by name. Once something has been said, the
    /// choice stays as long as that clip exists.
    mutating func chooseIdle(among names: some Sequence<ClipName>) {
        let isNamed = settings.idleClip.map(names.contains) ?? false
        let isSettled = (generation > 0 || message.phase != .none) && names.contains(requests.idle)
        let found = isNamed ? settings.idleClip : isSettled ? requests.idle : ClipName.idle(among: names)
        guard let found, found != requests.idle else { return }
        requests.idle = found
        // What is being shown runs to its end.
        guard mode == .idle, clips[clip]?.isEmpty ?? true else { return }
        clip = found
        baseIndex = 0
    }

    /// Registers a clip that no manifest announces.
    private mutating func discover(_ name: ClipName) {
        if !clips.isKnown(name) { chooseIdle(among: clips.names + [name]) }
    }

    /// Whether to request a clip: it is missing, has holes, or now has another version.
    private func isWanted(_ entry: ManifestEntry) -> Bool {
        guard let known = clips[entry.clip], known.isLoaded else { return true }
        return known.version != nil && known.version != entry.version
    }

    private mutating func learn(_ entry: ManifestEntry, _ effects: inout [Effect]) {
        let length = min(entry.frames, Limits.clipFrames)
        // Also where the old one is not whole: frames of two versions must not stand side by side.
        if let known = clips[entry.clip], !known.isEmpty, let version = known.version, version != entry.version {
            clips.stage(entry.clip, version: entry.version, announced: length)
            return
        }
        changeClip(entry.clip, &effects) { frames in
            frames.version = entry.version
            frames.announced = length
        }
    }

    mutating func clipAnnounced(_ name: ClipName, total: Int, _ effects: inout [Effect]) {
        guard total > 0 else { return note(.odd, "\(name.rawValue) announced with \(total) frames", &effects) }
        requests.receive(of: name, at: clock)
        discover(name)
        changeClip(name, &effects) { $0.announced = min(total, Limits.clipFrames) }
    }

    mutating func baseFrameArrived(_ name: ClipName, index: Int, picture: Payload?, _ effects: inout [Effect]) {
        guard let picture else { return note(.odd, "base frame \(index) of \(name.rawValue) has no picture", &effects) }
        requests.receive(of: name, at: clock)
        discover(name)
        let before = clips.receiving(name)
        if let other = before?.frame(at: index), other != picture, before?.isContradictionNoted == false {
            let contents = [other, picture].map { String($0.hash.hex.prefix(8)) }
            note(
                .contradiction,
                "base frame \(index) of \(name.rawValue) received twice with different pictures "
                    + "(\(contents[0]), then \(contents[1])); using the second",
                &effects)
            changeClip(name, &effects) { $0.isContradictionNoted = true }
        }
        var isFiled = false
        changeClip(name, &effects) { isFiled = $0.put(picture, at: index) }
        if isFiled { effects.append(.examine(name, index: index, picture)) }
        if !isFiled { note(.limit, "base frame \(index) of \(name.rawValue) is beyond \(Limits.clipFrames)", &effects) }
        swapIfUnused(name)
    }

    mutating func clipCompleted(_ name: ClipName, total: Int?, _ effects: inout [Effect]) {
        guard let before = clips.receiving(name) else {
            return note(.odd, "\(name.rawValue) declared complete, but no frame of it arrived", &effects)
        }
        if let total, let announced = before.announced, total != announced, !before.isSent, clips.staged[name] == nil {
            note(.odd, "\(name.rawValue): \(total) frames reported as sent, \(announced) announced", &effects)
        }
        changeClip(name, &effects) { frames in
            if frames.announced == nil, let total, total > 0 { frames.announced = min(total, Limits.clipFrames) }
            frames.isSent = true
        }
        requests.finish(name)
        let missing = clips.receiving(name)?.missing ?? []
        if !missing.isEmpty { askForHoles(name, missing, hasAsked: before.hasAskedAgain, &effects) }
        swapIfUnused(name)
        requestClips(&effects)
    }

    mutating func baseFrameFailed(_ name: ClipName, _ index: Int, _ reason: String, _ effects: inout [Effect]) {
        guard clips.removeFrame(name, at: index) else { return }
        counters.decodeFailures += 1
        note(.decodeFailed, "base frame \(index) of \(name.rawValue): \(reason)", &effects)
        // Where all had come it is a hole from now on.
        guard let frames = clips.receiving(name), frames.isSent, !frames.hasAskedAgain else { return }
        askForHoles(name, frames.missing, hasAsked: false, &effects)
    }

    /// Changes the frames of a clip that are being received.
    mutating func changeClip(_ name: ClipName, _ effects: inout [Effect], _ change: (inout ClipFrames) -> Void) {
        if !clips.changeClip(name, change) {
            note(.limit, "more than \(Limits.clips) clips; \(name.rawValue) dropped", &effects)
        }
    }

    /// Swaps in a new version at once unless its clip is on screen; then at the next idle wrap (N33). A clip on
    /// screen with holes, as from an interrupted cache, is swapped at once: that is worse than a picture of another
    /// version.
    private mutating func swapIfUnused(_ name: ClipName) {
        if composite?.clip != name && clip != name || !clips.isLoaded(name) { _ = clips.swap(name) }
    }
}

extension PlaybackEngine {
    /// The loaded clip that leads from the current pose to the pose in which the chunk begins; `nil` if none is
    /// needed or loaded.
    func bridge(to chunk: Chunk) -> ClipName? {
        guard let wanted = (chunk.frames.first?.frame.clip ?? chunk.firstClip)?.startPose, let end = clip.endPose else {
            return nil
        }
        guard wanted.state != end.state || wanted.variant != end.variant else { return nil }
        let exact = ClipName(from: end, to: wanted)
        let fromEnd = ClipName(from: end.at(.end), to: wanted)
        return [exact, fromEnd].first(where: clips.isLoaded)
    }
}
