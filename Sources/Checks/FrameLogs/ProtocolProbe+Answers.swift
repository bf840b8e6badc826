import Events
import Wire

extension ProtocolProbe {
    /// All ten, in the specification's order; call `finish` first.
    package var answers: [OpenAnswer] { ProbeQuestion.allCases.map(answer) }

    private func answer(_ question: ProbeQuestion) -> OpenAnswer {
        let found: (String, String)? =
            switch question {
            case .sections: audios > 0 ? Self.share(withSections, of: audios, "receive_audio") : nil
            case .firstPicture: audios > 0 ? Self.share(withFirstPicture, of: audios, "receive_audio") : nil
            case .pictureForms: forms
            case .baseIndexes: indexes
            case .bridges: starts
            case .order: order
            case .endings: ends
            case .secondSends: sends
            case .reconnects: again
            case .sound: parameters
            }
        guard let (answer, evidence) = found else { return .notSeen(question) }
        return OpenAnswer(question: question, answer: answer, evidence: evidence)
    }

    private static func share(_ count: Int, of all: Int, _ what: String) -> (String, String) {
        (count == 0 ? "no" : count == all ? "yes" : "sometimes", "\(count) of \(all) \(what)")
    }

    private var forms: (String, String)? {
        guard !overlayForms.isEmpty || !baseForms.isEmpty else { return nil }
        let isUsual = Set(overlayForms.keys).isSubset(of: [.binary]) && Set(baseForms.keys).isSubset(of: [.base64])
        return (
            isUsual ? "yes, in this recording" : "no",
            "overlays: \(Self.list(overlayForms)); base frames: \(Self.list(baseForms))"
        )
    }

