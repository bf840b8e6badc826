import Events
import JSON
import Testing

@testable import Wire

@Suite struct LocalInputCodingTests {
    static let settings: PlaybackSettings = {
        var settings = PlaybackSettings()
        settings.clock = .sound
        settings.framesPerSecond = 25
        settings.idleFramesPerSecond = 12
        settings.bufferFrames = 3
        settings.bufferLimit = .milliseconds(1)
        settings.decodeLimit = .milliseconds(2)
        settings.holdLimit = .milliseconds(3)
        settings.gapLimit = .milliseconds(4)
        settings.chunkGapLimit = .milliseconds(5)
        settings.finishingLimit = .milliseconds(6)
        settings.completionSilence = .milliseconds(7)
        settings.completionLimit = .milliseconds(8)
        settings.sentLimit = .milliseconds(11)
        settings.idleClip = "idle_2_s_idle_2_e"
        settings.manifestLimit = .milliseconds(9)
        settings.clipRequestLimit = .seconds(9)
        settings.wrapsBaseIndex = true
        settings.decodedBytesLimit = 12_345
        return settings
    }()

    static let inputs: [LocalInput] =
        [
            .refused(3), .ticked, .pictureDecoded(PictureKey("a/1/b"), 2, PixelSize(width: 3, height: 4)),
            .pictureFailed(PictureKey("k"), 1, reason: "r"), .baseFrameFailed("idle", index: 5, reason: "x\n"),
            .soundDecoded(chunk: 1, 2, duration: TimeSpan(microseconds: 943_210)),
            .soundFailed(chunk: 0, 0, reason: ""),
            .soundMoved(chunk: 1, 2, position: TimeSpan(microseconds: -5)), .soundEnded(chunk: 7, 8), .sent, .paused,
            .resumed,
            .stepped, .settingsChanged(PlaybackSettings()), .settingsChanged(settings), .linkLost(reason: "gone"),
            .linkClosed, .linkRestored,
        ] + tile.map { .tile($0) } + reading.map { .reading($0) } + narration.map { .narration($0) }

    private static let narration: [NarratorInput] = {
        let turn = [ClipWalk.Part("a", frames: 3), ClipWalk.Part("b", frames: 2)]
        let walks = [ClipWalk(bridge: ClipWalk.Part("i", frames: 1), turn: turn), ClipWalk(bridge: nil, turn: turn)]
        return walks.compactMap { $0 }.map { .began($0, rest: 7) } + [
            .mouths(SoundGeneration(4), MouthScript(from: TimeSpan(microseconds: 12), [1, 1, 1, 0, 255])),
            .mouths(SoundGeneration(5), MouthScript(from: .zero, [])),
        ]
    }()

    private static let camera = SourceIdentity(name: "camera", instance: -2)
    private static let picture = Payload(hash: contentHash(of: [1]), byteCount: 1)

    private static let tile: [TileInput] = [
        .stage(.visible), .stage(.covered), .stage(.none), .window(TileWindow(area: CellSize(columns: 80, rows: 24))),
        .window(TileWindow(area: CellSize(columns: 0, rows: 1), band: 3..<7, pixelAspect: 0.9)), .settings([]),
        .settings([.mode(.always), .corner(.bottomLeft), .size(.large), .policy(.adaptive), .includesLocal(true)]),
        .settings([.policy(.fixed(PixelSize(width: 640, height: 480)))]), .image(.file("a.png"), failure: nil),
        .image(.address("http://x/a"), failure: "no answer"),
        .image(.picture(picture), failure: nil),
        .source(camera, .opened(PixelSize(width: 720, height: 576), pixelAspect: 16.0 / 15)),
        .source(SourceIdentity(name: "s"), .failed(reason: "gone")), .source(camera, .ended),
        .source(camera, .delivered(level: 2)), .firstFrame(camera),
        .frameDecoded(camera, picture, PixelSize(width: 1, height: 2)),
        .frameFailed(camera, picture, reason: "no picture"), .suspended,
        .continued,
    ]

