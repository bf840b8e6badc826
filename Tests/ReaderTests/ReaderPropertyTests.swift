import Events
import Support
import Testing

@testable import Reader

/// Books and commands by chance.
@Suite struct ReaderPropertyTests {
    private static func sentence(_ number: Int, _ cursors: inout (Int64, Int64), _ chance: inout SplitMix64)
        -> BookSentence
    {
        let text = { (count: Int) in (0..<count).map { "w\($0)" }.joined(separator: " ") }
        let counts = [Int.random(in: 1...6, using: &chance), Int.random(in: 1...6, using: &chance)]
        var sentence = BookSentence(
            number: number, lanes: Example.lanes(text(counts[0]), text(counts[1]), text(counts[1])))
        // No sentence is passed over between two reports at the highest speed.
        let length = { (count: Int, chance: inout SplitMix64) in
            Int64.random(in: 160...400, using: &chance) * Int64(count)
        }
        let (original, translation) = (length(counts[0], &chance), length(counts[1], &chance))
        let span = { (milliseconds: Int64) in Span.milliseconds(milliseconds) }
        sentence.originalGate = SentenceGate(span(cursors.0), span(cursors.0 + original))
        sentence.translationGate = SentenceGate(span(cursors.1), span(cursors.1 + translation))
        sentence.originalWords = (0..<counts[0]).map { word in
            let start = cursors.0 + original * Int64(word) / Int64(counts[0])
            return WordTime(word, span(start), span(start + 10))
        }
        sentence.translationWords = (0..<counts[1]).map { word in
            let start = cursors.1 + translation * Int64(word) / Int64(counts[1])
            return WordTime(word, span(start), span(start + 10))
        }
        cursors = (cursors.0 + original, cursors.1 + translation)
        return sentence
    }

    static func book(_ chance: inout SplitMix64) -> (Book, [BookChunk]) {
        var (entries, chunks, number): ([ChunkEntry], [BookChunk], Int) = ([], [], 1)
        for place in 0..<Int.random(in: 1...4, using: &chance) {
            var cursors = (Int64(0), Int64(0))
            let first = number
            var sentences: [BookSentence] = []
            for _ in 0..<Int.random(in: 1...4, using: &chance) {
                sentences.append(sentence(number, &cursors, &chance))
                number += 1
            }
            let sounds = Example.sounds(Double(cursors.0) / 1_000, Double(cursors.1) / 1_000)
            chunks.append(BookChunk("c\(place)", sentences: sentences, sounds: sounds, isExact: true))
            entries.append(ChunkEntry("c\(place)", start: first, end: number - 1))
        }
        return (Book("b", chunks: entries), chunks)
    }

    private static func settings(_ chance: inout SplitMix64) -> ReaderSettings {
        var settings: ReaderSettings = Bool.random(using: &chance) ? .reported : ReaderSettings()
        settings.mode =
            [.sequence, .single(.original), .single(.translation)].randomElement(using: &chance) ?? .sequence
        settings.percent = Int.random(in: 5...15, using: &chance) * 10
        return settings
    }

    private static func command(_ chance: inout SplitMix64, upTo number: Int) -> ReaderCommand {
        switch Int.random(in: 0..<14, using: &chance) {
        case 0: .pause
        case 1, 2: .resume
        case 3, 4: .toggle(Bool.random(using: &chance) ? .original : .translation)
        case 5: .next
        case 6: .previous
        case 7: .jump(sentence: Int.random(in: -1...number + 1, using: &chance))
        case 8: .nextWord
        case 9: .previousWord
        case 10: .word(Lane.allCases.randomElement(using: &chance) ?? .original, Int.random(in: -1...7, using: &chance))
        case 11: .speed(percent: Int.random(in: 0...200, using: &chance))
        case 12: .text(Lane.allCases.randomElement(using: &chance) ?? .original)
        default: .sleep(minutes: Int.random(in: 0...1, using: &chance))
        }
    }

