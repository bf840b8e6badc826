import Events
import JSON
import SocketIO
import Support
import Testing

@testable import Wire

/// Events of a call (picture-in-picture 10).
@Suite struct CallReadingTests {
    private func member(_ data: JSONObject) -> (changes: [CallMemberChange]?, odd: [String]) {
        var data = data
        data.members.insert(.init("id", "a"), at: 0)
        let (event, odd) = meaning("call_member", .object(data))
        guard case .call(.member("a", let changes)) = event else { return (nil, odd) }
        return (changes, odd)
    }

    private func source(_ data: JSONObject) -> (changes: [CallSourceChange]?, odd: [String]) {
        var data = data
        data.members.insert(.init("source", "s"), at: 0)
        let (event, odd) = meaning("call_source", .object(data))
        guard case .call(.source("s", let changes)) = event else { return (nil, odd) }
        return (changes, odd)
    }

    @Test("every field of a member, in the order in which it is told")
    func everyField() {
        let data: JSONObject = [
            "local": true, "name": "Anna", "image": "a.png", "audio": false, "video": true, "share": true,
            "source": "cam", "share_source": "screen", "paused": ["video"], "pinned": ["by": "remote", "at": 2.5],
            "dominant": true, "speaking": true, "raised_hand": true, "ingress": "RTMP", "quality": 3, "mirror": false,
            "front_camera": true,
        ]
        let (changes, odd) = member(data)
        #expect(
            changes == [
                .isLocal(true), .name("Anna"), .image(.file("a.png")), .publishesAudio(false), .publishesVideo(true),
                .sharesScreen(true), .source("cam"), .shareSource("screen"), .paused([.video]),
                .pin(CallPin(isRemote: true, time: TimeSpan(seconds: 2.5))), .isDominant(true), .isSpeaking(true),
                .hasRaisedHand(true), .ingress(.rtmp), .quality(3), .mirror(false), .hasFrontCamera(true),
            ])
        #expect(odd.isEmpty && changes?.count == data.members.count)
    }

    @Test("null takes back what there may be none of, and is odd elsewhere")
    func null() {
        let names = ["name", "image", "source", "share_source", "paused", "pinned", "ingress", "mirror"]
        let (changes, odd) = member(JSONObject(names.map { JSONObject.Member($0, .null) }))
        #expect(
            changes == [
                .name(nil), .image(nil), .source(nil), .shareSource(nil), .paused([]), .pin(nil), .ingress(nil),
                .mirror(nil),
            ])
        #expect(odd.isEmpty)
        #expect(member(["audio": .null]).odd == ["audio is null, neither true nor false"])
        #expect(source(["path": .null, "avatar": .null]).changes == [.path(nil), .avatar(nil)])
    }

    @Test("what an update does not name is not told")
    func absent() {
        #expect(member([:]).changes == [] && source([:]).changes == [])
    }

    @Test("every field of a source; sizes only as two, and another instance among them")
    func sources() {
        let (changes, odd) = source([
            "instance": 2, "enabled": false, "width": 640, "height": "480", "video": false, "ended": true,
            "rate": 29.97,
            "path": "cam.y4m", "avatar": "lea",
        ])
        #expect(
            changes == [
                .instance(2), .isEnabled(false), .size(PixelSize(width: 640, height: 480)), .hasVideo(false),
                .isEnded(true), .rate(29.97), .path("cam.y4m"), .avatar(Member("lea")),
            ])
        #expect(odd.isEmpty)
        #expect(
            source(["width": 640]).changes == []
                && source(["height": 640]).odd == ["width and height must come together"])
        #expect(source(["height": 4, "width": 3]).changes == [.size(PixelSize(width: 3, height: 4))])
    }

    @Test("an avatar is the session's own, or a member's by a name that is one")
    func avatars() {
        #expect(source(["avatar": true]).changes == [.avatar(.main)])
        for value in [JSON.bool(false), "", "a\nb", .string(String(repeating: "a", count: 65)), 5] {
            let (changes, odd) = source(["avatar": value])
            #expect(changes == [] && odd.count == 1)
        }
    }

    @Test("PN16 a quality that is no whole number from 0 to 3 is passed on as what it is, or as 0")
    func quality() {
        for (value, level) in [(JSON.int(-1), -1), (4, 4), (99, 99), (2.0, 2), (2.5, 0), (1e300, 0)] as [(JSON, Int)] {
            #expect(member(["quality": value]).changes == [.quality(level)])
        }
        #expect(member(["quality": "good"]).changes == [] && !member(["quality": true]).odd.isEmpty)
    }

    @Test("a pin by others counts with a time above zero, one of one's own always")
    func pins() {
        #expect(member(["pinned": ["by": "remote", "at": 0]]).changes == [.pin(nil)])
        #expect(member(["pinned": ["by": "remote"]]).changes == [.pin(nil)])
        #expect(member(["pinned": ["by": "local"]]).changes == [.pin(CallPin(isRemote: false, time: .zero))])
        for value in [JSON.bool(true), ["by": "me"], 5] { #expect(member(["pinned": value]).odd.count == 1) }
    }

    @Test("a picture is a file, an address, or bytes; a file whose name looks like base64 is a file")
    func images() {
        #expect(member(["image": "anna"]).changes == [.image(.file("anna"))])
        #expect(member(["image": "HTTPS://x/a.png"]).changes == [.image(.address("HTTPS://x/a.png"))])
        let bytes: [UInt8] = [0x49, 0x44, 0x33, 0x04]
        let data = "data:image/png;base64,SUQzBA=="
        #expect(member(["image": .string(data)]).changes == [.image(.picture(payload(bytes)))])
        #expect(member(["image": "data:image/png,abc"]).odd == ["image is a data URL without base64"])
        #expect(member(["image": ""]).changes == [] && member(["image": ""]).odd.isEmpty)
    }

    @Test("messages of calls come back from a tape and from text as they were, bytes and all")
    func roundTrips() throws {
        let messages: [WireMessage] = [
            WireMessage(event: .callMember, arguments: [["id": "a", "image": "anna", "name": "data"]]),
            WireMessage(event: .callMember, arguments: [["id": "a", "image": "data:image/png;base64,SUQzBA=="]]),
            WireMessage(event: .callFrame, arguments: [["source": "s", "picture": "SUQzBA=="]]),
            WireMessage(
                event: .callFrame, arguments: [["source": "s", "picture": WireMessage.placeholder(0)]],
                attachments: [[1, 2, 3]]),
            WireMessage(event: .callFrame, arguments: [["source": "s", "image": "SUQzBA=="]]),
        ]
        for message in messages {
            #expect(try roundTrip(message) == message)
            let line = NDJSONLine(time: .zero, body: .wire(message))
            #expect(try NDJSONLine(line.utf8) == line)
        }
        #expect(ingest(messages[0]).blobs.isEmpty && ingest(messages[4]).blobs.isEmpty)
        #expect(ingest(messages[1]).blobs.count == 1 && ingest(messages[2]).blobs.count == 1)
    }

    @Test("a frame is a source with a picture")
    func frames() {
        let (event, odd) = meaning("call_frame", ["source": "s", "picture": "SUQzBA=="])
        #expect(event == .call(.frame(source: "s", picture: payload([0x49, 0x44, 0x33, 0x04]))) && odd.isEmpty)
        #expect(meaning("call_frame", ["source": "s"]).oddities == ["picture is missing"])
        #expect(meaning("call_frame", ["picture": "SUQzBA=="]).oddities == ["source is missing"])
    }

    @Test("a frame that was painted says of which source, and in which size")
    func painted() {
        let bytes: [UInt8] = [0x49, 0x44, 0x33, 0x04]
        let (source, cells) = (SourceIdentity(name: "s", instance: 2), CellSize(columns: 24, rows: 9))
        let message = WireMessage(
            painted: bytes, of: source, in: cells, crop: PixelRect(x: 0, y: 10, width: 640, height: 460))
        let (event, odd) = interpret(ingest(message).message)
        #expect(event == .call(.painted(source, picture: payload(bytes), cells)) && odd.isEmpty)
        #expect(
            meaning("call_frame", ["source": "s", "picture": "SUQzBA==", "painted": ["columns": 3]]).event
                == .ignored(name: "call_frame"))
    }

    @Test("states, members who left, and what makes no sense")
    func others() {
        for state in CallState.allCases {
            let (event, odd) = meaning("call_state", ["call": "c", "state": .string(state.rawValue)])
            #expect(event == .call(.state(state, call: "c")) && odd.isEmpty)
        }
        #expect(
            meaning("call_state", ["call": "c", "state": "PARTY"]).oddities == [
                "state is \"PARTY\"; expected one of JOINING, JOINED, RECONNECTING, RECONNECTING_FAILED, OFFLINE, "
                    + "MIGRATING, LEFT"
            ])
        #expect(meaning("call_state", ["state": "JOINED"]).event == .ignored(name: "call_state"))
        #expect(meaning("call_member_left", ["id": 7]).event == .call(.memberLeft("7")))
        #expect(meaning("call_member_left", ["id": "a", "why": 1]).oddities == ["why is not a field of this event"])
        #expect(member(["dance": true]).odd == ["dance is not a field of this event"])
        #expect(member(["paused": ["video", "dance"]]).changes == [.paused([.video])])
    }

    @Test("names are at most 1,000 characters, and none by which others are known is cut")
    func limits() {
        let long = String(repeating: "n", count: 1_001)
        #expect(member(["name": .string(long)]).changes == [.name(String(long.dropLast()))])
        #expect(member(["name": .string(long)]).odd == ["name has 1001 characters; only the first 1000 are used"])
        #expect(member(["name": .string(String(long.dropLast()))]).odd.isEmpty)
        #expect(meaning("call_member", ["id": .string(long)]).event == .ignored(name: "call_member"))
        #expect(meaning("call_member", ["id": ""]).oddities == ["id has 0 characters, not 1 to 1000"])
        #expect(meaning("call_member", ["id": .string(String(long.dropLast()))]).oddities.isEmpty)
    }
}
