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
