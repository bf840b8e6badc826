import Engine
import Events

/// What was drawn, and why that.
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
            return "\(name) was passed over at \(record.shown.inSeconds) s and never on screen"
        }
        guard let picture else {
            return "\(name) at \(record.shown.inSeconds) s: nothing on screen, no base frame had come"
        }
        let before = timeline.log.ordinal(shownBefore: record.ordinal).map { "the picture of frame \($0)" } ?? picture
        if record.isHole { return "\(name) at \(record.shown.inSeconds) s: \(before) stays" }
        guard record.status == .held else { return "\(name) came on screen at \(record.shown.inSeconds) s: \(picture)" }
        let length = timeline.log.hold(at: record).map { "for \($0.told)" } ?? "and still does"
        return "\(name): \(before) stayed on screen from \(record.shown.inSeconds) s on, \(length)"
    }

    /// What was drawn, in words; `nil` before the first picture.
    private var picture: String? {
        guard let clip = record.clip else { return nil }
        let base = "base \(record.baseIndex) of \(clip.rawValue)"
        guard let key = record.overlayKey else { return base }
        return lacksOverlay
            ? "\(base) without its overlay \(key.rawValue)" : "\(base) with overlay \(key.rawValue)"
    }

    /// Whether the base was drawn without its overlay, also where the status is another fault.
    private var lacksOverlay: Bool { timeline.log.lacksOverlay(record) }

    private var because: Why.Step {
        let sentences = [reason, lack, time, sound, doubt, gap].compactMap { $0 }.joined(separator: "; ")
        guard entry.heard > 0, history.moments.indices.contains(entry.heard - 1) else {
            return Why.Step(.because, sentences)
        }
        return Why.Step(.because, "\(sentences); decided at \(name(entry.heard - 1))", at: place(entry.heard - 1))
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
                ? clipReason : "the stream demands \(demanded) with this overlay, and both were there"
        case .desyncIndex: "the stream demands \(demanded), an index that no clip has, and the nearest one is drawn"
        case .desyncClip: "the stream demands \(demanded), and another clip is drawn"
        case .desyncBaseMissing:
            "\(record.position == nil ? clipReason : "the stream demands \(demanded)"), which is not there; "
                + (record.baseIndex < record.demandedIndex
                    ? "the nearest lower one is drawn" : "the lowest one is drawn")
        case .desyncOverlay: "the stream demands another overlay than the one that is drawn"
        case .noOverlay:
            record.demandedClip == nil
                ? (dropped.map { "the frame had come; \(Self.words($0.lostAt)), so" }
                    ?? "nothing has come of the frame, so")
                    + " the picture before it stays"
                : "\(bareReason), so \(demanded) is drawn alone"
        case .held: heldReason
        case .skipped: "passed over to catch up with the sound"
        case .guess: "the stream demands \(demanded) with this overlay, and both were there"
        case .seam: "drawn as the stream demands, but the overlay does not fit: \(record.note ?? "")"
        case .unplaced:
            "drawn as the stream demands, but \(placeReason), so it lies at 0,0"
        case .outside:
            "drawn as the stream demands, but the overlay does not lie on its base frame: \(record.note ?? "")"
        }
    }

    /// Why it is not known where the overlay lies.
    private var placeReason: String {
        let own = { (event: WireEvent) in
            if case .audioArrived(let audio) = event { audio.chunk == record.position?.chunk } else { false }
        }
        return dropped(own).map {
            "receive_audio of its chunk, which says where the overlay lies, had come; \(Self.words($0.lostAt))"
        }
            ?? "nothing says where the overlay lies (receive_audio of its chunk would)"
    }

    /// Why there is no overlay, of a frame whose status is another fault.
    private var lack: String? { lacksOverlay && record.status != .noOverlay ? bareReason : nil }

    private var bareReason: String {
        guard let key = record.overlayKey else {
            return record.cameBare ? "the frame came without a picture" : "no picture of the frame had come"
        }
        guard let place = result(key, history.heard(before: record.arrived ?? record.due)..<entry.heard, isLast: true),
            case .local(.pictureFailed) = history.moments[place].body
        else { return "the overlay was not decoded yet" }
        return "the overlay cannot be decoded"
    }

    private func waitReason(_ awaited: PlaybackEngine.AwaitedChunk) -> String {
        let name = "chunk \(awaited.index)"
        guard awaited.isNamed else { return "neither \(name), the next one, nor the message's end had come" }
        if awaited.isSoundAlone { return "the message goes on with \(name), whose sound could not be played yet" }
        let all = awaited.expected.map { "\($0)" } ?? "an unknown number of"
        return awaited.received == 0
            ? "the message goes on with \(name), and none of its \(awaited.expected.map { "\($0) " } ?? "")pictures had come"
            : "the message goes on with \(name), of which \(awaited.received) of \(all) frames had come: too few of them could be drawn yet"
    }

    private var heldReason: String {
        if record.note == Note.Code.missingBaseClip.rawValue {
            return "the stream demands \(demanded), a clip of which nothing is loaded"
        }
        guard record.position != nil else { return "nothing that could be drawn next had come" }
        return record.arrived == nil
            ? "its picture had not come" : record.decoded == nil ? "its picture was not decoded yet" : "it waited"
    }

    private var clipReason: String {
        let wanted = demanded
        return switch record.mode {
        case .idle: "nothing is said, and the idle clip has come to \(wanted)"
        case .transition: "a bridge clip leads to the pose of the next chunk, and has come to \(wanted)"
        case .finishingBase: "all has been said, and the talking clip runs out at \(wanted)"
        case .returnTransition: "a return clip leads home, and has come to \(wanted)"
        case .overlay: "a message is spoken, and \(wanted) stays"
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

    private var doubt: String? { record.isGuess ? "it may be of an older message" : nil }

    /// What nobody looked at, where what is known finds nothing wrong.
    private var gap: String? {
        record.trustsOverlay && !hasTestedSeams
            ? "whether the overlay fits the base frame was not tested" : nil
    }
}
