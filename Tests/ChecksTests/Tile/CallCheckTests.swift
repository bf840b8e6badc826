import Engine
import Events
import Files
import Foundation
import PlaybackSupport
import Support
import Testing

@testable import Checks

/// Calls as somebody has them in a file.
@Suite struct CallCheckTests {
    private static func check(
        _ lines: [String], files: Folder? = nil, _ change: (inout CheckLimits) -> Void = { _ in }
    ) throws -> CheckResult {
        let folder = try Folder()
        var options = CheckOptions()
        options.playing.folder = try files.map { try OpenFolder($0.path) }
        change(&options.limits)
        return Check.run(try folder.write(lines.joined(separator: "\n") + "\n", to: "call.ndjson"), options)
    }

    private static func frame(_ seconds: Double, _ source: String, _ number: Int) throws -> String {
        let picture = Data(try WrittenStream.picture(number)).base64EncodedString()
        return #"{"t":\#(seconds),"event":"call_frame","data":{"source":"\#(source)","picture":"\#(picture)"}}"#
    }

    private static let joined = [
        #"{"t":0,"input":"stage","data":{"state":"covered"}}"#,
        #"{"t":0,"event":"call_state","data":{"call":"c1","state":"JOINED"}}"#,
        #"{"t":0,"event":"call_source","data":{"source":"cam","width":16,"height":16}}"#,
        #"{"t":0,"event":"call_source","data":{"source":"web","width":16,"height":16}}"#,
        #"{"t":0,"event":"call_member","data":{"id":"anna","name":"Anna","video":true,"source":"cam"}}"#,
        #"{"t":0,"event":"call_member","data":{"id":"bob","name":"Bob","video":true,"source":"web"}}"#,
    ]

    private static func left(_ seconds: Double) -> String {
        #"{"t":\#(seconds),"event":"call_state","data":{"call":"c1","state":"LEFT"}}"#
    }

