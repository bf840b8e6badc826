import Decoding
import Events
import Support
import Testing

@testable import Engine
@testable import Playback
@testable import Sound

/// Whoever an engine's wishes are for, and what they were asked.
private final class Asked: PictureDecoder, SoundDecoder, ClipSource {
    var log: [String] = []

    func decode(_ job: DecodeJob) { log.append("picture \(job.key.rawValue)") }
    func discard(_ keys: [PictureKey]) { log.append("discard \(keys.map(\.rawValue))") }
    func begin(_ generation: Generation) { log.append("begin \(generation)") }
    func decode(_ name: SoundName, _ sound: Payload, longest: TimeSpan?) { log.append("sound \(name.chunk)") }
    func stop() { log.append("stop") }
    func requestManifest() { log.append("manifest") }
    func requestClip(_ name: ClipName, missing: [Int]) { log.append("clip \(name.rawValue) \(missing)") }
}

private struct NoBlobs: BlobSource {
    func bytes(of hash: ContentHash) -> [UInt8]? { nil }
}

@Suite("Carrying out what an engine wants")
struct EffectRunnerTests {
    private static func job(_ key: String, _ generation: Generation = 1) -> DecodeJob {
        DecodeJob(key: PictureKey(key), generation: generation, picture: Stream.payload(key.utf8.count))
    }
    private static let sound = Stream.payload(7)
    private static let reports: [Effect] = [
        .note(Note(time: .zero, code: .odd, text: "odd")), .finishMessage(1), .restMessage(2),
    ]
    private static let orders: [Effect] = [
        .decode(job("a")), .discard([PictureKey("a")]), .discardAll(before: 2),
        .decodeSound(chunk: 3, 2, sound, longest: nil), .stopSound, .requestManifest,
        .requestClip(ClipName("idle"), missing: [4]),
    ]

    private static func runner(_ asked: Asked, atOnce: Bool = false) -> EffectRunner {
        let decoder = AtOnceDecoder(NoBlobs(), sounds: SoundPrefetcher(NoBlobs()))
        var runner = atOnce ? EffectRunner(atOnce: decoder) : EffectRunner(besides: decoder)
        runner.helpers[.main] = EngineHelpers(pictures: asked, sounds: asked, clips: asked)
        return runner
    }

