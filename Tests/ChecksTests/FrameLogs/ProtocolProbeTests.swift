import Events
import JSON
import SocketIO
import Support
import Testing
import Wire

@testable import Checks

@Suite struct ProtocolProbeTests {
    /// A recording in its order, without times where they do not matter.
    private struct Recording {
        var questions = ProtocolProbe()
        var time = Instant.zero
        var sounds: [ContentHash: [UInt8]] = [:]

        mutating func receive(_ name: String, _ payload: JSON, attachments: [[UInt8]] = []) {
            time += .milliseconds(10)
            let (stored, blobs) = ingest(WireMessage(name: name, arguments: [payload], attachments: attachments))
            for blob in blobs { sounds[blob.hash] = blob.bytes }
            let sounds = sounds
            questions.receiveMessage(stored, at: time) { sounds[$0] }
        }

        mutating func receive(_ input: LocalInput) {
            time += .milliseconds(10)
            questions.receiveInput(input, at: time)
        }

        mutating func audio(_ chunk: Int64, clip: JSON = "idle_1_e_talking_1_s", frames: Int64 = 2, sound: [UInt8] = [])
        {
            receive(
                "receive_audio",
                [
                    "chunk_index": .int(chunk), "total_frame_images": .int(frames),
                    "audio_data": .string(Base64.encode(sound)), "animationFramesChunk": [["animation_name": clip]],
                ])
        }

        mutating func batch(_ chunk: Int64, _ index: Int64 = 0, base: Int64 = 0) {
            let frame: JSON = [
                "sequence_index": .int(index), "section_index": 0, "animation_name": "talking_1_s_talking_1_e",
                "matched_sprite_frame_number": .int(base), "image_data": WireMessage.placeholder(0),
            ]
            receive(
                "receive_frame_images_batch",
                ["chunk_index": .int(chunk), "batch_index": .int(index), "frames": [frame]],
                attachments: [[1, 2, 3]])
        }

        /// Nothing comes of the stream meanwhile.
        mutating func pass(seconds: Int64) {
            time += .seconds(seconds)
            receive(.paused)
        }

        mutating func ready(_ chunk: Int64) { receive("chunk_images_ready", ["chunk_index": .int(chunk)]) }
        mutating func end() { receive("audio_end", [:]) }
        mutating func animation() { receive("play_base_animation", ["animation_name": "talking_1_e_idle_1_s"]) }

        subscript(question: ProbeQuestion) -> OpenAnswer? {
            var questions = questions
            questions.finish()
            return questions.answers.first { $0.question == question }
        }
    }

    /// MPEG-1 layer III, 44.1 kHz, mono, 64 kbit/s: frames of 208 bytes.
    private static func mp3(_ frames: Int, mark: UInt8 = 0) -> [UInt8] {
        (0..<frames).flatMap { _ in [0xFF, 0xFB, 0x50, 0xC0] + [UInt8](repeating: mark, count: 204) }
    }

    @Test("an empty recording tells nothing, of all ten")
    func nothing() {
        let answers = ProtocolProbe().answers
        #expect(answers.count == 10 && answers.allSatisfy { $0.answer == "not seen" && $0.evidence == "" })
    }

    @Test("sections and first pictures are counted by the events that have them")
    func first() {
        var recording = Recording()
        recording.audio(0)
        #expect(recording[.sections]?.answer == "no" && recording[.firstPicture]?.answer == "no")
        recording.receive(
            "receive_audio",
            [
                "chunk_index": 1, "first_frame_image": ["image_data": .string(Base64.encode([1, 2, 3, 4, 5, 6]))],
                "animationFramesChunk": [["sections": [[["sequence_index": 0]]]]],
            ])
        #expect(recording[.sections]?.answer == "sometimes" && recording[.sections]?.evidence == "1 of 2 receive_audio")
        #expect(recording[.firstPicture]?.evidence == "1 of 2 receive_audio")
    }

    @Test("forms of pictures are told apart")
    func forms() {
        var recording = Recording()
        recording.batch(0)
        recording.receive(
            "receive_base_frame",
            ["animation_type": "a", "frame_index": 0, "frame_data": ["data": .string(Base64.encode([9, 9, 9, 9]))]])
        #expect(recording[.pictureForms]?.answer == "yes, in this recording")
        #expect(recording[.pictureForms]?.evidence == "overlays: 1 binary; base frames: 1 base64")
        recording.receive(
            "receive_base_frame",
            ["animation_type": "a", "frame_index": 1, "frame_data": ["data": WireMessage.placeholder(0)]],
            attachments: [[1]])
        #expect(recording[.pictureForms]?.answer == "no")
    }

    @Test("an index beyond its clip is found, also when the clip's length comes later")
    func indexes() {
        var recording = Recording()
        recording.batch(0, base: 30)
        #expect(recording[.baseIndexes]?.answer == "not seen")
        recording.receive("animation_total_frames", ["animation_type": "talking_1_s_talking_1_e", "total_frames": 31])
        #expect(recording[.baseIndexes]?.answer == "not in this recording")
        recording.batch(0, 1, base: 31)
        #expect(recording[.baseIndexes]?.answer == "yes")
        #expect(recording[.baseIndexes]?.evidence.hasSuffix("of 31 frames: index 31") == true)
    }

