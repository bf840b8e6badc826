import Engine
import Events
import Support
import Testing

/// What the backend says that it sent of a chunk, beside what came (specification 3.10.6).
@Suite("Numbers of what was sent")
struct SendingClaimsTests {
    private static func played(_ events: [WireEvent]) -> EngineRun {
        var session = EngineRun.loaded()
        session.at(1, events + [.audioEnded])
        session.run(to: 8)
        return session
    }

    private static func odd(_ session: EngineRun) -> [String] {
        session.notes.filter { $0.code == .odd }.map(\.text)
    }

    @Test(
        "a chunk that came as a whole is odd where another number of pictures is said to be sent",
        arguments: [40, 4, 1])
    func pictures(said: Int) {
        let session = Self.played([
            Stream.audio(0, frames: 12), Stream.batch(0, Stream.frames(0..<12), of: 1), Stream.sent(0, said),
        ])
        #expect(Self.odd(session) == ["chunk 0: \(said) picture\(said == 1 ? "" : "s") reported as sent, 12 received"])
        #expect(session.notes.last { $0.code == .odd }?.time == session.report(ofChunk: 0)?.ended)
        #expect(session.places(0) == Array(0..<12) && !session.has(.frameLoss))
    }

    @Test("a chunk that came as a whole is odd where more batches are said to be sent")
    func batches() {
        let session = Self.played([
            Stream.audio(0, frames: 12), Stream.batch(0, Stream.frames(0..<6), number: 0, of: 5),
            Stream.batch(0, Stream.frames(6..<12), number: 1, of: 5), Stream.sent(0, 12),
        ])
        #expect(Self.odd(session) == ["chunk 0: 5 batches reported as sent, 2 received"])
        #expect(session.places(0) == Array(0..<12))
    }

    /// Two halves of a chunk of 12 frames, with these numbers.
    private static func numbered(_ numbers: (Int, Int) = (0, 1), totals: (Int, Int) = (2, 2)) -> [WireEvent] {
        [
            Stream.batch(0, halves[0], number: numbers.0, of: totals.0),
            Stream.batch(0, halves[1], number: numbers.1, of: totals.1),
        ]
    }

    private static let contradictory: [(String, [WireEvent], String)] = [
        ("a higher total in one batch", numbered(totals: (2, 5)), "2 and 5 batches reported as sent, 2 received"),
        ("a lower one in a later batch", numbered(totals: (3, 2)), "2 and 3 batches reported as sent, 2 received"),
        ("a number that no batch can have", numbered((0, 7)), "batch_index is 7 of 2 batches"),
    ]

    @Test("numbers of batches that contradict each other are odd", arguments: contradictory.map(\.0))
    func contradictions(title: String) throws {
        let (_, events, words) = try #require(Self.contradictory.first { $0.0 == title })
        let session = Self.played([Stream.audio(0, frames: 12)] + events + [Stream.sent(0, 12)])
        #expect(Self.odd(session) == ["chunk 0: \(words)"])
        #expect(session.places(0) == Array(0..<12))
    }

    @Test("where frames are lost only that is said")
    func lost() {
        let session = Self.played([
            Stream.audio(0, frames: 12), Stream.batch(0, Stream.frames(0..<10), number: 0, of: 2), Stream.sent(0, 12),
        ])
        #expect(session.count(.frameLoss) == 1 && Self.odd(session).isEmpty)
    }

    @Test(
        "a loss tells what was announced and what was said to be sent where these are two numbers",
        arguments: [
            (6, "announced 12, reported as sent 6, received 6, lost 6: 6–11"),
            (12, "sent 12, received 6, lost 6: 6–11"), (nil, "sent 12, received 6, lost 6: 6–11"),
        ] as [(Int?, String)])
    func lostOfAnnounced(said: Int?, words: String) {
        let session = Self.played([Stream.audio(0, frames: 12), Stream.batch(0, Self.halves[0]), Stream.sent(0, said)])
        #expect(session.notes.filter { $0.code == .frameLoss }.map(\.text) == ["chunk 0: \(words)"])
    }

