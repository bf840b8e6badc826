import Engine
import Events
import JSON
import SocketIO
import Sound
import Support
import Testing
import Texts
import Wire

@testable import Speech

@Suite struct SpeechEncoderTests {
    private func speaker(missing: String? = nil) -> SpeechEncoder {
        SpeechEncoder(Mira.pack, in: "conv_1_u1", pictures: NamedPictures(missing: missing))
    }

    /// All messages of a message of these utterances.
    private func said(_ utterances: [Utterance]) throws -> [WireMessage] {
        var speaker = speaker()
        let messages = try utterances.flatMap { try speaker.speak($0) }
        return messages + (try speaker.end())
    }

    private func sounds(_ messages: [WireMessage]) -> [JSONObject] {
        messages.filter { $0.name == "receive_audio" }.map(\.payload)
    }

    private func sound(_ payload: JSONObject) throws -> [UInt8] {
        try #require(Base64.decode((payload["audio_data"]?.string ?? "").utf8))
    }

    @Test("a chunk is a text, its sound, its pictures in batches of fifty, and the word that they were sent")
    func order() throws {
        let utterance = Utterance(text: "Hello.", sound: Talk.ramp(22_050 * 3), phonemes: Talk.phonemes(("a", 3_000)))
        let messages = try said([utterance])
        #expect(
            messages.map(\.name) == [
                "new_message", "receive_audio", "receive_frame_images_batch", "receive_frame_images_batch",
                "chunk_images_ready", "receive_audio", "receive_frame_images_batch", "chunk_images_ready",
                "receive_audio", "receive_frame_images_batch", "chunk_images_ready",
                "play_base_animation", "audio_end",
            ])
        #expect(messages.filter { $0.name.hasSuffix("batch") }.map { $0.attachments.count } == [50, 10, 30, 15])
    }

    @Test("whoever reads the text knows which sentences begin paragraphs")
    func paragraphs() throws {
        let utterance = Utterance(text: "x", sound: Talk.ramp(22_050 * 3), phonemes: Talk.phonemes(("a", 3_000)))
        let sentences = [
            Sentence(text: "One."), Sentence(text: "Two.", beginsParagraph: true), Sentence(text: "Three."),
        ]
        let segments = try said(sentences.map { utterance.shown(as: $0) }).compactMap { message in
            if case .textArrived(let segment) = message.meaning.0 { segment } else { nil }
        }
        #expect(segments.map(\.text) == ["One.", "Two.", "Three."])
        #expect(segments.map(\.beginsParagraph) == [false, true, false])
    }

    @Test("Cameo's own interpreter finds nothing odd in it, and each text names its conversation")
    func interpreted() throws {
        var speaker = speaker()
        let time = StatedTime(origin: .epoch, microseconds: 1_772_366_431_402_000)
        var messages: [WireMessage] = []
        for sentence in SpokenSentence.all { messages += try speaker.speak(sentence.utterance, at: time) }
        messages += try speaker.end(at: time)
        var texts: [String] = []
        for message in messages {
            let (event, oddities) = message.meaning
            #expect(oddities.isEmpty, "\(message.name): \(oddities)")
            if case .textArrived(let segment) = event { texts.append(segment.text) }
            if case .ignored = event { Issue.record("\(message.name) was ignored") }
            if case .audioArrived(let audio) = event {
                #expect(audio.sound != nil && audio.frames.count == audio.totalFrames && audio.zone == Mira.pack.zone)
                #expect(
                    audio.firstClip == audio.frames.first?.clip && audio.firstBaseIndex == audio.frames.first?.baseIndex
                )
            }
            if case .overlaysArrived(let batch) = event {
                #expect(batch.frames.allSatisfy { $0.picture != nil && $0.viseme != nil && $0.character != nil })
            }
        }
        #expect(texts == SpokenSentence.all.map(\.utterance.text))
        let conversations = messages.compactMap { $0.payload["conversation_id"]?.string }
        #expect(conversations == texts.map { _ in "conv_1_u1" })
        let timed = try #require(sounds(messages).first)
        #expect(timed["timestamp"]?.string == "2026-03-01 12:00:31.402")
    }

    @Test("base frames go over the bridge, forward and back in turns, on through all chunks, and end in forward")
    func walk() throws {
        let messages = try said(SpokenSentence.all.prefix(4).map(\.utterance))
        var place = 0
        for message in messages {
            guard case .overlaysArrived(let batch) = message.meaning.event else { continue }
            for frame in batch.frames {
                let step = Mira.pack.walk.step(place)
                #expect(frame.clip == step.clip && frame.baseIndex == step.index)
                #expect(frame.overlayID == "\(step.clip.rawValue)/\(step.index)/\(frame.sheet ?? "")")
                place += 1
            }
        }
        #expect(place > 300 && Mira.pack.walk.step(place - 1).clip == "talking_1_s_talking_1_e")
        let frames = sounds(messages).map { $0["total_frame_images"]?.lenientInt ?? 0 }
        #expect(frames.reduce(0, +) == place)
        #expect(sounds(messages).map { $0["chunk_index"]?.lenientInt } == Array(0..<frames.count))
    }

    @Test(
        "the sound of all chunks is that of the utterance, sample by sample",
        arguments: [8_000, 16_000, 22_050, 44_100, 48_000])
    func exactSound(rate: Int) throws {
        for channels in [1, 2] {
            let whole = Talk.ramp(rate * 3 + 123, rate: rate, channels: channels)
            let messages = try said([Utterance(text: "x", sound: whole, phonemes: Talk.phonemes(("a", 3_000)))])
            var values: [Int16] = []
            for payload in sounds(messages) {
                let file = try sound(payload)
                let samples = try decodeSound(file)
                #expect(samples.rate == rate && samples.channels == channels)
                let frames = try #require(payload["total_frame_images"]?.lenientInt)
                #expect(abs(samples.frameCount * 30 - frames * rate) <= 15)
                values += samples.values
            }
            #expect(Array(values.prefix(whole.values.count)) == whole.values)
            #expect(values.dropFirst(whole.values.count).allSatisfy { $0 == 0 })
        }
    }

    @Test("a long sentence begins with a short chunk and is cut in pauses, else between words")
    func cuts() {
        let phonemes = Talk.phonemes(("a", 1_500), ("_", 200), ("a", 3_000), ("_", 100), ("a", 2_200))
        let words = (0..<14).map { place in
            Utterance.Word(
                scalars: place..<place + 1,
                span: .milliseconds(Int64(place) * 500)..<(.milliseconds(Int64(place) * 500 + 400)))
        }
        let sound = Talk.ramp(22_050 * 7)
        let paused = ChunkCuts(Utterance(text: "", sound: sound, phonemes: phonemes, words: words))
        #expect(paused.chunks(of: 210, isFirst: true) == [0..<48, 48..<142, 142..<210])
        let worded = ChunkCuts(Utterance(text: "", sound: sound, words: words))
        #expect(worded.chunks(of: 210, isFirst: true) == [0..<60, 60..<180, 180..<210])
        #expect(worded.chunks(of: 200, isFirst: false) == [0..<120, 120..<200])
        #expect(worded.chunks(of: 125, isFirst: false) == [0..<105, 105..<125])
        #expect(worded.chunks(of: 0, isFirst: true).isEmpty)
        let plain = ChunkCuts(Utterance(text: "", sound: sound))
        for count in 1..<400 {
            for isFirst in [true, false] {
                let chunks = plain.chunks(of: count, isFirst: isFirst)
                #expect(chunks.first?.lowerBound == 0 && chunks.last?.upperBound == count)
                #expect(zip(chunks, chunks.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
                #expect(
                    chunks.allSatisfy { $0.count <= ChunkCuts.longest && $0.count >= min(count, ChunkCuts.shortest) })
            }
        }
    }

    @Test("words come back from a tape with the times of their chunk")
    func words() throws {
        let utterance = SpokenSentence.all[3].utterance
        var speaker = speaker()
        let chunks = speaker.chunks(of: utterance)
        #expect(chunks.count > 1)
        var heard: [Range<Int>: TimeSpan] = [:]
        var start = TimeSpan.zero
        for chunk in chunks {
            let messages = try speaker.messages(of: chunk)
            let message = try #require(messages.first { $0.name == "receive_audio" })
            let stored = ingest(message).message
            let again = try StoredMessage(name: stored.name, body: JSON.parse(stored.body.utf8))
            guard case .audioArrived(let read) = interpret(again).event else { throw Unheard() }
            #expect(read.chunk == chunk.number && read.group == 0 && read.words.count == chunk.words.count)
            for word in read.words {
                #expect(word.span.upperBound <= chunk.sound.duration + .milliseconds(1))
                heard[word.scalars, default: .zero] += word.span.upperBound - word.span.lowerBound
                let told = try #require(utterance.words.first { $0.scalars == word.scalars }).span
                #expect(start + word.span.lowerBound >= told.lowerBound - .milliseconds(1))
                #expect(start + word.span.upperBound <= told.upperBound + .milliseconds(1))
            }
            start += TimeSpan(seconds: Double(chunk.frames.count) / 30)
        }
        for word in utterance.words {
            let length = word.span.upperBound - word.span.lowerBound
            #expect(abs((heard[word.scalars] ?? .zero).milliseconds - length.milliseconds) <= 2)
        }
    }

    private struct Unheard: Error {}

    @Test("words that make no sense are left out")
    func wildWords() {
        func read(_ words: JSON) -> [SpokenWord]? {
            let message = StoredMessage(name: "receive_audio", arguments: [["chunk_index": 0, "words": words]])
            guard case .audioArrived(let audio) = interpret(message).event else { return nil }
            return audio.words
        }
        let good: JSON = ["start": 1, "count": 2, "from": 3, "to": 4]
        let wild: [JSON] = [
            ["start": -1, "count": 2, "from": 3, "to": 4], ["start": 1, "count": 2, "from": 5, "to": 4], 7, nil,
            ["start": 1, "count": 9_223_372_036_854_775_807, "from": 3, "to": 4], ["start": "x"],
        ]
        #expect(read(.array(wild + [good]))?.count == 1)
        #expect(read(.array([JSON](repeating: good, count: 20_000)))?.count == 10_000)
        #expect(read([]) == [] && read("x") == [])
    }

    @Test("the engine plays every frame in sync and goes home over the return clip")
    func played() throws {
        var session = EngineRun()
        session.loadClips(Mira.pack.clips.map { ($0.name, $0.frames) })
        var speaker = speaker()
        var (time, frames) = (1.0, 0)
        for sentence in SpokenSentence.all.prefix(4) {
            let chunks = speaker.chunks(of: sentence.utterance)
            for message in try chunks.flatMap({ try speaker.messages(of: $0) }) {
                session.at(time, message.meaning.event)
            }
            let count = chunks.reduce(0) { $0 + $1.frames.count }
            (time, frames) = (time + Double(count) / 30 - 0.2, frames + count)
        }
        for message in try speaker.end() {
            if case .audioArrived(let audio) = message.meaning.event { frames += audio.frames.count }
            session.at(time, message.meaning.event)
        }
        session.run(to: time + 10)
        let shown = session.records.filter { $0.position != nil }
        #expect(shown.count == frames)
        #expect(shown.allSatisfy { $0.status == .sync })
        #expect(shown.allSatisfy { $0.baseIndex == $0.demandedIndex })
        #expect(zip(shown, shown.dropFirst()).allSatisfy { abs(($1.shown - $0.shown).milliseconds - 33.3) < 2 })
        #expect(session.notes.isEmpty, "\(session.notes)")
        #expect(session.modes == [.idle, .overlay, .finishingBase, .returnTransition, .idle])
        #expect(session.reports.allSatisfy { $0.lost.isEmpty && $0.noOverlay == 0 && $0.hasSound })
        // No jump of the base: each frame is the next one of its clip, or the first of the clip that follows.
        for place in shown.indices.dropFirst() {
            let (a, b) = (shown[place - 1], shown[place])
            let isJoined = b.baseIndex == 0 && a.clip?.endPose == b.clip?.startPose
            #expect(isJoined || (a.clip == b.clip && b.baseIndex - a.baseIndex == 1))
        }
    }

    @Test("speech that stopped for long begins with the bridge again")
    func wentHome() {
        var speaker = speaker()
        let utterance = SpokenSentence.all[0].utterance
        _ = speaker.chunks(of: utterance)
        #expect(speaker.chunks(of: utterance).first?.frames.first?.base.clip == "talking_1_s_talking_1_e")
        speaker.wentHome()
        #expect(
            speaker.chunks(of: utterance).first?.frames.first?.base == .init(clip: "idle_1_e_talking_1_s", index: 0))
        #expect(speaker.chunks(of: utterance).first?.number == 4)
    }

    @Test("without sound there is nothing to send but the end")
    func silent() throws {
        let messages = try said([Utterance(text: "x", sound: Talk.ramp(0))])
        #expect(messages.map(\.name) == ["play_base_animation", "audio_end"])
    }

    @Test("a picture that cannot be read is an error, and the next chunk is said all the same")
    func missingPicture() throws {
        var speaker = speaker(missing: "idle_1_e_talking_1_s/0/J0_X3_M0.webp")
        let silence = Samples(rate: 22_050, channels: 1, values: [Int16](repeating: 0, count: 22_050))
        let utterance = Utterance(text: "x", sound: silence)
        #expect(throws: NamedPictures.Missing.self) { try speaker.speak(utterance) }
        #expect(try speaker.speak(utterance).count == 4)
    }
}

extension SpeechEncoder {
    fileprivate mutating func speak(_ utterance: Utterance, at time: StatedTime? = nil) throws -> [WireMessage] {
        try chunks(of: utterance).flatMap { try messages(of: $0, at: time) }
    }
}