    @Test("between two commands every sentence is heard once and in turn, whatever the mode", arguments: 0..<60)
    func undisturbed(seed: Int) throws {
        var chance = SplitMix64(seed: UInt64(seed))
        let (book, chunks) = Self.book(&chance)
        let settings = Self.settings(&chance)
        let passage = try Passage(book, chunks, settings)
        var heard: [String] = []
        for line in passage.lines {
            guard let number = line.number, let track = line.record.track else { continue }
            let rule = line.record.transcript?.rule
            guard rule == .live || rule == .dwell || rule == .settled else { continue }
            let one = "\(number) \(track.rawValue)"
            if heard.last != one { heard.append(one) }
        }
        let tracks: [BookTrack] =
            switch settings.mode {
            case .sequence: [.original, .translation]
            case .single(let track): [track]
            }
        let numbers = chunks.flatMap(\.sentences).map(\.number)
        #expect(heard == numbers.flatMap { number in tracks.map { "\(number) \($0.rawValue)" } })
        #expect(passage.reader.isOver)
    }

    @Test(
        "commands by chance: no word before its time, the sentence kept over every switch, always something to hear",
        arguments: 0..<300)
    func commands(seed: Int) throws {
        var chance = SplitMix64(seed: UInt64(1_000 + seed))
        let (book, chunks) = Self.book(&chance)
        var reader = BookReader(Self.settings(&chance))
        var player = VirtualPlayer()
        var (now, heard): (Instant, [(Instant, ReaderInput?)]) = (.zero, [])
        let hear = { (input: ReaderInput?, reader: inout BookReader) in
            heard.append((now, input))
            _ = input.map { reader.handle($0, at: now) } ?? reader.tick(at: now)
            Self.judge(reader)
        }
        hear(.bookOpened(book), &reader)
        for _ in 0..<200 {
            if let place = reader.wantedChunks.first, Int.random(in: 0..<4, using: &chance) > 0 {
                hear(.chunkLoaded(place, chunks[place]), &reader)
            } else if let event = player.follow(reader.sound, at: now) ?? player.event(at: now) {
                hear(.sound(reader.generation, event), &reader)
            } else if Int.random(in: 0..<6, using: &chance) == 0 {
                let command = Self.command(&chance, upTo: chunks.flatMap(\.sentences).count)
                let (row, place, isOver) = (reader.shownRow, reader.selected, reader.isOver || reader.isStopped)
                hear(.command(command), &reader)
                if case .toggle = command, !isOver { #expect(reader.shownRow == row && reader.selected == place) }
            } else {
                let next = [player.nextTime, reader.deadline].compactMap { $0 }.min() ?? now + .milliseconds(40)
                now = max(now, min(next, now + .milliseconds(Int64.random(in: 1...400, using: &chance))))
                if reader.deadline.map({ $0 <= now }) == true { hear(nil, &reader) }
            }
        }
        // The same again gives the same.
        var again = BookReader(reader.settings)
        for (time, input) in heard { _ = input.map { again.handle($0, at: time) } ?? again.tick(at: time) }
        #expect(again == reader)
    }

    /// What holds in every state.
    private static func judge(_ reader: BookReader) {
        #expect(reader.switches.original || reader.switches.translation)
        #expect(reader.hiddenLanes.count < 3)
        if let sound = reader.sound, let stop = sound.stop { #expect(stop > sound.start || stop == sound.stop) }
        if case .dwelling = reader.phase { #expect(reader.wantsToPlay && reader.sound?.isRunning == false) }
        guard let transcript = reader.record.transcript, let chunk = reader.chunk else { return }
        #expect(chunk.sentences.indices.contains(transcript.row))
        for lane in Lane.allCases {
            guard let record = transcript.lanes[lane] else { continue }
            #expect((0...record.tokens).contains(record.lit))
            #expect(record.current.map { $0 == record.lit - 1 } ?? (record.lit == 0))
        }
        // By the clock: never a word before its own time.
        guard transcript.rule == .live, let track = reader.record.track, let position = reader.record.position,
            let reveal = chunk.reveal(transcript.row, track == .original ? .original : .translation, on: track),
            let lit = transcript.lanes[track == .original ? .original : .translation]?.lit, lit > 0
        else { return }
        #expect(reveal.times[lit - 1] <= position + .milliseconds(1))
    }
}
