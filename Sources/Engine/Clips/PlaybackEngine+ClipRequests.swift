import Events

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
        receive(name, &effects) { $0.hasAskedAgain = true }
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
