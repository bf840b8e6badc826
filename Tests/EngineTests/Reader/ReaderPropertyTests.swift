import Events
import Support
import Testing

@testable import Engine

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
        let span = { (milliseconds: Int64) in TimeSpan.milliseconds(milliseconds) }
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
        switch Int.random(in: 0..<17, using: &chance) {
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
        case 13: .retry
        case 14: Int.random(in: 0..<4, using: &chance) == 0 ? .stop : .chapter(Int.random(in: -1...2, using: &chance))
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

    @Test("an hour's book in sequence: every word of both languages is lit once, and in turn")
    func hour() throws {
        var chance = SplitMix64(seed: 7)
        var (entries, chunks): ([ChunkEntry], [BookChunk]) = ([], [])
        var length = TimeSpan.zero
        while length < .seconds(3_600) {
            var cursors = (Int64(0), Int64(0))
            let first = 10 * entries.count + 1
            let sentences = (first..<first + 10).map { Self.sentence($0, &cursors, &chance) }
            let sounds = Example.sounds(Double(cursors.0) / 1_000, Double(cursors.1) / 1_000)
            chunks.append(BookChunk("c\(first)", sentences: sentences, sounds: sounds, isExact: true))
            entries.append(ChunkEntry("c\(first)", start: first, end: first + 9))
            length += .milliseconds(cursors.0 + cursors.1)
        }
        let passage = try Passage(Book("b", chunks: entries), chunks, ReaderSettings())
        var lit: [String] = []
        for line in passage.lines {
            guard let transcript = line.record.transcript, let track = line.record.track,
                [.live, .settled, .dwell].contains(transcript.rule),
                let lane = transcript.lanes[track == .original ? .original : .translation], lane.lit > 0
            else { continue }
            let word = "\(transcript.number) \(track.rawValue) \(lane.lit)"
            if lit.last != word { lit.append(word) }
        }
        let wanted = chunks.flatMap(\.sentences).flatMap { sentence in
            [(BookTrack.original, Lane.original), (.translation, .translation)].flatMap { track, lane in
                (1...(sentence.lanes[lane]?.tokens.count ?? 1)).map { "\(sentence.number) \(track.rawValue) \($0)" }
            }
        }
        let odd = zip(lit, wanted).enumerated().first { $1.0 != $1.1 }?.offset ?? min(lit.count, wanted.count)
        let isAsWanted = lit == wanted
        #expect(isAsWanted, "from \(lit.dropFirst(max(0, odd - 2)).prefix(6)) on")
        #expect(passage.reader.isOver && wanted.count > 10_000)
    }

    @Test(
        "commands by chance: no word before its time, the sentence kept over every switch, always something to hear",
        arguments: 0..<300)
    func commands(seed: Int) throws {
        var chance = SplitMix64(seed: UInt64(1_000 + seed))
        let (book, whole) = Self.book(&chance)
        // Some have no files of sound, or no times of sentences.
        let chunks = whole.map { Self.spoiled($0, &chance) }
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
                let fails = Int.random(in: 0..<5, using: &chance) == 0
                hear(fails ? .chunkFailed(place, reason: "cut off") : .chunkLoaded(place, chunks[place]), &reader)
                #expect(!reader.wantedChunks.contains(place))
            } else if Int.random(in: 0..<12, using: &chance) == 0 {
                hear(Self.strange(reader, chunks, &chance), &reader)
            } else if let event = player.follow(reader.sound, at: now) ?? player.event(at: now) {
                hear(.sound(reader.generation, event), &reader)
            } else if Int.random(in: 0..<6, using: &chance) == 0 {
                let command = Self.command(&chance, upTo: chunks.flatMap(\.sentences).count)
                let (row, place, isOver) = (reader.shownRow, reader.selected, reader.isOver || reader.isStopped)
                hear(.command(command), &reader)
                // Where there is no text yet there is no sentence.
                if case .toggle = command, !isOver, reader.chunk != nil {
                    #expect(reader.shownRow == row && reader.selected == place)
                }
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
        Self.readOn(&reader, &player, now, chunks)
    }

    /// Whatever has happened: left alone, and with all text that it wants, it comes to its end, or says what it waits for.
    private static func readOn(
        _ reader: inout BookReader, _ player: inout VirtualPlayer, _ start: Instant, _ chunks: [BookChunk]
    ) {
        var (now, notes): (Instant, [ReaderNote]) = (start, [])
        notes += reader.handle(.command(.sleep(minutes: nil)), at: now)
        notes += reader.handle(.command(.retry), at: now)
        notes += reader.handle(.command(.resume), at: now)
        var steps = 0
        while reader.wantsToPlay, steps < 4_000 {
            steps += 1
            if let place = reader.wantedChunks.first {
                notes += reader.handle(.chunkLoaded(place, chunks[place]), at: now)
            } else if let event = player.follow(reader.sound, at: now) ?? player.event(at: now) {
                notes += reader.handle(.sound(reader.generation, event), at: now)
            } else if let deadline = reader.deadline, deadline <= now {
                notes += reader.tick(at: now)
            } else if let next = [player.nextTime, reader.deadline].compactMap({ $0 }).min() {
                now = max(now, next)
            } else {
                break
            }
        }
        let isWaiting = if case .failed = reader.loading { true } else { false }
        #expect(reader.isOver || isWaiting || notes.contains { $0.kind == .failed }, "\(steps) steps: \(reader.record)")
        #expect(steps < 4_000)
    }

    private static func spoiled(_ chunk: BookChunk, _ chance: inout SplitMix64) -> BookChunk {
        var chunk = chunk
        switch Int.random(in: 0..<12, using: &chance) {
        case 0: chunk.sounds = []
        case 1: chunk.sounds.remove(at: Int.random(in: 0...1, using: &chance))
        case 2:
            for row in chunk.sentences.indices {
                (chunk.sentences[row].originalGate, chunk.sentences[row].translationGate) = (.init(), .init())
            }
        case 3: for place in chunk.sounds.indices { chunk.sounds[place].duration = .milliseconds(300) }
        default: break
        }
        return chunk
    }

    /// What comes too late, twice, or with times that no file has.
    private static func strange(_ reader: BookReader, _ chunks: [BookChunk], _ chance: inout SplitMix64) -> ReaderInput
    {
        let times: [Int64] = [.min, -1, 0, 1_000, 1_000_000, .max]
        let time = TimeSpan(microseconds: times.randomElement(using: &chance) ?? 0)
        let events: [ReaderSoundEvent] = [
            .ready(duration: time), .ready(duration: nil), .moved(time), .reached, .ended, .failed(reason: "no device"),
        ]
        switch Int.random(in: 0..<5, using: &chance) {
        case 0:
            let place = Int.random(in: -1...chunks.count, using: &chance)
            return chunks.indices.contains(place)
                ? .chunkLoaded(place, chunks[place]) : .chunkFailed(place, reason: "too late")
        case 1: return .bookOpened(reader.book ?? Book("b", chunks: []))
        case 2:
            let generation = SoundGeneration(reader.generation.number - Int.random(in: 1...3, using: &chance))
            return .sound(generation, events.randomElement(using: &chance) ?? .ended)
        default: return .sound(reader.generation, events.randomElement(using: &chance) ?? .ended)
        }
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
        #expect(reveal.times[lit - 1] <= max(.zero, position) + .milliseconds(1))
    }
}