    private static let whole = Stream.batch(0, Stream.frames(0..<12), of: 1)
    private static let halves = [Stream.frames(0..<6), Stream.frames(6..<12)]

    private static func ahead(_ rest: WireEvent...) -> [WireEvent] {
        let audio = AudioChunk(
            chunk: 0, sound: Stream.payload(1), firstClip: Stream.talking, zone: .zero, totalFrames: 12,
            firstPicture: Stream.payload(5), firstSheet: "J1.webp", firstBaseIndex: 0)
        return [.audioArrived(audio)] + rest
    }

    private static let good: [(String, [WireEvent])] = [
        ("a batch sent again is counted, too", [whole, whole, Stream.sent(0, 24)]),
        (
            "what was sent again is counted by itself",
            [whole, Stream.sent(0, 12), Stream.batch(0, halves[1]), Stream.sent(0, 6)]
        ),
        ("said twice", [whole, Stream.sent(0, 12), Stream.sent(0, 12)]),
        (
            "each half says its own number",
            [
                Stream.batch(0, halves[0], number: 0, of: 2), Stream.sent(0, 6),
                Stream.batch(0, halves[1], number: 1, of: 2), Stream.sent(0, 6),
            ]
        ),
        (
            "batches are counted on as they are made",
            [
                Stream.batch(0, halves[0], number: 0, of: 1), Stream.batch(0, halves[1], number: 1, of: 2),
                Stream.sent(0, 12),
            ]
        ),
        (
            "the second batch comes without a number",
            [
                Stream.batch(0, halves[0], number: 0, of: 2),
                .overlaysArrived(OverlayBatch(chunk: 0, frames: halves[1])), Stream.sent(0, 12),
            ]
        ),
        ("batches are counted from 1", numbered((1, 2)) + [Stream.sent(0, 12)]),
        (
            "a batch in two parts has one number",
            [
                Stream.batch(0, Stream.frames(0..<3), number: 0, of: 2),
                Stream.batch(0, Stream.frames(3..<6), number: 0, of: 2), Stream.batch(0, halves[1], number: 1, of: 2),
            ]
        ),
        (
            "a batch that is sent again has a total of its own",
            numbered() + [Stream.batch(0, halves[1], number: 0, of: 1)]
        ),
        ("no number is said", [whole, Stream.sent(0, nil)]),
        ("the picture ahead is counted", ahead(whole, Stream.sent(0, 13))),
        (
            "the picture ahead is not counted",
            ahead(Stream.batch(0, Array(Stream.frames(0..<12).dropFirst())), Stream.sent(0, 11))
        ),
    ]

    @Test("numbers that may be right are not odd", arguments: good.map(\.0))
    func mayBeRight(title: String) throws {
        let events = try #require(Self.good.first { $0.0 == title }).1
        let isAhead = title.hasPrefix("the picture ahead")
        let session = Self.played((isAhead ? [] : [Stream.audio(0, frames: 12)]) + events)
        #expect(Self.odd(session).isEmpty && !session.has(.frameLoss))
        #expect(session.places(0) == Array(0..<12))
    }

    @Test("the number of the message before, said once more behind the answer's own, is not the answer's")
    func older() {
        var session = EngineRun.loaded()
        session.at(1, .sent)
        session.at(1.1, Stream.chunk(0, frames: 12) + [.audioEnded])
        session.at(6, .sent)
        session.at(6.1, Stream.audio(0, frames: 20, sound: 9), Stream.batch(0, Stream.frames(0..<20, from: 40), of: 1))
        session.at(6.2, Stream.sent(0, 20), Stream.sent(0, 12), .audioEnded)
        session.run(to: 14)
        #expect(session.places(0, generation: 2) == Array(0..<20))
        #expect(Self.odd(session).isEmpty)
    }
}
