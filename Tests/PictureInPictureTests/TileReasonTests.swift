import Events
import Testing

@testable import PictureInPicture

/// What is said of a tile that was published, for the log.
@Suite struct TileReasonTests {
    private static let image = CallImage.file("a.png")

    /// Anna, who publishes video of a source that is known, and has given no frame.
    private static func anna() -> TileRun {
        var run = TileRun.covered(("anna", .video("camera", .name("Anna"), .image(image))))
        run.at(0, .camera("camera"))
        run.end()
        return run
    }

    /// The reason of what these make of it.
    private static func reason(_ events: CallEvent...) -> String {
        var run = anna()
        for event in events { run.at(1, event) }
        run.end()
        return run.record.reason
    }

    private static func reason(_ changes: CallMemberChange...) -> String { reason(.member("anna", changes)) }

    @Test("the content stands first, with why, then the member, then whether there is a tile")
    func first() {
        #expect(
            Self.anna().record.reason
                == "video: video is on; member: Anna, no one else is present; shown: the large picture is covered")
        #expect(Self.reason(.state(.offline, call: "c")) == "reconnecting: the call is offline")
        #expect(Self.reason(.publishesVideo(false)) == "placeholder: video is off")
        #expect(
            Self.reason(.memberLeft("anna"))
                == "nothing: no member to show; member: none; hidden: no member to show")
        #expect(
            Self.reason(.left) == "nothing: no call; member: none; hidden: no call")
    }

    @Test("another source and its pictures are named where the content stays")
    func sources() {
        #expect(Self.reason(.source("other", []), .member("anna", [.source("other")])) == "source: other")
        #expect(Self.reason(.camera("camera", .instance(2))) == "source: camera, instance 2")
        #expect(
            Self.reason(.member("anna", [.source(nil), .publishesVideo(false)])) == "placeholder: video is off")
        var run = Self.anna()
        run.at(1, .firstFrame(SourceIdentity(name: "camera")))
        run.end()
        #expect(run.record.reason == "frame: first one received")
        run.at(2, .camera("camera", .instance(2)))
        run.end()
        #expect(run.record.reason == "source: camera, instance 2; placeholder: no frame received yet")
        run.at(3, .firstFrame(SourceIdentity(name: "camera", instance: 2)))
        run.end()
        run.at(4, .state(.offline, call: "c"))
        run.end()
        #expect(run.record.reason == "reconnecting: the call is offline")
    }

    @Test("a picture of the member that is loaded, or is another, where there is one")
    func images() {
        var run = Self.anna()
        run.at(1, .image(Self.image, failure: nil))
        run.end()
        #expect(run.record.reason == "image: loaded")
        var other = run
        other.at(2, .member("anna", [.image(.file("b.png"))]))
        other.end()
        #expect(other.record.reason == "image: changed")
        run.at(2, .member("anna", [.image(nil)]))
        run.end()
        #expect(run.record.reason == "")
    }

    @Test("where the tile lies, and why it comes and goes")
    func places() {
        var run = Self.anna()
        let expected: [(TileInput, String)] = [
            (.settings([.corner(.topLeft)]), "moved"), (.stage(.visible), "hidden: the large picture is visible"),
            (.settings([.mode(.always)]), "shown: the tile is always shown"),
            (.stage(.none), "hidden: no large picture"),
            (.stage(.covered), "shown: the large picture is covered"),
            (.settings([.mode(.off)]), "hidden: the tile is switched off"),
        ]
        for (time, (input, reason)) in expected.enumerated() {
            run.at(Double(time + 1), input)
            run.end()
            #expect(run.record.reason == reason)
        }
    }

    @Test("each sign that is another, of the same member")
    func signs() {
        #expect(Self.reason(.name("Bea")) == "name: Bea" && Self.reason(.name(nil)) == "name: none")
        #expect(Self.reason(.publishesAudio(false)) == "microphone off")
        #expect(Self.reason(.paused([.video])) == "paused by the server")
        #expect(Self.reason(.pin(CallPin(isRemote: false, time: .zero))) == "pinned")
        #expect(Self.reason(.isSpeaking(true)) == "speaking" && Self.reason(.quality(2)) == "quality 2")
        #expect(Self.reason(.mirror(true)) == "mirrored")
        var run = Self.anna()
        let all: [CallMemberChange] = [
            .publishesAudio(false), .paused([.video]), .pin(CallPin(isRemote: true, time: .zero)), .isSpeaking(true),
            .mirror(true),
        ]
        run.at(1, .member("anna", all))
        run.end()
        run.at(
            2,
            .member(
                "anna", [.publishesAudio(true), .paused([]), .pin(nil), .isSpeaking(false), .mirror(false)]))
        run.end()
        #expect(run.record.reason == "microphone on; no longer paused; no longer pinned; silent; not mirrored")
        run.at(3, .member("bob", all + [.isDominant(true), .sharesScreen(true)]))
        run.end()
        #expect(
            run.record.reason
                == "shared screen: screen shared, but no source; member: bob, sharing a screen")
    }

    @Test("why this member is shown: by what it goes before the one that would follow")
    func members() {
        func reason(_ changes: [CallMemberChange], _ others: [CallMemberChange]...) -> String {
            var call = Call.joined(("anna", changes))
            for (place, changes) in others.enumerated() { call.hear(.member("\(place)", changes)) }
            return CastSelection.reason(for: "anna", in: call, includesLocal: false)
        }
        let pins = [false, true].map { CallPin(isRemote: $0, time: .seconds(1)) }
        #expect(reason([]) == "no one else is present" && reason([], []) == "joined first")
        #expect(reason([.isLocal(true)], []) == "no one else was present")
        #expect(reason([.sharesScreen(true)], [.pin(pins[1])]) == "sharing a screen")
        #expect(reason([.pin(pins[0])], [.isDominant(true)]) == "pinned")
        #expect(reason([.pin(pins[1])], [.pin(pins[0])]) == "pinned for everyone")
        #expect(reason([.pin(pins[0])], [.pin(CallPin(isRemote: false, time: .zero))]) == "pinned last")
        #expect(reason([.isDominant(true)], [.isSpeaking(true)]) == "dominant speaker")
        #expect(reason([.isSpeaking(true)], [.hasRaisedHand(true)]) == "speaking")
        #expect(reason([.hasRaisedHand(true)], [.ingress(.rtmp)]) == "raised a hand")
        #expect(reason([.ingress(.rtmp)], [.publishesVideo(true)]) == "streams through an ingress")
        #expect(reason([.publishesVideo(true)], []) == "publishes video")
        #expect(reason([], [.publishesAudio(false)]) == "publishes audio")
        // The best of the others counts, and who is better than the one that is shown has to wait.
        #expect(reason([.isSpeaking(true)], [], [.isSpeaking(true)]) == "joined first")
        #expect(reason([], [.isSpeaking(true)]) == "kept until the next change")
    }
}
