import Events
import Foundation
import Platform
import Sound
import Support
import Testing

@testable import Checks

/// Sound of a book that is longer than what is held of one, or that needs a program to be heard.
@Suite struct LongSoundTests {
    private static func check(_ book: ToneBook, _ means: SoundSurvey.Means = SoundSurvey.Means()) throws -> CheckResult
    {
        var result = CheckResult(file: book.folder.path)
        try BookCheck.run(book.folder.path, CheckOptions(), means, &result)
        result.judge(by: CheckOptions().limits)
        return result
    }

    // MARK: Long ones

    private static let late = TimeSpan.seconds(780)
    private static let length = TimeSpan.seconds(840)

    /// A book whose second sentence is heard after 13 min.
    /// - Parameter isHeard: whether its second word is.
    private static func longBook(isHeard: Bool) throws -> ToneBook {
        let book = try ToneBook { chunk, place in
            guard place == 0 else { return }
            chunk.sounds[0].duration = length
            let shift = late - ToneBook.word * 3
            let gate = (late, late + ToneBook.word * 3)
            chunk.sentences[1].originalGate = SentenceGate(gate.0, gate.1)
            for index in 0..<3 {
                chunk.sentences[1].originalWords[index].start += shift
                chunk.sentences[1].originalWords[index].end += shift
            }
        }
        let rate = 1_000
        var values = [Int16](repeating: 0, count: Int(length.seconds) * rate)
        for start in [0, Int(late.seconds) * rate] {
            for word in 0..<3 where word != 1 || start == 0 || isHeard {
                for frame in 0..<300 { values[start + 400 * word + frame] = frame % 2 == 0 ? 9_000 : -9_000 }
            }
        }
        try book.folder.write(
            Samples(rate: rate, channels: 1, values: values).file, to: "media/0_original.wav")
        return book
    }

    @Test("a word that is lit in silence is found after 13 min, and none where it is heard")
    func late() throws {
        let clean = try Self.check(try Self.longBook(isHeard: true))
        #expect(clean.verdict == .clean && clean.book?.notJudged == [], "\(clean.exceeded)")
        #expect(clean.book?.sounds == 4 && clean.duration == Self.length + .milliseconds(7_200))
        let result = try Self.check(try Self.longBook(isHeard: false))
        #expect(result.exceeded.map(\.measure) == [.earlyWord])
        let found = try #require(result.book?.tally.findings.first)
        #expect(found.place.sentence == 2 && found.place.word == 2 && found.place.track == .original)
        #expect(found.place.position == Self.late + ToneBook.word && found.amount == .milliseconds(380))
    }

    @Test("a sound beyond the limit is not judged, and neither are its words and gates")
    func beyondLimit() throws {
        let result = try Self.check(
            try Self.longBook(isHeard: false), SoundSurvey.Means(program: nil, longest: .seconds(600)))
        #expect(result.verdict == .clean && result.book?.sounds == 3)
        #expect(result.book?.notJudged == ["1 sound of more than 600.000 s"])
    }

    @Test("a check that is canceled ends within a sound")
    func canceled() throws {
        let book = try Self.longBook(isHeard: true)
        var asked = 0
        var result = CheckResult(file: book.folder.path)
        #expect(throws: CancellationError.self) {
            try BookCheck.run(
                book.folder.path, CheckOptions(), SoundSurvey.Means(),
                isCanceled: {
                    asked += 1
                    return asked > 100
                }, &result)
        }
        #expect(asked == 101 && result.book == nil)
    }

    // MARK: In blocks

    @Test(
        "how loud a sound is in blocks is how loud it is as a whole",
        arguments: [(8_000, 1), (11_025, 1), (22_050, 2), (44_100, 2), (48_000, 1)])
    func blocks(rate: Int, channels: Int) throws {
        let folder = try Folder()
        let frames = rate * 5 + rate / 3
        let values = (0..<frames * channels).map { place -> Int16 in
            let loudness = Double(place * 7 / rate % 9) * 1_000
            return Int16(loudness * sin(Double(place) * 0.31))
        }
        let samples = Samples(rate: rate, channels: channels, values: values)
        try folder.write(samples.file, to: "a.wav")
        let survey = try SoundSurvey(try #require(OpenFile(folder.file("a.wav"))))
        #expect(survey.loudness == samples.loudness(each: SpeechJudge.hop, around: 0))
        #expect(survey.length == samples.duration && survey.isWhole)
    }

    @Test("no hop is lost at a rate whose hops are no whole frames", arguments: [1_004, 1_012, 7_919])
    func oddRates(rate: Int) throws {
        let folder = try Folder()
        let values = (0..<rate * 20).map { Int16($0 % 2 == 0 ? 9_000 : -9_000) }
        try folder.write(Samples(rate: rate, channels: 1, values: values).file, to: "a.wav")
        let survey = try SoundSurvey(try #require(OpenFile(folder.file("a.wav"))))
        #expect(survey.loudness.count == 2_000 && survey.length == .seconds(20))
        #expect(survey.loudness.allSatisfy { $0 > 0.7 })
    }

    // MARK: With a program

    @Test("where the program is missing a sound that needs it is not judged, and why is said")
    func noProgram() throws {
        let book = try ToneBook { chunk, place in
            if place == 0 { chunk.sounds[0].path = "media/a.m4a" }
        }
        try book.folder.write("\0\0\0\u{20}ftypM4A \0\0\0\0M4A mp42isom\0\0\0\0", to: "media/a.m4a")
        let result = try Self.check(book, SoundSurvey.Means(program: nil))
        #expect(result.verdict == .clean && result.book?.sounds == 3 && result.book?.tally.findings == [])
        #expect(
            result.book?.notJudged == [
                "1 sound (AAC, M4A, M4B, MP4 and video sound need ffmpeg, which is not installed)"
            ])
        let line = try #require(CheckText.lines(result, isLong: false).first)
        let notJudged = "not judged: 1 sound (AAC, M4A, M4B, MP4 and video sound need ffmpeg"
        #expect(line.contains("3 sounds") && line.contains(notJudged))
        // What is no sound at all is one that failed, with the program and without it.
        try book.folder.write("no sound", to: "media/a.m4a")
        #expect(try Self.check(book, SoundSurvey.Means(program: nil)).exceeded.map(\.measure) == [.soundFailures])
    }

    @Test("words on AAC are judged where the program is", .enabled(if: SoundProgram.installed != nil))
    func program() throws {
        let book = try ToneBook(
            change: { chunk, place in if place == 0 { chunk.sounds[0].path = "media/a.m4a" } },
            sound: { values, file, place in
                if place == 0, file.kind == .original { ToneBook.silence(&values, from: 0.4, to: 0.8) }
            })
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "ffmpeg", "-nostdin", "-v", "error", "-i", book.folder.file("media/0_original.wav"), "-c:a", "aac",
            book.folder.file("media/a.m4a"),
        ]
        try process.run()
        process.waitUntilExit()
        let result = try Self.check(book)
        #expect(result.book?.sounds == 4 && result.book?.notJudged == [])
        let found = try #require(result.book?.tally.findings.first { $0.kind == .earlyWord })
        #expect(found.place.word == 2 && found.place.sentence == 1 && found.place.track == .original)
    }
}