    @Test("what chunk 0 begins with is told for each message")
    func bridges() {
        var recording = Recording()
        recording.audio(0)
        #expect(recording[.bridges]?.answer == "yes, in this recording")
        recording.audio(1, clip: "talking_1_s_talking_1_e")
        recording.audio(0, clip: "talking_1_e_talking_1_s")
        #expect(recording[.bridges]?.evidence == "1 of 2 messages; others with talking_1_e_talking_1_s")
    }

    @Test("a batch behind its chunk's ready is one overtaken, and chunks that take turns are interleaved")
    func order() {
        var recording = Recording()
        recording.audio(0)
        recording.batch(0, 0)
        recording.ready(0)
        #expect(recording[.order]?.evidence == "0 of 1 chunk_images_ready before a batch; 0 chunks interleaved")
        recording.batch(1, 0)
        recording.batch(0, 1)
        recording.batch(1, 1)
        #expect(recording[.order]?.evidence == "1 of 1 chunk_images_ready before a batch; 2 chunks interleaved")
        #expect(recording[.order]?.answer == "sometimes overtakes, chunks interleave")
    }

    @Test("of chunks and clips no more are remembered than their limits, whatever comes")
    func bounded() {
        var recording = Recording()
        recording.audio(0)
        let count = Int64(Limits.waitingChunks + 200)
        for chunk in 0..<count { recording.ready(chunk) }
        for _ in 0..<2 { for chunk in 0..<count { recording.batch(chunk) } }
        #expect(
            recording[.order]?.evidence
                == "1000 of 1200 chunk_images_ready before a batch; 1000 chunks interleaved")
        for manifest in 0..<3 {
            var clips = JSONObject()
            for clip in 0..<500 { clips.append("clip \(manifest) \(clip)", ["frames": 1]) }
            recording.receive("base_animations_manifest", ["animations": .object(clips)])
        }
        #expect(recording.questions.clipLengths.count == Limits.clips)
    }

    @Test("ends of messages are told by what comes first")
    func endings() {
        var recording = Recording()
        recording.audio(0)
        recording.end()
        recording.animation()
        #expect(recording[.endings]?.answer == "audio_end first")
        recording.audio(0)
        recording.animation()
        recording.audio(0)
        recording.audio(0)
        recording.end()
        recording.pass(seconds: 5)
        #expect(recording[.endings]?.answer == "differs")
        #expect(
            recording[.endings]?.evidence
                == "of 4 messages: 1 audio_end first, 1 audio_end alone, 1 play_base_animation alone, 1 neither")
    }

    @Test("how an answer ends that a send, the link or the recording's end cut off says nothing about ends")
    func cutEndings() {
        for cut in [LocalInput.sent, .linkLost(reason: "gone"), .linkClosed, nil] {
            var recording = Recording()
            recording.audio(0)
            recording.end()
            recording.animation()
            recording.audio(0)
            if let cut {
                recording.receive(cut)
                recording.animation()
                // One of its two ends may have been on its way.
                recording.audio(0)
                recording.end()
                recording.receive(cut)
            }
            let ends = recording[.endings]
            #expect(ends?.answer == "audio_end first", "\(cut as Any)")
            #expect(ends?.evidence == "of 1 message: 1 audio_end first; \(cut == nil ? 1 : 2) not recorded to the end")
        }
        var recording = Recording()
        recording.audio(0)
        #expect(recording[.endings]?.answer == "unknown")
        #expect(recording[.endings]?.evidence == "1 message, none recorded to its end")
    }

    @Test("an answer that went on on another link was not cut off by the one that was lost, unless it was lost again")
    func anotherLink() {
        for losses in 1...2 {
            var recording = Recording()
            recording.audio(0)
            recording.receive(.linkLost(reason: "gone"))
            recording.receive(.linkRestored)
            recording.audio(1)
            if losses == 2 {
                recording.receive(.linkLost(reason: "gone"))
            } else {
                recording.end()
                recording.animation()
            }
            let words = losses == 2 ? "1 message, none recorded to its end" : "of 1 message: 1 audio_end first"
            #expect(recording[.endings]?.evidence == words)
        }
        // A send behind the loss stopped nothing.
        var stopped = Recording()
        stopped.audio(0, frames: 300)
        stopped.receive(.linkLost(reason: "gone"))
        stopped.receive(.sent)
        stopped.audio(0)
        #expect(stopped[.secondSends]?.answer == "not seen")
        // Over by its own length, and not by the link.
        var recording = Recording()
        recording.audio(0, frames: 60)
        recording.receive(.linkLost(reason: "gone"))
        recording.receive(.linkRestored)
        recording.audio(1, frames: 60)
        recording.pass(seconds: 10)
        recording.receive(.sent)
        #expect(recording[.endings]?.evidence == "of 1 message: 1 neither")
    }

    @Test("an answer that was over by its own length has had all the ends that it gets, whatever comes then")
    func heardWhole() {
        var recording = Recording()
        for _ in 1...2 {
            recording.audio(0, frames: 60)
            recording.pass(seconds: 5)
            recording.receive(.sent)
        }
        #expect(recording[.endings]?.answer == "neither" && recording[.endings]?.evidence == "of 2 messages: 2 neither")
        // Half of it was still to come.
        recording.audio(0, frames: 300)
        recording.pass(seconds: 5)
        recording.receive(.sent)
        #expect(recording[.endings]?.evidence == "of 2 messages: 2 neither; 1 not recorded to the end")
    }

    @Test("what comes of the old answer after a send is counted up to the new one's first sound")
    func sends() {
        var recording = Recording()
        recording.audio(0)
        recording.end()
        recording.receive(.sent)
        recording.audio(0)
        #expect(recording[.secondSends]?.answer == "not seen")
        recording.receive(.sent)
        #expect(recording[.secondSends]?.answer == "yes")
        recording.batch(1)
        recording.ready(1)
        recording.audio(0)
        recording.batch(1)
        #expect(recording[.secondSends]?.answer == "no")
        #expect(
            recording[.secondSends]?.evidence
                == "1 send during an answer; after them 2 events of later chunks of the old message, up to 20 ms later")
    }

    @Test("what comes of a chunk 0 between a send and the new answer's sound may be of either answer, and is told")
    func ambiguousSends() {
        var recording = Recording()
        recording.audio(0)
        recording.receive(.sent)
        recording.batch(0)
        recording.batch(0, 1)
        recording.ready(0)
        recording.audio(0)
        recording.batch(0)
        #expect(recording[.secondSends]?.answer == "yes, in this recording")
        #expect(
            recording[.secondSends]?.evidence
                == "1 send during an answer; after them 0 events of later chunks of the old message; "
                + "3 of chunk 0 that may belong to either")
    }

    @Test("a sound that was known before the link was lost is one sent again")
    func reconnects() {
        var recording = Recording()
        recording.audio(0, sound: Self.mp3(2))
        recording.receive(.linkRestored)
        #expect(recording[.reconnects]?.answer == "not seen")
        recording.receive(.linkLost(reason: "x"))
        recording.receive(.linkRestored)
        recording.audio(1, sound: Self.mp3(2, mark: 1))
        #expect(recording[.reconnects]?.answer == "not in this recording")
        recording.audio(0, sound: Self.mp3(2))
        #expect(recording[.reconnects]?.answer == "yes")
    }

    @Test("sound is measured by its frames, and set against the announced pictures")
    func sound() throws {
        let read = try #require(MP3Header.read([0, 0, 0] + Self.mp3(10)))
        #expect(read.first.samplesPerSecond == 44_100 && read.first.channels == 1 && read.first.bitsPerSecond == 64_000)
        #expect(abs(read.seconds - 10 * 1_152 / 44_100) < 1e-9)
        // A tag in front, of an encoder that has added 576 and 684 samples.
        var tag = Self.mp3(1)
        tag.replaceSubrange(21..<25, with: Array("Info".utf8))
        tag.replaceSubrange(141..<145, with: Array("LAME".utf8))
        tag.replaceSubrange(162..<165, with: [0x24, 0x02, 0xAC])
        let tagged = try #require(MP3Header.read(tag + Self.mp3(10)))
        #expect(abs(tagged.seconds - Double(10 * 1_152 - 576 - 684) / 44_100) < 1e-9)
        var recording = Recording()
        recording.audio(0, frames: 8, sound: Self.mp3(10))
        recording.audio(1, frames: 0, sound: Array("RIFF....WAVE".utf8))
        #expect(recording[.sound]?.answer == "32.7 ms of sound per frame")
        #expect(
            recording[.sound]?.evidence
                == "1 with 44100 Hz, 1 channel, 64 kbit/s; encoder padding unknown for 1 chunk (not MP3); 261 ms for 8 frames"
        )
    }

    @Test("no bytes make the reader of sound trap")
    func odd() {
        for bytes in [
            [], [0xFF], [0xFF, 0xFB, 0x50], Array("ID3".utf8), Array("ID3".utf8) + [UInt8](repeating: 0xFF, count: 40),
        ] {
            #expect(MP3Header.read(bytes) == nil)
        }
        var random = SplitMix64(seed: 9)
        for _ in 0..<500 { _ = MP3Header.read(Self.bytes(300, &random)) }
    }

    /// Bytes among which headers are frequent.
    private static func bytes(_ count: Int, _ random: inout SplitMix64) -> [UInt8] {
        (0..<count).map { _ in random.below(16) < 6 ? 0xFF : UInt8(truncatingIfNeeded: random.next()) }
    }
}
