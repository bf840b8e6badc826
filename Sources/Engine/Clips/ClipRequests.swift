import Events

/// Which clips to ask the backend for, in which order: idle first, at most two on their way (specification 1.11, 8).
struct ClipRequests: Hashable, Sendable {
    static let mostOutstanding = 2

    /// The originals' order of loading; what the manifest has besides comes after these, alphabetically.
    static let knownOrder: [ClipName] = [
        .idle, "idle_1_e_idle_1_s", "idle_1_e_talking_1_s", "talking_1_s_talking_1_e", "talking_1_e_idle_1_s",
        "talking_1_e_talking_1_s", "idle_1_e_talking_2_s", "talking_2_s_talking_2_e", "talking_2_e_idle_1_s",
        "talking_2_e_talking_2_s", "talking_1_e_talking_2_s", "talking_2_e_talking_1_s", "idle_1_e_hi_1_s",
        "hi_1_s_hi_1_e", "hi_1_e_idle_1_s",
    ]

    /// What the avatar idles with; asked for before all others.
    var idle = ClipName.idle
    private(set) var waiting: [ClipName] = []
    private(set) var outstanding: [ClipName] = []
    /// Playback time at which each outstanding clip was asked for, or last heard of.
    private var heardAt: [ClipName: Instant] = [:]
    /// Playback time at which direct requests begin when no manifest has come; `nil`: not waiting for one.
    var manifestDeadline: Instant?
    /// The clips that are asked for once idle is there, because no manifest came.
    private var afterIdle: [ClipName] = []

    /// Leads from the end of the idle clip to its start.
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

    /// Without a manifest: the known clips that are not there, idle by itself before all others.
    mutating func planDirectly(isLoaded: (ClipName) -> Bool) {
        manifestDeadline = nil
        let known = order(Self.knownOrder + (Self.knownOrder.contains(idle) ? [] : [idle]))
        let missing = known.filter { !isLoaded($0) && !outstanding.contains($0) }
        let needsIdle = missing.first == idle
        waiting = needsIdle ? [idle] : missing
        afterIdle = needsIdle ? Array(missing.dropFirst()) : []
    }

    /// A piece of the clip came: it is on its way.
    mutating func receive(of name: ClipName, at time: Instant) {
        if heardAt[name] != nil { heardAt[name] = time }
    }

    /// Playback time at which the first outstanding clip is abandoned, when no piece of it comes for `limit`.
    func deadline(limit: Span) -> Instant? { heardAt.values.min().map { $0 + limit } }

    /// Outstanding clips of which nothing came for `limit`, in the order in which they were asked for.
    func silent(at now: Instant, limit: Span) -> [ClipName] {
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

    /// The names to ask for now. Nothing else is asked for before the idle clip has come.
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

/// Asking for base clips: what is missing, again, and no longer (specification 1.11).
extension PlaybackEngine {
    /// Holes are listed, and asked for once (K47).
    mutating func askForHoles(_ name: ClipName, _ missing: [Int], hasAsked: Bool, _ effects: inout [Effect]) {
        effects.append(
            .note(
                Note(
                    time: now, code: .clipHoles,
                    text: "\(name.rawValue) lacks \(plural(missing.count, "frame")): \(Note.list(missing))",
                    holes: ClipHoles(clip: name, missing: missing))))
        guard !hasAsked else { return }
        receive(name, &effects) { $0.hasAskedAgain = true }
        effects.append(.requestClip(name, missing: missing))
    }

    /// A frame wants it, and it is not there. The caller asks once a clip and a chunk.
    mutating func requestMissing(_ name: ClipName, _ effects: inout [Effect]) {
        effects.append(.requestClip(name, missing: []))
    }

    mutating func requestClips(_ effects: inout [Effect]) {
        let names = requests.next(isIdleLoaded: clips.isLoaded(requests.idle), at: clock)
        effects += names.map { .requestClip($0, missing: []) }
    }

    /// A clip that the backend does not know never completes: its place is free for the next after a while (N32). What
    /// comes of it later is filed all the same.
    mutating func giveUpSilentRequests(_ effects: inout [Effect]) {
        let silent = requests.silent(at: clock, limit: settings.clipRequestLimit)
        guard !silent.isEmpty else { return }
        for name in silent {
            note(
                .timeLimit,
                "no frames of \(name.rawValue) for \(settings.clipRequestLimit.wholeMilliseconds) ms; continuing without it",
                &effects)
            requests.finish(name)
            if clips.isKnown(name) { receive(name, &effects) { $0.isAbandoned = true } }
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