    private static func list(_ forms: [PayloadReference.Form: Int]) -> String {
        let words = forms.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key.rawValue)" }
        return words.isEmpty ? "none" : words.joined(separator: ", ")
    }

    private var indexes: (String, String)? {
        let known = highest.compactMap { clip, found in clipLengths[clip].map { (clip, found, $0) } }
        guard !known.isEmpty else { return nil }
        let beyond = known.filter { $0.1.index >= $0.2 }.sorted { $0.0 < $1.0 }
        let frames = known.reduce(0) { $0 + $1.1.count }
        guard let first = beyond.first else {
            return ("not in this recording", "\(frames) indexes in \(known.count) clips")
        }
        return (
            "yes",
            "in \(beyond.count) of \(known.count) clips; \(first.0.rawValue) of \(first.2) frames: index \(first.1.index)"
        )
    }

    private var starts: (String, String)? {
        let others = otherStarts.values.reduce(0, +)
        guard bridgeStarts + others > 0 else { return nil }
        let names = otherStarts.keys.sorted().prefix(3).joined(separator: ", ")
        let (answer, evidence) = Self.share(bridgeStarts, of: bridgeStarts + others, "messages")
        return (
            answer == "yes" ? "yes, in this recording" : answer,
            names.isEmpty ? evidence : "\(evidence); others with \(names)"
        )
    }

    private var order: (String, String)? {
        guard readies > 0 || interleaved > 0 else { return nil }
        let overtakes = earlyReadies == 0 ? "never overtakes in this recording" : "sometimes overtakes"
        let interleave = interleaved == 0 ? "chunks do not interleave" : "chunks interleave"
        return (
            "\(overtakes), \(interleave)",
            "\(earlyReadies) of \(readies) chunk_images_ready before a batch; \(plural(interleaved, "chunk")) interleaved"
        )
    }

    private var ends: (String, String)? {
        let all = endings.values.reduce(0, +)
        guard all > 0 else {
            return cutMessages == 0 ? nil : ("unknown", "\(plural(cutMessages, "message")), none recorded to its end")
        }
        let counts = EndOrder.allCases.compactMap { order in endings[order].map { "\($0) \(Self.words(order))" } }
        let isOne = endings.count == 1
        let answer = isOne ? endings.keys.first.map(Self.words) ?? "" : "differs"
        let cut = cutMessages == 0 ? "" : "; \(cutMessages) not recorded to the end"
        return (answer, "of \(plural(all, "message")): " + counts.joined(separator: ", ") + cut)
    }

    private static func words(_ order: EndOrder) -> String {
        switch order {
        case .endFirst: "audio_end first"
        case .animationFirst: "play_base_animation first"
        case .endOnly: "audio_end alone"
        case .animationOnly: "play_base_animation alone"
        case .neither: "neither"
        }
    }

    private var sends: (String, String)? {
        guard sendsInAnswers > 0 else { return nil }
        let late = "\(plural(lateAfterSend, "event")) of later chunks of the old message"
        let span = lateAfterSend > 0 ? ", up to \(Int(longestAfterSend.milliseconds.rounded())) ms later" : ""
        let first = ambiguousAfterSend > 0 ? "; \(ambiguousAfterSend) of chunk 0 that may belong to either" : ""
        let answer = lateAfterSend > 0 ? "no" : ambiguousAfterSend > 0 ? "yes, in this recording" : "yes"
        return (answer, "\(plural(sendsInAnswers, "send")) during an answer; after them \(late)\(span)\(first)")
    }

    private var again: (String, String)? {
        guard reconnects > 0 else { return nil }
        return (
            repeatedSounds > 0 ? "yes" : "not in this recording",
            "\(plural(reconnects, "reconnect")); \(repeatedSounds) of \(soundsAfterReconnect) later chunks had been received before"
        )
    }

    private var parameters: (String, String)? {
        guard !sounds.isEmpty || unknownSounds > 0 else { return nil }
        let kinds = sounds.sorted { ($1.value, $0.key.bitsPerSecond) < ($0.value, $1.key.bitsPerSecond) }.map {
            kind, count in
            "\(count) with \(kind.samplesPerSecond) Hz, \(plural(kind.channels, "channel")), "
                + "\(kind.bitsPerSecond / 1_000) kbit/s"
        }
        let others =
            unknownSounds > 0 ? ["encoder padding unknown for \(plural(unknownSounds, "chunk")) (not MP3)"] : []
        guard soundFrames > 0 else {
            return ("encoder padding partly unknown", (kinds + others).joined(separator: "; "))
        }
        let milliseconds = soundSeconds * 1_000
        let each = (milliseconds / Double(soundFrames) * 10).rounded() / 10
        return (
            "\(each) ms of sound per frame",
            (kinds + others).joined(separator: "; ")
                + "; \(Int(milliseconds.rounded())) ms for \(plural(soundFrames, "frame"))"
        )
    }
}

/// What the specification leaves open about backends (section 9) and a recording can tell.
package enum ProbeQuestion: Int, CaseIterable, Sendable {
    case sections = 1
    case firstPicture, pictureForms, baseIndexes, bridges, order, endings, secondSends, reconnects, sound

    package var text: String {
        switch self {
        case .sections: "Is sections filled in receive_audio?"
        case .firstPicture: "Is first_frame_image sent?"
        case .pictureForms: "Are overlays always binary, and base frames always base64?"
        case .baseIndexes: "Can matched_sprite_frame_number exceed the clip's length?"
        case .bridges: "Does chunk 0 always start with bridge frames?"
        case .order: "How often does chunk_images_ready overtake batches, and do chunks interleave?"
        case .endings: "Is audio_end sent before or after play_base_animation, and always?"
        case .secondSends: "Does a second send stop the first answer?"
        case .reconnects: "Is anything sent again after a reconnect?"
        case .sound: "What is the sound's format, and how long is it compared with its frames?"
        }
    }
}

/// One answer with what it rests on.
package struct OpenAnswer: Hashable, Sendable {
    package let question: ProbeQuestion
    /// `not seen` where the recording has nothing that tells.
    package let answer: String
    /// Counts; empty for `not seen`.
    package let evidence: String

    static func notSeen(_ question: ProbeQuestion) -> OpenAnswer {
        OpenAnswer(question: question, answer: "not seen", evidence: "")
    }
}
