import Events
import Testing

@testable import PictureInPicture

@Suite struct TileContentTests {
    @Test(
        "the truth table of the content, over all inputs",
        arguments: [false, true], [false, true])
    func truthTable(isReconnecting: Bool, isSharing: Bool) {
        for (isEnabled, hasSource) in [(false, false), (false, true), (true, false), (true, true)] {
            for (hasCall, hasMember) in [(false, false), (false, true), (true, false), (true, true)] {
                let content = TileContent(
                    hasCall: hasCall, isReconnecting: isReconnecting, hasMember: hasMember, isScreenSharing: isSharing,
                    isVideoEnabled: isEnabled, hasSource: hasSource)
                var expected: TileContent = isEnabled && hasSource ? .video : .avatar
                if isSharing { expected = .screenSharing }
                if !hasMember { expected = .inactive }
                if isReconnecting { expected = .reconnecting }
                if !hasCall { expected = .inactive }
                #expect(content == expected, "\(hasCall) \(hasMember) \(isEnabled) \(hasSource)")
            }
        }
    }

    @Test("PB13 each state of a call is reconnecting or is not", arguments: CallState.allCases)
    func states(state: CallState) {
        var call = Call.joined(("anna", []))
        guard state != .left else { return }
        call.hear(.state(state, call: "c"))
        let isReconnecting = [.reconnecting, .reconnectingFailed, .offline, .migrating].contains(state)
        #expect(TileSnapshot(call, shown: "anna").content == (isReconnecting ? .reconnecting : .avatar))
    }

    @Test("PN8 PN10 a screen goes before the camera, is no picture of its member, and is never mirrored")
    func share() {
        var call = Call.joined(("anna", [.name("Anna"), .image(.file("a.png")), .sharesScreen(true), .mirror(true)]))
        var shown = TileSnapshot(call, shown: "anna")
        #expect(shown.content == .screenSharing && shown.source == nil && shown.image == nil && shown.name == "Anna")
        #expect(!shown.overlays.isMirrored && shown.reason(call) == "screen shared, but no source")
        call.hear(.source("screen", []), .member("anna", [.shareSource("screen"), .source("camera")]))
        shown = TileSnapshot(call, shown: "anna")
        #expect(shown.source?.name == "screen")
        call.hear(.member("anna", [.sharesScreen(false)]))
        shown = TileSnapshot(call, shown: "anna")
        #expect(shown.content == .avatar && shown.image == .file("a.png") && shown.overlays.isMirrored)
    }

    @Test("video is what publishes, has a source that is there, and pictures in it; anything less is the avatar")
    func derivedVideo() {
        var call = Call.joined(("anna", [.publishesVideo(true), .source("camera")]))
        #expect(TileSnapshot(call, shown: "anna").reason(call) == "video is on, but no source")
        call.hear(.source("camera", []))
        #expect(TileSnapshot(call, shown: "anna").content == .video)
        for change in [CallSourceChange.isEnded(true), .hasVideo(false)] {
            var other = call
            other.hear(.source("camera", [change]))
            #expect(TileSnapshot(other, shown: "anna").content == .avatar)
        }
        call.hear(.source("camera", [.isEnabled(false)]))
        #expect(TileSnapshot(call, shown: "anna").content == .video, "one that is off is switched on again")
        call.hear(.member("anna", [.publishesVideo(false)]))
        let shown = TileSnapshot(call, shown: "anna")
        #expect(shown.content == .avatar && shown.reason(call) == "video is off")
        #expect(shown.source?.name == "camera", "it is kept for a quick return")
    }

    @Test("PN4 another instance under the same name is another source, of which nothing of the first is known")
    func instance() {
        var call = Call.joined(("anna", [.publishesVideo(true), .source("camera")]))
        call.hear(.source("camera", [.instance(1), .size(PixelSize(width: 320, height: 240)), .isEnded(true)]))
        let before = TileSnapshot(call, shown: "anna")
        call.hear(.source("camera", [.isEnabled(true), .instance(2)]))
        let after = TileSnapshot(call, shown: "anna")
        #expect(before.content == .avatar && after.content == .video)
        #expect(after.source == SourceIdentity(name: "camera", instance: 2) && call[source: "camera"]?.size == nil)
        call.hear(.source("camera", [.instance(2)]))
        #expect(TileSnapshot(call, shown: "anna") == after)
        // All that is told with it is about that other one, in whatever order it is told.
        call.hear(.source("camera", [.isEnabled(false), .rate(25), .instance(3)]))
        #expect(call[source: "camera"]?.isEnabled == false && call[source: "camera"]?.rate == 25)
    }

