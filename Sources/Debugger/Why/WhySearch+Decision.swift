import Engine
import Events
import Sessions

/// What was drawn, and why.
extension WhySearch {
    var decision: [Why.Step] { [drawn] + faults + [because] }

    private var faults: [Why.Step] {
        (timeline.log.faults(marking: record.ordinal) + timeline.log.freezes(of: record.ordinal)).map { fault in
            let place = Why.Place(time: history.time(after: fault.heard), heard: fault.heard, frame: fault.frame)
            let words = timeline.log.finding(fault).map { ": " + $0.sentence } ?? ""
            return Why.Step(.fault, fault.text + words, at: place)
        }
    }

    private var drawn: Why.Step { Why.Step(.drawn, drawnSentence, at: frame(record.ordinal)) }

    private var drawnSentence: String {
        let name = "frame \(record.ordinal) (\(record.status.text))"
        guard record.wasShown else {
            return "\(name) was skipped at \(record.shown.inSeconds) s and never shown"
        }
        guard let picture else {
            return "\(name) at \(record.shown.inSeconds) s: nothing on screen, no base frame received yet"
        }
        let before = timeline.log.ordinal(shownBefore: record.ordinal).map { "the picture of frame \($0)" } ?? picture
        if let brokenBase {
            return "\(name) had its turn at \(record.shown.inSeconds) s: \(picture), but no picture could be drawn "
                + "(\(brokenBase))"
        }
        if record.isHole { return "\(name) at \(record.shown.inSeconds) s: \(before) was kept" }
        guard record.status == .held else { return "\(name) was shown at \(record.shown.inSeconds) s: \(picture)" }
        let length = timeline.log.hold(at: record).map { "for \($0.told)" } ?? "and still is"
        return "\(name): \(before) stayed on screen from \(record.shown.inSeconds) s, \(length)"
    }

    /// Why the base frame could not be decoded when it was drawn: nothing was visible, although the record says
    /// otherwise.
    var brokenBase: String? {
        guard let clip = record.clip else { return nil }
        let begin = AuditFinding.brokenBase(clip, record.baseIndex)
        let found = timeline.log.faults(marking: record.ordinal).lazy.filter { $0.kind == .decodeFailed }
            .compactMap { timeline.log.finding($0)?.found }
        return found.first { $0.hasPrefix(begin) }.map { String($0.dropFirst(begin.count)) }
    }

    /// What was drawn, as text; `nil` before the first picture.
    private var picture: String? {
        guard let clip = record.clip else { return nil }
        let base = "base \(record.baseIndex) of \(clip.rawValue)"
        guard let key = record.overlayKey else { return base }
        return lacksOverlay
            ? "\(base) without its overlay \(key.rawValue)" : "\(base) with overlay \(key.rawValue)"
    }

    /// Whether the base was drawn without its overlay, also if the status is another fault.
    private var lacksOverlay: Bool { timeline.log.lacksOverlay(record) }

    private var because: Why.Step {
        let sentences = [reason, lack, torn, time, sound, doubt, gap].compactMap { $0 }.joined(separator: "; ")
        guard entry.heard > 0, history.moments.indices.contains(entry.heard - 1) else {
            return Why.Step(.because, sentences)
        }
        return Why.Step(.because, "\(sentences); decided at \(name(entry.heard - 1))", at: place(entry.heard - 1))
    }

    private var torn: String? {
        brokenBase == nil ? nil : "base \(record.baseIndex) cannot be decoded, so nothing could be drawn"
    }

    private var demanded: String {
        guard let clip = record.demandedClip else { return "no base frame" }
        return "base \(record.demandedIndex) of \(clip.rawValue)"
    }

    private var reason: String {
        if let awaited { return waitReason(awaited) }
        let own = ownReason
        guard let position = record.position else { return own }
        return "frame \(position.frame + 1) of \(position.frameCount) of chunk \(position.chunk) "
            + "(section \(position.section), sequence \(position.sequence)): \(own)"
    }

