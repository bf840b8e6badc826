import Engine
import Events
import Support
import Testing

@testable import Sessions

/// What of spoken words was heard; each chunk says two words of half a second, one after the other.
@Suite struct AudibleSpeechTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        /// What happens beside the message of two chunks that begins at 1 s.
        var change: @Sendable (inout EngineRun) -> Void
        var frames = 30
        /// For each chunk: the part that was heard in milliseconds, its words, and why not all.
        let heard: [[Int]?]
        let words: [String]
        let losses: [AudibleChunk.Loss?]
        var end = AudibleMessage.End.over
        /// All of it, as the log has it.
        let summary: String
        var testDescription: String { name }
    }

    private static func messages(_ one: Case) -> [AudibleMessage] {
        var session = EngineRun.loaded(Self.clips)
        for chunk in 0..<2 {
            session.at(1, .textArrived(TextSegment(text: chunk == 0 ? "Hello there" : "dear world", group: chunk)))
            var events = Stream.chunk(chunk, frames: one.frames, from: chunk * 30)
            events = events.map { event in
                guard case .audioArrived(var audio) = event else { return event }
                audio.group = chunk
                let middle = 5 - chunk
                audio.words = [
                    SpokenWord(scalars: 0..<middle, span: .zero..<TimeSpan.milliseconds(500)),
                    SpokenWord(
                        scalars: middle + 1..<middle + 6, span: .milliseconds(500)..<TimeSpan.milliseconds(1_000)),
                ]
                return .audioArrived(audio)
            }
            session.at(1, events)
            session.at(1, .soundDecoded(chunk: chunk, 0, duration: .milliseconds(1_000)))
        }
        session.at(1.01, .audioEnded)
        one.change(&session)
        session.run(to: 9)
        return heard(session)
    }

    private static let clips = [(Stream.idle, 61), (Stream.idleBack, 61), (Stream.talking, 90)]

    static let cases: [Case] = [
        Case(
            name: "all of it", change: { _ in }, heard: [[0, 1_000], [0, 1_000]],
            words: ["Hello", "there", "dear", "world"], losses: [nil, nil], summary: "played 2.00 of 2.00 s"),
        Case(
            name: "interrupted in mid-word by a send", change: { $0.at(1.7, LocalInput.sent) },
            heard: [[0, 700], nil], words: ["Hello", "there 0-200", "-dear", "-world"],
            losses: [.interrupted, .interrupted], end: .sent,
            summary:
                #"played 0.70 of 2.00 s, interrupted by the user; cut off: "there" at 0.20 of 0.50 s; never played: "dear world""#
        ),
        Case(
            name: "force idle between two words, in the second chunk", change: { $0.at(2.5, LocalInput.sent) },
            heard: [[0, 1_000], [0, 500]], words: ["Hello", "there", "dear", "-world"],
            losses: [nil, .interrupted], end: .sent,
            summary:
                #"played 1.50 of 2.00 s, interrupted by the user; never played: "world""#),
        Case(
            name: "paused meanwhile",
            change: {
                $0.at(1.5, LocalInput.paused)
                $0.at(3.5, LocalInput.resumed)
                $0.at(3.7, LocalInput.sent)
            },
            heard: [[0, 700], nil], words: ["Hello", "there 0-200", "-dear", "-world"],
            losses: [.interrupted, .interrupted], end: .sent,
            summary:
                #"played 0.70 of 2.00 s, interrupted by the user; cut off: "there" at 0.20 of 0.50 s; never played: "dear world""#
        ),
        Case(
            name: "sound cut by the chunk's end", change: { _ in }, frames: 21, heard: [[0, 700], [0, 700]],
            words: ["Hello", "there 0-200", "dear", "world 0-200"], losses: [.cutOff, .cutOff],
            summary:
                #"played 1.40 of 2.00 s; cut off: "there" at 0.20 of 0.50 s, "world" at 0.20 of 0.50 s; chunk 0: cut off by the chunk's end, and 1 more"#
        ),
        Case(
            name: "a sound that is none", change: { $0.at(1, LocalInput.soundFailed(chunk: 1, 0, reason: "noise")) },
            heard: [[0, 1_000], nil], words: ["Hello", "there", "-dear", "-world"], losses: [nil, .broken],
            summary:
                #"played 1.00 of 2.00 s; never played: "dear world"; chunk 1: its sound cannot be decoded"#),
    ]

    @Test("a send behind the last chunk interrupts nothing, though a chunk's end has cut some of its sound off")
    func sendBehind() {
        func words(_ loss: AudibleChunk.Loss?, heard: Range<TimeSpan>?) -> String? {
            let chunk = AudibleChunk(
                chunk: 0, group: nil, text: nil, words: [], length: .seconds(1), audible: heard, loss: loss)
            return AudibleMessage(generation: 1, begun: .zero, ended: .zero, end: .sent, chunks: [chunk]).endWords
        }
        #expect(words(.cutOff, heard: .zero..<TimeSpan.milliseconds(970)) == nil)
        #expect(words(.late, heard: TimeSpan.milliseconds(100)..<TimeSpan.seconds(1)) == nil)
        #expect(words(nil, heard: .zero..<TimeSpan.seconds(1)) == nil)
        #expect(words(.interrupted, heard: .zero..<TimeSpan.milliseconds(970)) == "interrupted by the user")
        #expect(words(.interrupted, heard: nil) == "interrupted by the user")
        #expect(words(.noSound, heard: nil) == "interrupted by the user")
    }

    @Test(
        "of each chunk it is said what sounded, which word was cut off and where, and what was never heard",
        arguments: cases)
    func table(_ one: Case) throws {
        let message = try #require(Self.messages(one).first)
        #expect(message.end == one.end)
        #expect(message.chunks.map(\.loss) == one.losses)
        let parts = message.chunks.map {
            $0.audible.map { [Self.milliseconds($0.lowerBound), Self.milliseconds($0.upperBound)] }
        }
        for (found, expected) in zip(parts, one.heard) {
            #expect((found == nil) == (expected == nil), "\(parts)")
            // A chunk begins and ends with a tick.
            for (a, b) in zip(found ?? [], expected ?? []) { #expect(abs(a - b) <= 20, "\(parts)") }
        }
        #expect(message.chunks.flatMap(\.words).map(Self.text) == one.words)
        #expect(message.summary == one.summary)
    }

    @Test("N39: what was heard on a guess is not told of the sound that took its place")
    func replaced() throws {
        var session = EngineRun.loaded(Self.clips)
        session.at(0.5, .sent)
        session.at(1, Stream.chunk(0, frames: 30) + [.audioEnded])
        session.at(1.5, .sent)
        session.at(1.6, Stream.audio(1, frames: 30, sound: 7), Stream.batch(1, Stream.frames(0..<30), of: 1))
        session.at(1.6, .soundDecoded(chunk: 1, 2, duration: .milliseconds(1_000)))
        for chunk in 0..<2 {
            session.at(5, Stream.audio(chunk, frames: 9, sound: 20 + chunk))
            session.at(5, Stream.batch(chunk, Stream.frames(0..<9), of: 1), Stream.sent(chunk, 9))
            session.at(5, .soundDecoded(chunk: chunk, 2, duration: .milliseconds(300)))
        }
        session.at(5, .audioEnded)
        session.run(to: 12)
        var engine = PlaybackEngine()
        var heard = AudibleSpeech()
        var messages: [AudibleMessage] = []
        var wasHeard = false
        for event in session.heard {
            _ = engine.handle(event)
            if event.time < Instant(seconds: 5), engine.sounding?.chunk == 1 { wasHeard = true }
            if let message = heard.receiveEvent(event, by: engine) { messages.append(message) }
        }
        let answer = try #require(messages.last)
        #expect(
            wasHeard && answer.generation == 2
                && answer.chunks.map(\.length) == [.milliseconds(300), .milliseconds(300)])
        #expect(answer.chunks.allSatisfy { $0.audible.map { $0.upperBound <= .milliseconds(300) } ?? false })
    }

    @Test("the log says what was heard of a message when it is over, or another takes its place")
    func logged() {
        var session = EngineRun.loaded(Self.clips)
        // The second one only repeats the first: it is held for five seconds, and decoded when it is taken.
        for (start, chunk, decoded) in [(1.0, 0, 1.0), (1.0, 1, 1.0), (4.0, 0, 9.2)] {
            session.at(start, Stream.chunk(chunk, frames: 30))
            session.at(decoded, .soundDecoded(chunk: chunk, start == 1 ? 0 : 1, duration: .milliseconds(1_000)))
        }
        session.at(2.5, .sent)
        session.at(4.5, .audioEnded)
        session.run(to: 15)
        let heard = HeardSession(session.heard, judge: nil)
        let log = heard.timeline.log
        let lines = (0..<log.entries.count).compactMap { place -> String? in
            guard case .audible(let line) = log.entries[place].body else { return nil }
            return "\(line.generation) \(line.text)"
        }
        #expect(lines == ["0 played 1.50 of 2.00 s, interrupted by the user", "1 played 1.00 of 1.00 s"])
    }

    private static func milliseconds(_ span: TimeSpan) -> Int { Int(span.milliseconds.rounded()) }

    /// A word, with a dash where it was not heard, and the part of it that was, to 10 ms.
    private static func text(_ word: AudibleWord) -> String {
        switch word.fate {
        case .audible: word.text ?? "?"
        case .inaudible: "-" + (word.text ?? "?")
        case .part(let part):
            "\(word.text ?? "?") \(milliseconds(part.lowerBound))-\((milliseconds(part.upperBound) + 5) / 10 * 10)"
        }
    }

    // MARK: Other streams

    @Test("what comes of an older message is not told of the answer, and nothing of a message that is over")
    func older() {
        var session = EngineRun.loaded(Self.clips)
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1, .soundDecoded(chunk: 0, 0, duration: .milliseconds(1_000)))
        session.at(1.5, .sent)
        // The older one goes on, undated.
        session.at(1.6, Stream.chunk(1, frames: 30))
        session.at(2, Stream.chunk(0, frames: 12) + [.audioEnded, .audioEnded])
        session.at(2, .soundDecoded(chunk: 0, 1, duration: .milliseconds(400)))
        session.at(8, Stream.batch(0, Stream.frames(0..<12), of: 1))
        session.at(9, .sent)
        session.run(to: 12)
        #expect(
            Self.heard(session).map(\.summary) == [
                "played 0.50 of 1.00 s, interrupted by the user", "played 0.40 of 0.40 s",
            ])
    }

    @Test("a message that comes home and goes on is told in two parts, as what was heard")
    func twice() {
        var session = EngineRun.loaded(Self.clips)
        for (chunk, start) in [(0, 1.0), (1, 8)] {
            session.at(start, Stream.chunk(chunk, frames: 30))
            session.at(start, .soundDecoded(chunk: chunk, 0, duration: .milliseconds(1_000)))
        }
        session.run(to: 16)
        session.at(17, .sent)
        session.run(to: 18)
        #expect(Self.heard(session).map(\.summary) == ["played 1.00 of 1.00 s", "played 1.00 of 1.00 s"])
    }

    @Test("any number of words of any length, and any times, make a short line")
    func hostile() {
        var session = EngineRun.loaded(Self.clips)
        session.at(1, .textArrived(TextSegment(text: String(repeating: "a", count: 1_000_000), group: 0)))
        for chunk in 0..<40 {
            var audio = AudioChunk(chunk: chunk, sound: Stream.payload(chunk), totalFrames: 2)
            audio.group = 0
            audio.words = (0..<10_000).map { _ in
                SpokenWord(scalars: 0..<Int.max, span: .zero..<TimeSpan(microseconds: .max))
            }
            session.at(1, .audioArrived(audio))
            session.at(1, .soundDecoded(chunk: chunk, 0, duration: TimeSpan(microseconds: .max)))
        }
        session.at(1.1, .sent)
        session.run(to: 2)
        let lines = Self.heard(session).map(\.summary)
        #expect(lines.count == 1 && lines.allSatisfy { $0.utf8.count < 40_000 }, "\(lines.map(\.utf8.count))")
    }

    /// - Parameter endsAtHome: `false` as a whole tape is told.
    private static func heard(_ session: EngineRun, endsAtHome: Bool = true) -> [AudibleMessage] {
        var engine = PlaybackEngine()
        var heard = AudibleSpeech(endsAtHome: endsAtHome)
        var messages: [AudibleMessage] = []
        for event in session.heard {
            _ = engine.handle(event)
            if let message = heard.receiveEvent(event, by: engine) { messages.append(message) }
        }
        return messages + [heard.finish()].compactMap { $0 }
    }

    @Test("N45 what was heard of an answer whose link was lost before its end signal says so, and not where it went on")
    func lostLink() {
        func summaries(_ change: (inout EngineRun) -> Void) -> [String] {
            var session = EngineRun.loaded(Self.clips)
            session.at(1, Stream.chunk(0, frames: 30))
            session.at(1, .soundDecoded(chunk: 0, 0, duration: .milliseconds(1_000)))
            change(&session)
            session.run(to: 9)
            return Self.heard(session).map(\.summary)
        }
        let lost = LocalInput.linkLost(reason: "gone")
        #expect(
            summaries { $0.at(1.5, lost) } == ["played 1.00 of 1.00 s, the connection was lost before its end signal"])
        let whole = summaries {
            $0.at(1.4, .audioEnded)
            $0.at(1.5, lost)
        }
        #expect(whole == ["played 1.00 of 1.00 s"])
        let gone = summaries {
            $0.at(1.5, lost)
            $0.at(1.6, .linkRestored)
            $0.at(1.7, Stream.chunk(1, frames: 30) + [.audioEnded])
            $0.at(1.7, .soundDecoded(chunk: 1, 0, duration: .milliseconds(1_000)))
        }
        #expect(gone == ["played 2.00 of 2.00 s"])
        #expect(summaries { $0.at(8, lost) } == ["played 1.00 of 1.00 s"])
    }

    @Test(
        "a send behind an answer that is over has interrupted nothing: not the chunk without sound, nor what a link cut off"
    )
    func sendWhenOver() {
        func ends(_ first: [WireEvent], _ change: (inout EngineRun) -> Void) -> [AudibleMessage.End] {
            var session = EngineRun.loaded(Self.clips)
            session.at(1, first)
            change(&session)
            session.at(9, .sent)
            session.at(10, Stream.chunk(0, frames: 30) + [.audioEnded])
            session.run(to: 16)
            return Self.heard(session, endsAtHome: false).map(\.end)
        }
        let silent = Stream.chunk(0, frames: 30).filter { if case .audioArrived = $0 { false } else { true } }
        #expect(ends(silent + [.audioEnded]) { _ in } == [.over, .over])
        #expect(
            ends(Stream.chunk(0, frames: 30)) { $0.at(1.5, LocalInput.linkLost(reason: "gone")) } == [.lost, .over])
        #expect(
            ends(Stream.chunk(0, frames: 30)) { $0.at(8, LocalInput.linkLost(reason: "gone")) } == [.unended, .over])
        #expect(ends(Stream.chunk(0, frames: 300)) { _ in } == [.sent, .over])
    }

    @Test("an answer without an end signal is not told as one that is over where the recording ends")
    func unended() {
        for hasEnd in [false, true] {
            var session = EngineRun.loaded(Self.clips)
            session.at(1, Stream.chunk(0, frames: 30) + (hasEnd ? [.audioEnded] : []))
            session.at(1, .soundDecoded(chunk: 0, 0, duration: .milliseconds(1_000)))
            session.run(to: 9)
            let rest = hasEnd ? "" : ", no end signal received"
            #expect(Self.heard(session, endsAtHome: false).map(\.summary) == ["played 1.00 of 1.00 s" + rest])
        }
    }

    @Test("a sound that came when its chunk was over came late, and is not lost")
    func tooLate() throws {
        var session = EngineRun.loaded(Self.clips)
        let events = Stream.chunk(1, frames: 30)
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1.1, events.filter { if case .audioArrived = $0 { false } else { true } })
        session.at(1.2, Stream.chunk(2, frames: 30))
        session.at(3.5, events.filter { if case .audioArrived = $0 { true } else { false } } + [.audioEnded])
        session.run(to: 8)
        let chunk = try #require(Self.heard(session, endsAtHome: false).first?.chunks[1])
        #expect(chunk.audible == nil && chunk.loss == .late, "\(chunk)")
    }

    @Test("an end signal that is on the tape behind the leave has come")
    func endBehindLeave() {
        var session = EngineRun.loaded(Self.clips)
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1, .soundDecoded(chunk: 0, 0, duration: .milliseconds(1_000)))
        session.at(6, .linkClosed)
        session.at(7, .audioEnded)
        session.run(to: 8)
        #expect(Self.heard(session, endsAtHome: false).map(\.end) == [.over])
    }

    @Test("the next message's text, which comes before its sound, is not what was heard of the one before")
    func nextText() {
        var session = EngineRun.loaded(Self.clips)
        func say(_ text: String, at time: Double) {
            session.at(time, .textArrived(TextSegment(text: text, group: 0)))
            var audio = AudioChunk(chunk: 0, sound: Stream.payload(Int(time)), totalFrames: 30)
            audio.group = 0
            audio.words = [SpokenWord(scalars: 0..<5, span: .zero..<TimeSpan.milliseconds(900))]
            session.at(time + 0.1, .audioArrived(audio))
            session.at(
                time + 0.1, Stream.chunk(0, frames: 30).filter { if case .audioArrived = $0 { false } else { true } })
        }
        say("Hello", at: 1)
        session.at(2.5, .sent)
        say("World", at: 3)
        session.at(3, .textArrived(TextSegment(text: "World and more", group: 0)))
        // Somebody else's, who asks here.
        session.at(4, .textArrived(TextSegment(text: "Other", group: 0)))
        session.run(to: 8)
        let texts = Self.heard(session, endsAtHome: false).flatMap(\.chunks).map { [$0.text, $0.words.first?.text] }
        #expect(texts == [["Hello", "Hello"], ["World and more", "World"]])
    }

    @Test("an end signal on another link is more of an answer, and the way home is no part of what is heard")
    func ends() {
        func ends(_ change: (inout EngineRun) -> Void) -> [AudibleMessage.End] {
            var session = EngineRun.loaded(Stream.workedExampleClips)
            session.at(1, Stream.chunk(0, frames: 30))
            session.at(1, .soundDecoded(chunk: 0, 0, duration: .milliseconds(1_000)))
            change(&session)
            session.run(to: 9)
            return Self.heard(session, endsAtHome: false).map(\.end)
        }
        let lost = LocalInput.linkLost(reason: "gone")
        let back = ends {
            $0.at(1.3, lost)
            $0.at(1.5, .linkRestored)
            $0.at(1.6, .audioEnded)
        }
        #expect(back == [.over])
        // Then the talking clip runs out, and another one leads home.
        for (signal, end) in [
            (WireEvent.audioEnded, AudibleMessage.End.over), (.baseAnimationRequested(Stream.idleBack), .left),
        ] {
            let left = ends {
                $0.at(1.2, signal)
                $0.at(3, .linkClosed)
            }
            #expect(left == [end])
        }
        #expect(ends { $0.at(1.5, .linkClosed) } == [.left])
    }

    @Test("what sounds when whoever listened has left is heard by nobody")
    func left() {
        var session = EngineRun.loaded(Self.clips)
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1, .soundDecoded(chunk: 0, 0, duration: .milliseconds(1_000)))
        session.at(1.5, .linkClosed)
        session.run(to: 9)
        #expect(Self.heard(session).map(\.summary) == ["played 0.50 of 1.00 s, the recording ends during it"])
    }

    @Test("a chunk that is passed over is lost, and one without sound is said to have none")
    func lost() throws {
        var session = EngineRun.loaded(Self.clips)
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1, .soundDecoded(chunk: 0, 0, duration: .milliseconds(1_000)))
        // Its pictures never come, so that the second one goes first, and it comes too late.
        session.at(1.2, Stream.chunk(2, frames: 30))
        session.at(1.2, .soundDecoded(chunk: 2, 0, duration: .milliseconds(1_000)))
        session.at(6, Stream.chunk(1, frames: 30))
        session.at(6.1, Stream.chunk(3, frames: 12).filter { if case .audioArrived = $0 { false } else { true } })
        session.at(6.2, .audioEnded)
        session.run(to: 12)
        let chunks = Self.heard(session).flatMap(\.chunks)
        #expect(chunks.first { $0.chunk == 0 }?.share == 1)
        #expect(chunks.first { $0.chunk == 2 }?.share == 1)
        #expect(chunks.first { $0.chunk == 1 }?.loss == .lost)
        #expect(chunks.first { $0.chunk == 3 }?.loss == .noSound)
    }

    @Test("N45 a chunk that was dropped with the link is lost, whatever ends the message later")
    func droppedBefore() throws {
        var session = EngineRun.loaded(Self.clips)
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1.1, Stream.audio(1, frames: 30), Stream.batch(1, Stream.frames(0..<10), number: 0, of: 2))
        session.at(1.2, LocalInput.linkLost(reason: "gone"))
        session.at(1.3, LocalInput.linkRestored)
        session.at(1.4, Stream.chunk(2, frames: 60))
        session.at(1.4, Stream.chunk(3, frames: 60))
        // Chunk 1 is waited for; then the third one is heard, and cut off.
        session.run(to: 6)
        let chunks = try #require(Self.heard(session).first?.chunks)
        #expect(chunks.first { $0.chunk == 2 }?.audible != nil)
        #expect(chunks.first { $0.chunk == 1 }?.loss == .lost && chunks.first { $0.chunk == 3 }?.loss == .interrupted)
    }

    @Test("a sound that breaks off is heard as far as it goes, and is said to break off")
    func brokenOff() throws {
        var session = EngineRun.loaded(Self.clips)
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1, .soundDecoded(chunk: 0, 0, duration: .milliseconds(600)))
        session.at(1.2, .audioEnded)
        session.run(to: 6)
        for (missing, loss) in [(0, nil), (5, AudibleChunk.Loss.brokenOff)] {
            var speech = AudibleSpeech(endsAtHome: false)
            var engine = PlaybackEngine()
            for event in session.heard {
                _ = engine.handle(event)
                _ = speech.receiveEvent(event, by: engine)
                if case .wire(.audioArrived) = event.body {
                    speech.receiveSound(
                        JudgedSound(
                            chunk: 0, generation: 0,
                            .sound(.milliseconds(600), isContinued: false, missingBytes: missing)))
                }
            }
            let chunk = try #require(speech.finish()?.chunks.first)
            #expect(chunk.share == 1 && chunk.loss == loss, "\(chunk)")
        }
    }

    @Test("sound that comes late is heard from where the picture is")
    func late() throws {
        var session = EngineRun.loaded(Self.clips)
        let events = Stream.chunk(0, frames: 30)
        session.at(1, events.filter { if case .audioArrived = $0 { false } else { true } })
        session.at(1.8, events.filter { if case .audioArrived = $0 { true } else { false } })
        session.at(1.8, .soundDecoded(chunk: 0, 0, duration: .milliseconds(1_000)))
        session.at(2, .audioEnded)
        session.run(to: 6)
        let chunk = try #require(Self.heard(session).first?.chunks.first)
        #expect(chunk.loss == .late)
        let start = try #require(chunk.audible?.lowerBound)
        #expect(start > .milliseconds(200) && start < .milliseconds(850))
        #expect(chunk.audible?.upperBound ?? .zero > .milliseconds(950))
    }
}