    @Test("PN16 a quality that is none of the levels is unknown", arguments: [-1, 4, 99, Int.max, Int.min])
    func quality(level: Int) {
        let call = Call.joined(("anna", [.quality(level)]))
        #expect(TileSnapshot(call, shown: "anna").overlays.quality == .unknown)
        #expect((0...3).map { ConnectionQuality($0) } == ConnectionQuality.allCases)
    }

    @Test("a front camera is mirrored where it looks at its own user, unless it is said otherwise")
    func mirror() {
        for (changes, isMirrored) in [
            ([.isLocal(true), .hasFrontCamera(true)], true), ([.hasFrontCamera(true)], false),
            ([.isLocal(true), .hasFrontCamera(true), .mirror(false)], false), ([.mirror(true)], true),
        ] as [([CallMemberChange], Bool)] {
            let call = Call.joined(("anna", changes))
            #expect(TileSnapshot(call, shown: "anna").overlays.isMirrored == isMirrored)
        }
    }

    @Test("a screen that is shared is video where there is a source for it, whatever the camera does")
    func sharedVideo() {
        var call = Call.joined(("anna", [.sharesScreen(true), .shareSource("screen")]))
        #expect(call[member: "anna"].map { call.isVideoEnabled(of: $0) } == false)
        call.hear(.source("screen", []))
        #expect(call[member: "anna"].map { call.isVideoEnabled(of: $0) } == true)
    }

    @Test("the microphone, the pin, speaking and the quality are those of the member that is shown")
    func overlays() {
        let pin = CallPin(isRemote: false, time: .zero)
        let call = Call.joined(
            ("anna", [.publishesAudio(false), .pin(pin), .isSpeaking(true), .quality(2)]), ("bo", []))
        var expected = TileSnapshot.Overlays()
        #expect(TileSnapshot(call, shown: "bo").overlays == expected)
        (expected.hasAudio, expected.isPinned, expected.isSpeaking, expected.quality) = (false, true, true, .good)
        #expect(TileSnapshot(call, shown: "anna").overlays == expected)
    }

    @Test("an avatar that is a call of one: its link is the call's, and it has a source while it has a picture")
    func avatarAlone() {
        func shown(_ isReconnecting: Bool, _ hasPicture: Bool, name: String? = "Lea") -> TileSnapshot {
            TileSnapshot(
                ofAvatar: name, isReconnecting: isReconnecting, hasPicture: hasPicture, isTalking: hasPicture)
        }
        #expect(shown(false, true).content == .video && shown(false, true).source != nil)
        #expect(shown(false, true).overlays.isSpeaking && shown(false, true).name == "Lea")
        #expect(shown(false, false).content == .avatar && shown(false, false).source == nil)
        #expect(!shown(false, false).overlays.isSpeaking && shown(true, true).content == .reconnecting)
        #expect(shown(false, true, name: nil).shownName == "avatar" && shown(false, true, name: nil).name == nil)
    }

    @Test("a member without a name is called by its id; an empty name is none")
    func names() {
        let call = Call.joined(("anna", [.name("")]), ("bo", [.name("Bo")]))
        #expect(TileSnapshot(call, shown: "anna").shownName == "anna" && TileSnapshot(call, shown: "anna").name == nil)
        #expect(TileSnapshot(call, shown: "bo").shownName == "Bo")
    }

    @Test("what the server holds back counts for the kind of video that is shown")
    func paused() {
        var call = Call.joined(("anna", [.paused([.video])]))
        #expect(TileSnapshot(call, shown: "anna").overlays.isPaused)
        call.hear(.member("anna", [.sharesScreen(true)]))
        #expect(!TileSnapshot(call, shown: "anna").overlays.isPaused)
        call.hear(.member("anna", [.paused([.share])]))
        #expect(TileSnapshot(call, shown: "anna").overlays.isPaused)
    }
}