    private static let chunk = BookChunk(
        "c1",
        sentences: [
            BookSentence(
                number: 7,
                lanes: PerLane(
                    original: LaneText("Nobody came.", tokens: ["Nobody", "came."]), transliteration: nil,
                    translation: LaneText("Никто.", tokens: ["Никто."])),
                originalGate: SentenceGate(.zero, .milliseconds(1_600)),
                originalWords: [WordTime(0, .zero, .milliseconds(369)), WordTime(1, .milliseconds(369), .seconds(1))])
        ],
        sounds: [BookSound(.original, path: "media/o.mp3", duration: .milliseconds(2_600))], isExact: true)

    private static let sounds: [ReaderSoundEvent] = [
        .ready(duration: nil), .ready(duration: .seconds(2)), .moved(.milliseconds(5)), .reached, .ended,
        .failed(reason: "x"),
    ]

    private static let commands: [ReaderCommand] = [
        .resume, .pause, .stop, .toggle(.original), .next, .previous, .jump(sentence: 12), .chapter(1), .nextWord,
        .previousWord, .word(.transliteration, 3), .speed(percent: 80), .text(.translation), .sleep(minutes: 5),
        .sleep(minutes: nil), .retry,
    ]

    private static let reading: [ReaderInput] =
        [
            .began(ReaderSettings()),
            .began(ReaderSettings(mode: .single(.translation), isExact: false, autoplays: false)),
            .bookOpened(Book("A", chunks: [])),
            .bookOpened(
                Book(
                    "A", author: "B", language: "en", translationLanguage: "ru",
                    chunks: [ChunkEntry("c1", start: 1, end: 2, sentenceCount: 2), ChunkEntry("c2")],
                    chapters: [BookChapter("One", start: 1, end: 2), BookChapter("Two", start: 3)], isComplete: false)),
            .chunkLoaded(3, chunk), .chunkFailed(0, reason: "no such file"),
        ] + sounds.map { .sound(SoundGeneration(4), $0) } + commands.map { .command($0) }

    @Test("a link that this side ended has its name and reason on tapes, and is known again by them")
    func linkClosed() throws {
        let (name, data) = LocalInputCoding.encode(.linkClosed)
        #expect(name == "linkLost" && data.text == #"{"reason":"io client disconnect"}"#)
        #expect(LocalInput.linkEnded(reason: "transport close") == .linkLost(reason: "transport close"))
    }

    @Test("every name is that of an input")
    func names() {
        #expect(Set(Self.inputs.map { LocalInputCoding.encode($0).name }) == Set(InputName.allCases.map(\.rawValue)))
    }

    @Test("what the engine hears from its own side alone does not count when a tape is played afresh")
    func outside() {
        let outside = [
            "sent", "refused", "linkLost", "linkRestored", "settingsChanged", "stage", "window", "tile", "image",
            "source", "firstFrame", "suspended", "continued",
        ]
        #expect(InputName.allCases.map(\.rawValue).filter(LocalInputCoding.isFromOutside).sorted() == outside.sorted())
        #expect(!LocalInputCoding.isFromOutside("danced"))
    }

    @Test("every input comes back from its JSON text", arguments: inputs)
    func roundTrip(input: LocalInput) throws {
        let (name, data) = LocalInputCoding.encode(input)
        #expect(try LocalInputCoding.decode(name: name, data: JSON.parse(data.utf8)) == input)
    }

    @Test(
        "RI4 a command with a number that nobody can mean can be read again, and still means what it meant",
        arguments: [
            (ReaderCommand.jump(sentence: .min), ReaderCommand.jump(sentence: 0)),
            (.jump(sentence: .max), .jump(sentence: Int(Int32.max))),
            (.word(.original, -1), .word(.original, Int(Int32.max))), (.chapter(0), .chapter(Int(Int32.max))),
            (.speed(percent: -1), .speed(percent: 0)), (.sleep(minutes: -5), .sleep(minutes: 0)),
        ])
    func strangeCommands(command: ReaderCommand, expected: ReaderCommand) throws {
        let (name, data) = LocalInputCoding.encode(.reading(.command(command)))
        #expect(try LocalInputCoding.decode(name: name, data: data) == .reading(.command(expected)))
    }