    private var ownReason: String {
        switch record.status {
        case .sync:
            record.position == nil
                ? clipReason : "the stream demands \(demanded) with this overlay, and both had arrived"
        case .desyncIndex: "the stream demands \(demanded), an index outside the clip, so the nearest one is drawn"
        case .desyncClip: "the stream demands \(demanded), but another clip is drawn"
        case .desyncBaseMissing:
            "\(record.position == nil ? clipReason : "the stream demands \(demanded)"), which is missing; "
                + (record.baseIndex < record.demandedIndex
                    ? "the nearest lower one is drawn" : "the lowest one is drawn")
        case .desyncOverlay: "the stream demands a different overlay from the one drawn"
        case .noOverlay:
            record.demandedClip == nil
                ? (dropped.map { "the frame had arrived; \(Self.words($0.lostAt)), so" }
                    ?? "the frame never arrived, so")
                    + " the previous picture is kept"
                : "\(bareReason), so \(demanded) is drawn alone"
        case .held: heldReason
        case .skipped: "skipped to catch up with the sound"
        case .guess: "the stream demands \(demanded) with this overlay, and both had arrived"
        case .seam: "drawn as the stream demands, but the overlay does not fit: \(record.note ?? "")"
        case .unplaced:
            "drawn as the stream demands, but \(placeReason), so it is placed at 0,0"
        case .outside:
            "drawn as the stream demands, but the overlay extends outside its base frame: \(record.note ?? "")"
        }
    }

    /// Why the overlay's position is unknown.
    private var placeReason: String {
        let own = { (event: WireEvent) in
            if case .audioArrived(let audio) = event { audio.chunk == record.position?.chunk } else { false }
        }
        return dropped(own).map {
            "receive_audio of its chunk, which gives the overlay's position, had arrived; \(Self.words($0.lostAt))"
        }
            ?? "the overlay's position is unknown (receive_audio of its chunk gives it)"
    }

    /// Why there is no overlay, for a frame whose status is another fault.
    private var lack: String? { lacksOverlay && record.status != .noOverlay ? bareReason : nil }

    private var bareReason: String {
        guard let key = record.overlayKey else {
            return record.cameBare ? "the frame arrived without a picture" : "the frame's picture had not arrived"
        }
        guard let place = result(key, history.heard(before: record.arrived ?? record.due)..<entry.heard, isLast: true),
            case .local(.pictureFailed) = history.moments[place].body
        else { return "the overlay was not decoded yet" }
        return "the overlay cannot be decoded"
    }

    private func waitReason(_ awaited: PlaybackEngine.AwaitedChunk) -> String {
        let name = "chunk \(awaited.index)"
        guard awaited.isNamed else { return "neither \(name), the next one, nor the end of the message had arrived" }
        if awaited.isSoundAlone { return "the message continues with \(name), whose sound could not be played yet" }
        let all = awaited.expected.map { "\($0)" } ?? "an unknown number of"
        return awaited.received == 0
            ? "the message continues with \(name), and none of its \(awaited.expected.map { "\($0) " } ?? "")pictures had arrived"
            : "the message continues with \(name), of which \(awaited.received) of \(all) frames had arrived: too few of them could be drawn yet"
    }

    private var heldReason: String {
        if record.note == Note.Code.missingBaseClip.rawValue {
            return "the stream demands \(demanded), but no frame of that clip is loaded"
        }
        guard record.position != nil else {
            let engine = timeline.engine(at: entry.heard)
            if let chunk = engine.chunkOfSoundAlone {
                return "chunk \(chunk) has sound but no frames, so the previous picture stays while it plays"
            }
            return engine.unfinishedChunk.map { "the next frame of chunk \($0.index) had not arrived" }
                ?? "nothing to draw next had arrived"
        }
        return record.arrived == nil
            ? "its picture had not arrived"
            : record.decoded == nil ? "its picture was not decoded yet" : "it was waiting"
    }

    private var clipReason: String {
        let wanted = demanded
        return switch record.mode {
        case .idle: "the avatar is silent, and the idle clip is at \(wanted)"
        case .transition: "a bridge clip leads to the pose of the next chunk, and is at \(wanted)"
        case .finishingBase: "the message is over, and the talking clip is finishing at \(wanted)"
        case .returnTransition: "a return clip leads back to idling, and is at \(wanted)"
        case .overlay: "a message is being spoken, and \(wanted) is held"
        }
    }

    private var time: String {
        let late = record.shown - record.due
        let due = "due at \(record.due.inSeconds) s"
        return late == .zero ? due : "\(due), \(late.magnitude.told) \(late < .zero ? "later" : "before")"
    }

    private var sound: String? {
        guard let position = record.soundPosition else { return nil }
        guard let drift = record.drift, drift != .zero else { return "its sound was at \(position.told)" }
        return
            "its sound was at \(position.told), \(drift.magnitude.told) \(drift < .zero ? "ahead of" : "behind") the picture"
    }

    private var doubt: String? { record.isGuess ? "it may belong to an older message" : nil }

    /// What was not checked, if no fault is known.
    private var gap: String? {
        record.trustsOverlay && !hasTestedSeams
            ? "not tested whether the overlay fits the base frame" : nil
    }
}