    @Test("a call with all that there can be in it is clean")
    func clean() throws {
        var lines = Self.joined + [try Self.frame(0.5, "cam", 1), try Self.frame(0.6, "web", 2)]
        // Both speak in turn, faster than the tile may change.
        for turn in 0..<20 {
            let time = 1 + Double(turn) / 20
            let (on, off) = turn.isMultiple(of: 2) ? ("bob", "anna") : ("anna", "bob")
            lines.append(#"{"t":\#(time),"event":"call_member","data":{"id":"\#(off)","speaking":false}}"#)
            lines.append(#"{"t":\#(time),"event":"call_member","data":{"id":"\#(on)","speaking":true}}"#)
        }
        lines += [
            #"{"t":3,"event":"call_source","data":{"source":"cam","instance":2}}"#, try Self.frame(3.5, "cam", 3),
            #"{"t":4,"event":"call_state","data":{"call":"c1","state":"RECONNECTING"}}"#,
            #"{"t":5,"event":"call_state","data":{"call":"c1","state":"JOINED"}}"#,
            #"{"t":6,"event":"call_member_left","data":{"id":"anna"}}"#, Self.left(7),
        ]
        let result = try Self.check(lines)
        #expect(result.findings == [] && result.verdict == .clean)
        let call = try #require(result.call)
        #expect(call.publications > 8 && call.isAlone && call.notJudged == nil)
    }

    @Test("a source that gives no frame for 3 s is found in every form of result")
    func silentSource() throws {
        let lines = Self.joined + [try Self.frame(3, "cam", 1), Self.left(4)]
        let result = try Self.check(lines)
        #expect(result.exceeded.map(\.measure) == [.blank] && result.exceeded.first?.found == 3_000)
        #expect(result.findings.map(\.kind) == [.blankTile])
        let call = try #require(CheckJSON.line(result).object?["call"]?.object)
        #expect(call["longest_blank_ms"]?.lenientInt == 3_000)
        #expect(call["judged"]?.object?["frames"] == .bool(true))
        let text = CheckText.lines(result, isLong: false)
        #expect(text.contains { $0.contains("max_blank_ms: 3000 ms, limit 2000 ms") })
        let sentence = "no frame of anna for 3000 ms (expected one within 2000 ms)"
        #expect(text.contains { $0.contains("BLANK_TILE") && $0.contains(sentence) })
        #expect(text.contains { $0.hasPrefix("  call ") })

        let patient = try Self.check(lines) { $0[.blank] = 3_000 }
        #expect(patient.verdict == .clean && patient.findings == [])
    }

    @Test("what was recorded of a source that was gone is found")
    func recorded() throws {
        let decoded = { (time: Double, instance: Int, number: Int) throws -> String in
            let bytes = try WrittenStream.picture(number)
            let hash = contentHash(of: bytes).hex
            return #"{"t":\#(time),"input":"frameDecoded","data":{"source":"cam","instance":\#(instance),"#
                + #""picture":"\#(hash)","bytes":\#(bytes.count),"width":16,"height":16}}"#
        }
        let tick = { (time: Double) in #"{"t":\#(time),"input":"ticked"}"# }
        let result = try Self.check(
            [#"{"t":0,"engine_rules":\#(PlaybackEngine.rulesVersion)}"#] + Self.joined + [
                tick(0), try Self.frame(0.5, "cam", 1), try decoded(0.5, 0, 1), tick(0.5),
                #"{"t":1,"event":"call_source","data":{"source":"cam","instance":2}}"#, tick(1),
                #"{"t":1.1,"input":"firstFrame","data":{"source":"cam","instance":2}}"#, tick(1.1),
                try decoded(1.5, 0, 1), try decoded(2.5, 0, 1), tick(2.5),
                #"{"t":3,"input":"firstFrame","data":{"source":"cam"}}"#, tick(3), Self.left(4), tick(4),
            ])
        #expect(result.isReplay)
        #expect(result.findings.map(\.kind) == [.stalePicture, .stalePicture])
        let gone = "of cam of anna, gone since 1.000 s"
        #expect(result.findings.map(\.found) == ["frame \(gone)", "first frame \(gone)"])
        #expect(result.findings.allSatisfy { $0.expected == "no frame" })
        #expect(result.exceeded.map(\.measure) == [.stalePictures])
    }

    @Test("what is told of a call counts for whomever a message is by name")
    func forMember() throws {
        let lines = Self.joined.map {
            $0.replacingOccurrences(of: #"{"t":0,"event""#, with: #"{"t":0,"member":"x","event""#)
        }
        let result = try Self.check(lines + [try Self.frame(1, "cam", 1), Self.left(2)])
        #expect(result.verdict == .clean && result.call?.longestBlank == .seconds(1))
    }

    @Test("frames of files are not judged, which is said in the line of the tape")
    func files() throws {
        let file = #"{"t":0,"event":"call_source","data":{"source":"cam","path":"cam.y4m"}}"#
        let result = try Self.check(Self.joined + [file, Self.left(9)])
        #expect(result.verdict == .clean)
        #expect(
            CheckText.lines(result, isLong: false).first?.contains("; frames from files and pipes not judged") == true)
        #expect(CheckJSON.line(result).object?["call"]?.object?["judged"]?.object?["frames"] == .bool(false))
    }

    /// Y4M of that many frames, gray.
    private static func video(_ frames: Int) -> Data {
        let frame = Array("FRAME\n".utf8) + [UInt8](repeating: 128, count: 384)
        return Data("YUV4MPEG2 W16 H16 F25:1\n".utf8) + Data((0..<frames).flatMap { _ in frame })
    }

    private static func source(_ seconds: Double, _ path: String) -> String {
        #"{"t":\#(seconds),"event":"call_source","data":{"source":"cam","instance":\#(Int(seconds)),"path":"\#(path)"}}"#
    }

    @Test("c-ok-video: files below the folder that is given for them are opened, and their frames judged")
    func openedFiles() throws {
        let folder = try Folder()
        try folder.write(Self.video(10), to: "cam.y4m")
        let lines = Self.joined + [Self.source(0, "cam.y4m"), Self.left(9)]
        let result = try Self.check(lines, files: folder)
        #expect(result.verdict == .clean && result.call?.longestBlank == .zero && result.call?.notJudged == nil)
        #expect(result.call?.publications == 3)
    }

    @Test("a file that cannot be opened, one without frames, and a picture that is none")
    func brokenFiles() throws {
        let folder = try Folder()
        try folder.write(Self.video(0), to: "none.y4m")
        try folder.write(Data("nonsense".utf8), to: "bad.png")
        let image = #"{"t":3,"event":"call_member","data":{"id":"anna","image":"bad.png"}}"#
        let lines =
            Self.joined + [
                Self.source(0, "gone.y4m"), Self.source(1, "none.y4m"), Self.source(2, "../cam.y4m"), image,
                Self.left(4),
            ]
        let result = try Self.check(lines, files: folder)
        #expect(result.exceeded.map(\.measure) == [.decodeFailures] && result.decodeFailures == 3)
        #expect(result.findings.map(\.kind) == [.decodeFailed, .decodeFailed, .decodeFailed])
        for (finding, text) in zip(result.findings, ["gone.y4m", "leads up", "bad.png"]) {
            #expect(finding.found.contains(text), "\(finding.found)")
        }
        // Without the folder nobody has looked.
        let unseen = try Self.check(lines)
        #expect(unseen.verdict == .clean && unseen.decodeFailures == 0 && unseen.call?.notJudged != nil)
    }

    @Test("a frame of a script, and a picture of a member, whose bytes are none are found without any folder")
    func brokenBytes() throws {
        let bytes = Data("nonsense".utf8).base64EncodedString()
        let lines =
            Self.joined + [
                #"{"t":1,"event":"call_frame","data":{"source":"cam","picture":"\#(bytes)"}}"#,
                #"{"t":2,"event":"call_member","data":{"id":"anna","image":"data:image/png;base64,\#(bytes)"}}"#,
                Self.left(2.5),
            ]
        let result = try Self.check(lines) { $0[.blank] = nil }
        #expect(result.exceeded.map(\.measure) == [.decodeFailures] && result.decodeFailures == 2)
    }

    @Test("a pipe below the folder is left alone, and not judged")
    func pipe() throws {
        let folder = try Folder()
        #expect(mkfifo(folder.file("cam.y4m"), 0o600) == 0)
        let result = try Self.check(Self.joined + [Self.source(0, "cam.y4m"), Self.left(9)], files: folder)
        #expect(result.verdict == .clean && result.call?.notJudged != nil && result.decodeFailures == 0)
    }

    @Test("a file that was hidden begins with a frame of its own where it is seen again")
    func hiddenFile() throws {
        let folder = try Folder()
        try folder.write(Self.video(2), to: "cam.y4m")
        let hidden = [
            #"{"t":1,"input":"tile","data":{"mode":"off"}}"#, #"{"t":2,"input":"tile","data":{"mode":"auto"}}"#,
        ]
        let result = try Self.check(Self.joined + [Self.source(0, "cam.y4m")] + hidden + [Self.left(9)], files: folder)
        #expect(result.verdict == .clean && result.call?.longestBlank == .zero && result.findings == [])
        // Shown, its frame, hidden, shown, its frame, the end.
        #expect(result.call?.publications == 6)
    }

    @Test("a call with an avatar has to show its frames, as a recording of a backend that was never reached does not")
    func noFrames() throws {
        let avatar = #"{"t":0,"event":"call_source","data":{"source":"avatar 1","avatar":true}}"#
        let result = try Self.check([
            #"{"t":0,"event":"call_state","data":{"call":"c1","state":"JOINING"}}"#, avatar,
            #"{"t":1,"event":"call_state","data":{"call":"c1","state":"RECONNECTING_FAILED"}}"#, Self.left(2),
        ])
        #expect(result.call?.isAlone == false && result.exceeded.map(\.measure) == [.frames])
        let other = avatar.replacingOccurrences(of: "true", with: "false")
        #expect(try Self.check([Self.joined[1], other, Self.left(2)]).call?.isAlone == true)
    }

    @Test("what came over the connection and is no message is an oddity, and says what it was")
    func unreadable() throws {
        let line = #"{"t":1,"event":"unreadable_packet","data":{"reason":"not JSON: cut (column 7)"}}"#
        let result = try Self.check(Self.joined + [try Self.frame(0.5, "cam", 1), line, Self.left(2)])
        #expect(result.exceeded.map(\.measure).contains(.oddities) && result.figures.oddities == 1)
        #expect(result.findings.contains { $0.kind == .odd && $0.found.contains("not JSON: cut (column 7)") })
    }

    @Test("a tape without a call says nothing of calls, and has to show frames")
    func noCall() throws {
        let result = try Self.check([#"{"t":0,"input":"stage","data":{"state":"covered"}}"#])
        #expect(result.call == nil && CheckJSON.line(result).object?["call"] == nil)
        #expect(!CheckText.lines(result, isLong: true).contains { $0.contains("call") && $0.hasPrefix("  call") })
        #expect(result.exceeded.map(\.measure) == [.frames])
        let both = try Self.check(Self.joined + [#"{"t":1,"event":"audio_end","data":{}}"#, Self.left(1)])
        #expect(both.call?.isAlone == false && both.exceeded.map(\.measure).contains(.frames))
    }
}
