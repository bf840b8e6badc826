import Events
import JSON
import Sound
import Speech
import Texts
import Wire

/// Text that is to be spoken, cut anywhere; a voice program's lines, and the messages that are made of what it said; the
/// description of an avatar. The first byte of the input says which.
enum SpeechExercise {
    static func run(_ bytes: [UInt8]) throws(Breach) {
        var source = ByteSource(bytes)
        switch source.byte() % 3 {
        case 0: try split(&source)
        case 1: try speak(&source)
        default: _ = try? AvatarPack(source.all())
        }
    }

    // MARK: Text

    private static func split(_ source: inout ByteSource) throws(Breach) {
        let cuts = source.piece()
        let text = source.all()
        var whole = SentenceSplitter()
        let sentences = whole.receive(text) + whole.finish()
        var cut = SentenceSplitter()
        var found: [Sentence] = []
        var place = 0
        for length in cuts where place < text.count {
            let end = min(text.count, place + Int(length))
            found += cut.receive(text[place..<end])
            place = end
        }
        found += cut.receive(text[place...]) + cut.finish()
        try expect(found == sentences, "where a text is cut changes its sentences")
        for sentence in sentences {
            let scalars = sentence.text.unicodeScalars
            try expect(
                !scalars.isEmpty && scalars.count <= SentenceSplitter.longest + 1, "a sentence is too long or empty")
            try expect(
                scalars.allSatisfy { $0.properties.generalCategory != .control }, "a sentence has control characters")
            try expect(sentence.spoken.unicodeScalars.count == scalars.count, "places of what is spoken are others")
        }
    }

    // MARK: A voice

    /// Two clips, and mouths for closed lips, teeth, round lips and all else.
    private static let pack: AvatarPack? = {
        let (closed, teeth, round): ([Viseme], [Viseme], [Viseme]) = ([.rest, .p, .b, .m], [.f, .v], [.w, .oo, .uu])
        let open = Viseme.allCases.filter { !(closed + teeth + round).contains($0) }
        let mouths = [(closed, 0.0, 0.5), (teeth, 0.1, 0.6), (round, 0.4, 0.1), (open, 1.0, 0.5)]
        let shapes = mouths.enumerated().map { place, mouth in
            let visemes = mouth.0.map { JSON.string($0.rawValue) }
            return [
                "sheet": .string("\(place).webp"), "visemes": .array(visemes), "openness": .double(mouth.1),
                "width": .double(mouth.2),
            ] as JSON
        }
        let clips: JSON = [
            "idle_1_s_idle_1_e": ["frames": 3, "overlays": false],
            "talking_1_s_talking_1_e": ["frames": 3, "overlays": true],
        ]
        let description: JSON = ["title": "x", "zone": [1, 2, 3, 4], "clips": clips, "shapes": .array(shapes)]
        return try? AvatarPack(Array(description.text.utf8))
    }()

    private struct NoPictures: OverlaySource {
        func picture(_ clip: ClipName, index: Int, sheet: String) -> [UInt8] { Array(sheet.utf8) }
    }

    private static func speak(_ source: inout ByteSource) throws(Breach) {
        guard let pack else { throw Breach("the exercise's own pack cannot be read") }
        var limits = VoiceLimits()
        limits.sound = .seconds(20)
        limits.soundBytes = 1 << 20
        var speaker = SpeechEncoder(pack, in: "c", pictures: NoPictures())
        var number = 0
        var heard = TimeSpan.zero
        // An empty line is the end of an utterance.
        for lines in source.all().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .split(whereSeparator: \.isEmpty)
        {
            var builder = UtteranceBuilder(text: "What was to be said, in a sentence.", limits: limits)
            for line in lines { read(line, into: &builder) }
            let utterance = builder.utterance
            try check(utterance)
            for chunk in speaker.chunks(of: utterance) {
                try expect(chunk.number == number && !chunk.frames.isEmpty, "chunks are not counted, or empty")
                number += 1
                heard += chunk.sound.duration
                try check(chunk, in: speaker)
            }
            guard heard < .seconds(60) else { break }
        }
        guard (try? speaker.end()) != nil else { throw Breach("a message cannot be ended") }
    }

    private static func read(_ line: some Collection<UInt8>, into builder: inout UtteranceBuilder) {
        guard let answer = try? VoiceAnswer(line: line) else { return }
        try? builder.receive(answer)
    }

    private static func check(_ utterance: Utterance) throws(Breach) {
        let spans = [utterance.phonemes.map(\.span), utterance.words.map(\.span)]
        for list in spans {
            var last = TimeSpan.zero
            for span in list {
                try expect(span.lowerBound >= last && !span.isEmpty, "spans overlap or take no time")
                last = span.upperBound
            }
            try expect(last <= utterance.sound.duration, "a span ends behind the sound")
        }
    }

    private static func check(_ chunk: SpeechChunk, in speaker: SpeechEncoder) throws(Breach) {
        let frames = Double(chunk.frames.count) / Double(MouthTrack.rate)
        let difference = abs(chunk.sound.duration.seconds - frames) * Double(chunk.sound.rate)
        try expect(difference <= 1, "a chunk's sound is not as long as its frames")
        guard let messages = try? speaker.messages(of: chunk) else { throw Breach("a chunk cannot be said") }
        for message in messages {
            let (event, oddities) = interpret(ingest(message).message)
            try expect(oddities.isEmpty, "a message of our own is odd: \(oddities)")
            if case .audioArrived(let audio) = event {
                try expect(audio.words.count == chunk.words.count, "words are lost on the wire")
            }
        }
    }
}
