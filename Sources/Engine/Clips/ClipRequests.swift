import Events

/// Decides which clips to request from the backend and in which order: idle first, at most two at a time
/// (specification 1.11, 8).
struct ClipRequests: Hashable, Sendable {
    static let mostOutstanding = 2

    /// The original clients' order of loading. Other clips of the manifest follow alphabetically.
    static let knownOrder: [ClipName] = [
        .idle, "idle_1_e_idle_1_s", "idle_1_e_talking_1_s", "talking_1_s_talking_1_e", "talking_1_e_idle_1_s",
        "talking_1_e_talking_1_s", "idle_1_e_talking_2_s", "talking_2_s_talking_2_e", "talking_2_e_idle_1_s",
        "talking_2_e_talking_2_s", "talking_1_e_talking_2_s", "talking_2_e_talking_1_s", "idle_1_e_hi_1_s",
        "hi_1_s_hi_1_e", "hi_1_e_idle_1_s",
    ]

    /// The idle clip, requested before all others.
    var idle = ClipName.idle
    private(set) var waiting: [ClipName] = []
    private(set) var outstanding: [ClipName] = []
    /// Playback time at which each outstanding clip was requested, or last arrived in part.
    private var heardAt: [ClipName: Instant] = [:]
    /// Playback time at which direct requests start if no manifest has arrived; `nil` if Cameo is not waiting for
    /// one.
    var manifestDeadline: Instant?
    /// The clips to request once the idle clip has arrived, if no manifest came.
    private var afterIdle: [ClipName] = []

    /// The clip from the end of the idle clip back to its start.
    var idleReturn: ClipName? {
        guard let start = idle.startPose, let end = idle.endPose else { return nil }
        return ClipName(from: end, to: start)
    }

    func order(_ names: [ClipName]) -> [ClipName] {
        let first = [idle] + [idleReturn].compactMap { $0 }
        let known = first + Self.knownOrder.filter { !first.contains($0) }
        return known.filter(names.contains) + names.filter { !known.contains($0) }.sorted()
    }

    mutating func plan(_ names: [ClipName]) {
        manifestDeadline = nil
        afterIdle = []
        waiting = order(names).filter { !outstanding.contains($0) }
    }

    /// Plans requests without a manifest: the known clips that are missing, idle before all others.
    mutating func planDirectly(isLoaded: (ClipName) -> Bool) {
        manifestDeadline = nil
        let known = order(Self.knownOrder + (Self.knownOrder.contains(idle) ? [] : [idle]))
        let missing = known.filter { !isLoaded($0) && !outstanding.contains($0) }
        let needsIdle = missing.first == idle
        waiting = needsIdle ? [idle] : missing
        afterIdle = needsIdle ? Array(missing.dropFirst()) : []
    }

    /// Records that a piece of the clip arrived: the clip is on its way.
    mutating func receive(of name: ClipName, at time: Instant) {
        if heardAt[name] != nil { heardAt[name] = time }
    }

    /// Playback time at which the first outstanding clip is abandoned, if no piece of it arrives for `limit`.
    func deadline(limit: TimeSpan) -> Instant? { heardAt.values.min().map { $0 + limit } }

    /// Outstanding clips of which nothing arrived for `limit`, in the order in which they were requested.
    func silent(at now: Instant, limit: TimeSpan) -> [ClipName] {
        outstanding.filter { name in heardAt[name].map { now >= $0 + limit } ?? false }
    }

    mutating func finish(_ name: ClipName) {
        outstanding.removeAll { $0 == name }
        heardAt[name] = nil
        if name == idle, !afterIdle.isEmpty {
            waiting = afterIdle
            afterIdle = []
        }
    }

    mutating func reset() {
        let idle = idle
        self = ClipRequests()
        self.idle = idle
    }

    /// The names to request now. Nothing else is requested before the idle clip has arrived.
    mutating func next(isIdleLoaded: Bool, at now: Instant) -> [ClipName] {
        var names: [ClipName] = []
        while let name = waiting.first, outstanding.count < Self.mostOutstanding {
            if !isIdleLoaded, name != idle, outstanding.contains(idle) { break }
            outstanding.append(waiting.removeFirst())
            heardAt[name] = now
            names.append(name)
        }
        return names
    }
}

/// Requests base clips: which ones, when again, and when no longer (specification 1.11).
extension PlaybackEngine {
    /// Reports missing frames, and requests them once (K47).
    mutating func askForHoles(_ name: ClipName, _ missing: [Int], hasAsked: Bool, _ effects: inout [Effect]) {
        effects.append(
            .note(
                Note(
                    time: now, code: .clipHoles,
                    text: "\(name.rawValue) lacks \(plural(missing.count, "frame")): \(Note.list(missing))",
                    holes: ClipHoles(clip: name, missing: missing))))
        guard !hasAsked else { return }
        changeClip(name, &effects) { $0.hasAskedAgain = true }
        effects.append(.requestClip(name, missing: missing))
    }

    /// Requests a clip that a frame needs and that is missing. The caller does this once per clip and chunk.
    mutating func requestMissing(_ name: ClipName, _ effects: inout [Effect]) {
        effects.append(.requestClip(name, missing: []))
    }

    mutating func requestClips(_ effects: inout [Effect]) {
        let names = requests.next(isIdleLoaded: clips.isLoaded(requests.idle), at: clock)
        effects += names.map { .requestClip($0, missing: []) }
    }

    /// Gives up requests for clips that the backend does not know and that never complete. After a while their place
    /// is free for the next (N32). Frames that arrive later are still filed.
    mutating func giveUpSilentRequests(_ effects: inout [Effect]) {
        let silent = requests.silent(at: clock, limit: settings.clipRequestLimit)
        guard !silent.isEmpty else { return }
        for name in silent {
            note(
                .timeLimit,
                "no frames of \(name.rawValue) for \(settings.clipRequestLimit.wholeMilliseconds) ms; continuing without it",
                &effects)
            requests.finish(name)
            if clips.isKnown(name) { changeClip(name, &effects) { $0.isAbandoned = true } }
        }
        requestClips(&effects)
    }

    mutating func checkManifestDeadline(_ effects: inout [Effect]) {
        guard let deadline = requests.manifestDeadline, clock >= deadline else { return }
        note(
            .manifest,
            "no manifest within \(settings.manifestLimit.wholeMilliseconds) ms; requesting clips directly",
            &effects)
        requests.planDirectly(isLoaded: clips.isLoaded)
        requestClips(&effects)
    }
}