    @Test("every field of the settings is written")
    func allSettings() {
        let plain = LocalInputCoding.encode(.settingsChanged(PlaybackSettings())).data.object?.members ?? []
        let changed = LocalInputCoding.encode(.settingsChanged(Self.settings)).data.object?.members ?? []
        #expect(plain.count == Mirror(reflecting: PlaybackSettings()).children.count)
        #expect(zip(plain, changed).allSatisfy { $0.value != $1.value })
    }

    @Test("an unknown input is an error with its name")
    func unknown() {
        #expect(throws: WireError.unknownInput(name: "danced")) {
            try LocalInputCoding.decode(name: "danced", data: nil)
        }
    }

    @Test(
        "a wrong member is an error with its name",
        arguments: [
            ("soundEnded", ["chunk": 1], "generation"), ("soundEnded", ["chunk": -1, "generation": 0], "chunk"),
            ("pictureDecoded", ["generation": 1], "width"),
            ("settingsChanged", ["frames_per_second": 0], "frames_per_second"),
            ("settingsChanged", ["frames_per_second": 1_001], "frames_per_second"),
            ("settingsChanged", ["idle_frames_per_second": 2_000_000], "idle_frames_per_second"),
            ("settingsChanged", ["idle_clip": .string(String(repeating: "c", count: 4_097))], "idle_clip"),
            (
                "pictureDecoded",
                ["key": .string(String(repeating: "k", count: 8_300)), "generation": 1, "width": 1, "height": 1], "key"
            ),
            ("settingsChanged", ["clock": "moon"], "clock"), ("linkLost", nil, "reason"),
            ("soundMoved", ["chunk": 1, "generation": 1, "position_us": 1e30], "position_us"),
            ("stage", nil, "state"), ("stage", ["state": "dark"], "state"), ("window", ["columns": 80], "rows"),
            ("window", ["columns": 70_000, "rows": 1], "columns"),
            ("window", ["columns": 8, "rows": 1, "band": [2, 1]], "band"),
            ("window", ["columns": 8, "rows": 1, "pixel_aspect": 0], "pixel_aspect"),
            ("tile", ["mode": "sometimes"], "mode"), ("tile", ["corner": "middle"], "corner"),
            ("tile", ["shape": 1], "shape"), ("tile", ["policy": "fixed"], "policy"),
            ("image", ["file": "a"], "loaded"), ("image", ["loaded": true], "picture"),
            ("image", ["file": "a", "loaded": false], "reason"), ("source", ["source": "s"], "opened"),
            ("source", ["source": "s", "opened": true], "width"), ("source", ["source": "s", "ended": false], "ended"),
            ("source", ["source": "s", "quality": 4], "quality"),
            ("firstFrame", nil, "source"),
        ] as [(String, JSON, String)])
    func wrong(name: String, data: JSON, member: String) {
        do {
            _ = try LocalInputCoding.decode(name: name, data: data)
            Issue.record("no error")
        } catch {
            #expect(error.reason.hasPrefix("\"\(member)\" "))
        }
    }

    @Test("of a reason no more is kept than of any other text")
    func reasons() throws {
        let reason = String(repeating: "r", count: Limits.keptTextScalars + 1)
        let members: JSON = [
            "key": "k", "clip": "c", "index": 0, "chunk": 0, "generation": 0, "reason": .string(reason),
        ]
        for name in ["pictureFailed", "baseFrameFailed", "soundFailed", "linkLost"] {
            let input = try LocalInputCoding.decode(name: name, data: members)
            let kept = LocalInputCoding.encode(input).data.object?["reason"]?.string
            #expect(kept?.unicodeScalars.count == Limits.keptTextScalars, "\(name)")
        }
    }
}