    @Test("each effect goes to whom it is for, in order, and what has only happened is reported")
    func beside() {
        let asked = Asked()
        var runner = Self.runner(asked)
        var reported: [Effect] = []
        let results = runner.perform(Self.orders + Self.reports, isReplay: false) { reported.append($0) }
        #expect(results.isEmpty && reported == Self.reports)
        #expect(
            asked.log == [
                "picture a", "discard [\"a\"]", "begin 2", "begin 2", "sound 3", "stop", "manifest", "clip idle [4]",
            ])
    }

    @Test(
        "at once pictures and sounds are decoded here, everything else goes where it went before",
        arguments: [true, false])
    func atOnce(isReplay: Bool) {
        let asked = Asked()
        var runner = Self.runner(asked, atOnce: true)
        let results = runner.perform(Self.orders, isReplay: isReplay) { _ in }
        // A replay has heard what came of its pictures; its sounds are for whoever listens.
        #expect(results.count == (isReplay ? 0 : 2))
        #expect(asked.log.contains("sound 3") == isReplay && !asked.log.contains("picture a"))
        #expect(asked.log.count { $0 == "begin 2" } == 2 && asked.log.contains("clip idle [4]"))
    }

    @Test(
        "what another member wants decoded is decoded at once, whoever runs, and heard by that one; nobody else is asked"
    )
    func others() throws {
        let anna = try #require(Member("anna"))
        for isReplay in [true, false] {
            for atOnce in [true, false] {
                let asked = Asked()
                var runner = Self.runner(asked, atOnce: atOnce)
                var reported: [Effect] = []
                let effects = (Self.orders + Self.reports).map { $0.of(anna) }
                let results = runner.perform(effects, isReplay: isReplay) { reported.append($0) }
                let heardBy = results.map { result in
                    switch result {
                    case .picture(_, let member), .sound(_, let member): member
                    }
                }
                #expect(heardBy == (isReplay ? [] : [anna, anna]))
                #expect(asked.log == [] && reported == Self.reports.map { $0.of(anna) })
            }
        }
    }

    @Test("a member who is drawn and heard has its own decoders, and what is under way for it is its own")
    func ownHelpers() throws {
        let anna = try #require(Member("anna"))
        let (mine, hers) = (Asked(), Asked())
        var runner = Self.runner(mine)
        runner.helpers[anna] = EngineHelpers(pictures: hers, sounds: hers, clips: hers)
        var reported: [Effect] = []
        let effects = (Self.orders + Self.reports).map { $0.of(anna) }
        #expect(runner.perform(effects, isReplay: false) { reported.append($0) }.isEmpty)
        #expect(mine.log == [] && hers.log.count == 8 && reported == Self.reports.map { $0.of(anna) })
        _ = runner.perform([.decode(Self.job("x")), .decode(Self.job("x")).of(anna)], isReplay: false) { _ in }
        let finished = [
            runner.finish(Self.job("x"), for: anna), runner.finish(Self.job("x"), for: anna),
            runner.finish(Self.job("x")),
        ]
        #expect(finished == [true, false, true])
        _ = runner.perform([.decode(Self.job("y")).of(anna)], isReplay: false) { _ in }
        let heardBy = runner.decodeAtOnce().map { if case .picture(_, let member) = $0 { member } else { Member.main } }
        #expect(heardBy == [anna])
    }

    @Test("an answer is waited for until it comes, is discarded, or belongs to an older message")
    func waiting() {
        var runner = Self.runner(Asked())
        _ = runner.perform([.decode(Self.job("a")), .decode(Self.job("b")), .decode(Self.job("c"))], isReplay: false) {
            _ in
        }
        let answers = [runner.finish(Self.job("a")), runner.finish(Self.job("a"))]
        #expect(answers == [true, false])
        _ = runner.perform([.discard([PictureKey("b")])], isReplay: false) { _ in }
        let discarded = runner.finish(Self.job("b"))
        #expect(!discarded)
        // Another message wants a picture of the same name.
        _ = runner.perform([.discardAll(before: 2), .decode(Self.job("c", 2))], isReplay: false) { _ in }
        let messages = [runner.finish(Self.job("c", 1)), runner.finish(Self.job("c", 2))]
        #expect(messages == [false, true])
    }

    @Test("who runs ahead decodes what is under way, and waits for nobody's answer from then on")
    func ahead() {
        let asked = Asked()
        var runner = Self.runner(asked)
        _ = runner.perform([.decode(Self.job("b")), .decode(Self.job("a"))], isReplay: false) { _ in }
        let keys = runner.decodeAtOnce().compactMap { result -> String? in
            guard case .picture(.pictureFailed(let key, _, _), .main) = result else { return nil }
            return key.rawValue
        }
        let late = runner.finish(Self.job("a"))
        #expect(keys == ["a", "b"] && !late)
        _ = runner.perform([.decode(Self.job("c"))], isReplay: false) { _ in }
        #expect(!asked.log.contains("picture c"))
        runner.decodeConcurrently()
        _ = runner.perform([.decode(Self.job("d"))], isReplay: false) { _ in }
        #expect(asked.log.last == "picture d")
    }
}

extension EffectRunner {
    /// For a report that looks at nothing.
    fileprivate mutating func perform(
        _ effects: [Effect], isReplay: Bool, _ report: (Effect) -> Void
    ) -> [EffectResult] {
        perform(effects, isReplay: isReplay, lending: ()) { effect, _ in report(effect) }
    }
}
