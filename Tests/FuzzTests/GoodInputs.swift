import Exercises

/// One input of each kind that every exercise knows, as `Fuzz/seeds` makes them of real messages.
enum GoodInputs {
    static let all: [Exercise: [[UInt8]]] = [
        .packets: packets, .events: events, .pictures: pictures, .sounds: sounds, .speech: speech,
        .tapes: tapes, .texts: texts, .videos: videos, .books: books, .library: library, .shelf: shelf,
        .epubs: epubs, .subtitles: subtitles, .terminal: terminal,
    ]

    private static let handshake = #"0{"sid":"e1","upgrades":["websocket"],"pingInterval":25000,"pingTimeout":60000}"#
    private static let binary =
        #"451-["receive_frame_images_batch",{"frames":[{"image_data":{"_placeholder":true,"num":0}}]}]"#

    private static let packets: [[UInt8]] = [
        input(1, handshake), input(1, binary), input(1, #"42/x?y,7["a",1.5e3]"#),
        [0, 0xFF, 0xFF] + piece([1, 3, 200, 5]) + Array("\(handshake)\u{1E}40\u{1E}bAQID\u{1E}2\u{1E}\(binary)".utf8),
        [2, 0] + heard(0, handshake) + heard(0, #"40{"sid":"s1"}"#) + heard(0, binary) + [10, 1, 5] + piece([1, 2])
            + [10, 1, 7, 10, 1, 8, 1, 10, 1, 10, 28, 255, 14],
        [3, 0] + heard(0, "40") + [10, 1, 11] + heard(0, #"427["set_session_id",{}]"#) + heard(13, "x")
            + [10, 1, 11, 10, 1, 9, 10, 1, 7, 10, 1, 8, 28, 255, 14],
    ]

    private static let stream = """
        {"t":0,"event":"animation_total_frames","data":{"animation_type":"idle_1_s_idle_1_e","total_frames":1}}
        {"t":0.1,"event":"receive_base_frame","data":{"animation_type":"idle_1_s_idle_1_e","frame_index":0,"frame_data":{"data":"AQID"}}}
        {"t":0.2,"event":"animation_frames_complete","data":{"animation_type":"idle_1_s_idle_1_e","total_frames":1}}
        {"t":1,"event":"receive_audio","data":{"chunk_index":0,"master_chunk_index":0,"audio_data":"SUQzBAA=","total_frame_images":2}}
        {"t":1.1,"event":"receive_frame_images_batch","data":{"chunk_index":0,"batch_index":0,"total_batches":1,"frames":[{"image_data":"AQID","sequence_index":0,"overlay_id":"o0"},{"image_data":"BAUG","sequence_index":1,"matched_sprite_frame_number":4,"animation_name":"idle_1_e_talking_1_s"}]}}
        {"t":1.2,"event":"chunk_images_ready","data":{"chunk_index":0,"total_images_sent":2}}
        {"t":1.3,"input":"soundMoved","data":{"chunk":0,"generation":0,"position_us":1000}}
        {"t":1.4,"event":"audio_end","data":{}}
        """

    private static let events: [[UInt8]] = [
        input(
            0,
            #"["receive_frame_images_batch",{"chunk_index":0,"frames":[{"image_data":{"_placeholder":true,"num":0}}]}]"#
        ),
        [1] + piece([0, 5, 9, 2, 3, 250]) + Array(stream.utf8),
        input(2, stream),
        [3] + piece([1, 40, 200])
            + Array(
                "2026-03-01T12:00:31.402Z|ANDROID|s1|2|7|talking_1_s_talking_1_e|41|k/41/3|DESYNC|29.9|42|a|12/30|27\n"
                    .utf8),
    ]

    /// A JPEG of one gray pixel up to its scan, and headers of the other two.
    private static let pictures: [[UInt8]] = [
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 0, 5, 0, 0, 0, 3, 8, 6, 0, 0, 0, 1, 2, 3, 4],
        Array("RIFF".utf8) + [26, 0, 0, 0] + Array("WEBPVP8L".utf8)
            + [13, 0, 0, 0, 0x2F, 0, 0, 0, 0x10, 0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xFE, 0x07, 0],
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0, 0xFF, 0xDA],
    ]

    /// A size, a length of history and a depth of color, then what happens: written, resized, painted.
    private static let terminal: [[UInt8]] = [
        [9, 3, 20, 0]
            + written("\u{1B}[1;31mred\u{1B}[m\r\nab\u{1B}[2;3H\u{1B}[K\u{1B}[38:2::1:2:3mx\u{1B}[4:3my\u{1B}[3b")
            + [1, 0] + written("\u{1B}]8;;http://a\u{1B}\\\u{6F22}\u{5B57}e\u{301}\u{1F469}\u{200D}\u{1F469}") + [
                1, 2,
            ],
        [19, 7, 3, 1] + written("\u{1B}[2;5r\u{1B}[?69h\u{1B}[3;9s\u{1B}[?6h\u{1B}[Labcdefghijklm\u{1B}[2S\u{1B}[T") + [
            1, 0,
        ]
            + [0, 4, 2] + written("\u{1B}[?1049h\u{1B}[2Jq\u{1B}(0lqk\u{1B}(B\u{1B}7\u{1B}[?1049l\u{1B}8") + [
                0, 30, 9, 1, 3,
            ],
        [4, 2, 0, 2]
            + written("\u{1B}[c\u{1B}[6n\u{1B}[?2026$p\u{1B}]11;?\u{7}\u{1B}P+q544E\u{1B}\\\u{1B}]2;a\u{1}b\u{7}") + [2]
            + written("\u{1B}]4;1;rgb:1/2/3\u{7}\u{1B}]52;c;aGk=\u{7}\u{1B}[31mz") + [1, 0, 2],
    ]

    private static func written(_ text: String) -> [UInt8] { [3] + piece(Array(text.utf8)) + [2] }

    private static let tapes: [[UInt8]] = [
        [2] + row(0, text("source"), text("x"))
            + row(4, [1, 0, 9], [1, 0, 9], [5, 1], text("receive_audio"), text(#"[{"chunk_index":0}]"#))
            + row(4, [0], [1, 0, 10], [5, 0], text("ticked"), [0])
            + row(1, [4] + piece([UInt8](repeating: 0, count: 32)), [4] + piece([1, 2, 3]))
            + row(2, [1, 0, 5], text("m"), text("n"))
    ]

    /// WAV files of 16-bit samples, one and two channels.
    private static let sounds: [[UInt8]] = [1, 2].map { channels in
        let data = (0..<400).map { UInt8($0 * 7 % 256) }
        return Array("RIFF".utf8) + number(36 + data.count, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + number(1, 2)
            + number(channels, 2) + number(8_000, 4) + number(16_000 * channels, 4) + number(2 * channels, 2)
            + number(16, 2) + Array("data".utf8) + number(data.count, 4) + data
    }

    /// A tenth of a second of sound, with a phoneme and a word in it.
    private static let said = """
        {"hello":{"protocol":"cameo-voice","version":1,"name":"x"}}
        {"sound":{"id":1,"rate":1000,"pcm":"\(String(repeating: "AABkAGQA", count: 34))"}}
        {"phoneme":{"id":1,"name":"p","from":0,"to":40.5}}
        {"phoneme":{"id":1,"name":"a\u{26A}","from":40.5,"to":100}}
        {"word":{"id":1,"start":0,"count":4,"from":0,"to":90}}
        {"done":{"id":1}}
        """

    private static let speech: [[UInt8]] = [
        [0] + piece([3, 1, 40, 7])
            + Array(
                "Dr. Who? \"Stop!\" he said.\n\n- 3 caf\u{E9}s at 5 p.m. \u{1F642} \u{4F60}\u{597D}\u{3002} \u{7}x".utf8
            ),
        input(1, said + "\n\n" + said),
        input(
            2,
            #"{"zone":[1,2,3,4],"clips":{"talking_1_s_talking_1_e":{"frames":3,"overlays":true}},"shapes":[{"sheet":"a"}]}"#
        ),
    ]

    private static let texts: [[UInt8]] = [
        input(0, "https://[::1]:5003/a"), input(1, #"{"agents":[{"id":1,"name":"Mira"}],"error":"x"}"#),
        input(2, #"{"AgentID":"1","message":"x","readyAnimations":["a"]}"#), input(2, "/agents?user=a%20b+c"),
        input(3, "drop receive_audio where chunk_index = 1"), input(4, "AQID\r\nBAU="), input(5, "delay=5\nseed=2"),
    ]

    /// Y4M of two kinds, two streams of it behind each other, and raw frames of three by two pixels.
    private static let videos: [[UInt8]] = [
        [0] + piece([1, 7, 200]) + y4m("YUV4MPEG2 W3 H2 F30000:1001 Ip A4:3 C420jpeg XCOLORRANGE=FULL", 10, 3),
        [0] + piece([5]) + y4m("YUV4MPEG2 W5 H1 F25:1 It Cmono", 5, 2),
        [0] + piece([64]) + y4m("YUV4MPEG2 W2 H2", 6, 2) + y4m("YUV4MPEG2 W4 H4 A0:0", 24, 1),
        [1] + piece([4, 90]) + [0, 3, 0, 2] + [UInt8](repeating: 77, count: 36),
    ]

    private static let package = """
        <package><metadata><title>T</title><language>en</language><meta name="cover" content="a"/></metadata><manifest>
        <item id="n" href="n" properties="nav"/><item id="a" href="a"/><item id="b" href="b"/></manifest>
        <spine><itemref idref="a"/><itemref idref="b"/></spine></package>
        """
    private static let page = """
        <html lang="en"><body><h1 id="x">One</h1><p>A &amp; b<br/>c.<a epub:type="noteref">1</a></p><ul><li>L</li></ul></body></html>
        """
    private static let contents = #"<html><nav epub:type="toc"><a href="a#x">One</a><a href="b">Two</a></nav></html>"#

    private static let epubs: [[UInt8]] = [
        [1] + piece(Array(package.utf8)) + piece(Array(contents.utf8)) + piece(Array(page.utf8))
            + Array("<p>Two.".utf8),
        input(2, page), input(3, "# A *b* [c](d)\n\n- one\n\n| a | b |\n|---|---|\n| 1 | 2 |\n```\ncode\n```\n"),
        input(4, "CHAPTER I\n\nOne line\nand two.\n\n*** END OF THE PROJECT GUTENBERG EBOOK ***\n"),
        [5] + piece(Array("One. Two.\n\nThree is long, and it goes on.".utf8)) + Array("Uno y dos.\n\nTres.".utf8),
    ]

    private static let subtitles: [[UInt8]] = [
        input(
            0, "1\n00:00:01,000 --> 00:00:02,000\n<b>One</b> two\n\n2\n00:00:02,010 --> 00:00:03,000\nOne <b>two</b>\n"),
        input(0, "1\r\n01:02,5 --> 01:03\r\n<font color=\"#FFD60A\">A b</font>\r\nC &lt; d<br>E\r\n"),
        input(1, "WEBVTT\nLanguage: en\n\nNOTE x\n\na\n00:01.000 --> 00:02.000 line:0\n<v A>Hi <c>there\n"),
        input(
            2,
            "[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,{\\b1\\c&H0AD6FF&}A{\\r} b,\\Nc\\hd\n"),
    ]

    private static func y4m(_ header: String, _ planes: Int, _ frames: Int) -> [UInt8] {
        Array("\(header)\n".utf8)
            + (0..<frames).flatMap { Array("FRAME\n".utf8) + [UInt8](repeating: UInt8(60 + $0), count: planes) }
    }

    /// A chunk with its words, an old list of sentences, a job's record, a manifest with a chunk in it, and chapters.
    private static let library: [[UInt8]] = [
        input(
            0,
            #"{"items":[{"job_id":"a","book_title":"T","author":"A","item_type":"book","cover_path":"metadata/cover.jpg","metadata":{"media_metadata":{"title":"T"}}},{"job_id":"b"}],"total":2}"#
        ),
        input(0, #"{"jobs":[{"job_id":"a","status":"running","created_at":"2026-02-05T08:00:00Z"}],"total":null}"#),
        input(0, #"{"results":[{"job_id":"a","label":"L","snippet":"s","start_sentence":11,"chunk_id":"c"}]}"#),
        input(1, #"{"token":"t","user":{"username":"u","role":"viewer"}}"#),
        input(
            1,
            #"{"job_id":"j","entry":{"job_id":"j","kind":"sentence","position":1.37,"sentence":12,"updated_at":1770279000.5,"playback_track":"translation"}}"#
        ),
        input(1, #"{"entries":[{"job_id":"j","sentence":12,"updated_at":1770279000.5}]}"#),
        input(
            1, #"{"bookmarks":[{"id":"b-1","label":"S:12","position":1.2,"sentence":12,"created_at":1770279000.5}]}"#),
        input(
            2,
            #"{"word":"Лампа","cached":true,"lookup_result":{"definition":"lamp","part_of_speech":"noun","example":null}}"#
        ),
        input(2, #"{"entries":{"лампа":{"word":"Лампа","lookup_result":{"definition":"lamp"}}}}"#),
        input(2, "“d’un porte-monnaie!”"), input(2, #"{"available":true,"word_count":1}"#),
        input(3, #"{"detail":[{"msg":"no","loc":["a"]},{"msg":"way"}]}"#), input(3, "<html>"),
        input(3, "a\u{1B}[2J\nb"),
        input(4, "media/0011-0012 Лампа #1 50%? ж_orig.wav"),
        input(4, "https://other/api/library/media/j/file/media/a.mp3?x=1"),
        input(4, "/storage/jobs/j/media/%2e%2e/a"), input(4, "https://host/base?job=job-7f3a"),
        input(4, #"{"relative_path":"media/images/0011-0012/sentence_00011.png"}"#),
    ]

    /// Requests behind each other: the first asks, the next ones are asked by a reader who is logged in.
    private static let shelf: [[UInt8]] = [
        asked(0, "/api/library/items?q=Lamp&limit=2&page=1&sort=updated_at_asc&view=flat"),
        asked(0, "/api/pipelines/jobs?offset=0&limit=5"), asked(0, "/api/pipelines/search?query=lamp&job_id=j&limit=3"),
        asked(0, "/api/library/media/j?summary=true"), asked(0, "/api/pipelines/jobs/j/media/live"),
        asked(0, "/api/pipelines/jobs/j/media/chunks/chunk-0"), asked(0, "/api/pipelines/j"),
        asked(32, "/api/library/media/j/file/media/a_orig.mp3?access_token=t", "", "bytes=0-4,9-"),
        asked(32, "/storage/jobs/j/files/media/%252e%252e/a.mp3", "", "bytes=-5"),
        asked(1, "/api/auth/login", #"{"username":"u","password":"p"}"#) + asked(8, "/api/auth/session")
            + asked(9, "/api/auth/logout"),
        asked(
            10, "/api/resume/j",
            #"{"kind":"sentence","media_type":"text","position":1.5,"sentence":12,"chunk_id":"c","playback_track":"translation"}"#
        ) + asked(8, "/api/resume?job_id=j&job_id=k") + asked(11, "/api/resume/j"),
        asked(9, "/api/bookmarks/j", #"{"kind":"time","media_type":"audio","position":1,"label":"L"}"#)
            + asked(8, "/api/bookmarks/j") + asked(11, "/api/bookmarks/j/b-1"),
        asked(1, "/api/pipelines/jobs/j/lookup-cache/bulk", #"{"words":["лампа","x"]}"#)
            + asked(0, "/api/pipelines/jobs/j/lookup-cache/%D0%BB%D0%B0%D0%BC%D0%BF%D0%B0")
            + asked(0, "/api/pipelines/jobs/j/lookup-cache") + asked(0, "/api/pipelines/jobs/j/lookup-cache/summary"),
    ]

    private static let books: [[UInt8]] = [
        input(
            0,
            #"{"version":3,"start_sentence":11,"end_sentence":12,"sentences":[{"sentence_number":11,"original":{"text":"The lamp","tokens":["The","lamp"]},"translation":"Лампа","startGate":0,"endGate":1.2,"phase_durations":{"gap":0.1},"imagePath":"media/i.png"},{"original":"b"}],"audioTracks":{"orig":{"path":"media/o.mp3","duration":2.6},"trans":"/x/media/t.mp3"},"timingTracks":{"original":[{"sentenceIdx":0,"wordIdx":0,"start":0,"end":0.369},{"sentenceIdx":0,"wordIdx":1,"start":0.369,"end":0.861},{"sentenceIdx":1,"start":0.8,"end":0.9}]}}"#
        ),
        input(
            0,
            #"[{"original":"a b","timeline":[{"duration":1,"original_index":2}]},{"translation":{"tokens":["x",""]}}]"#),
        input(
            1,
            #"{"result":{"media_metadata":{"title":"T"}},"generated_files":{"chunks":[{"chunk_id":"a","range_fragment":"0001-0002"},{"chunk_id":"a","metadata_path":"m"}]}}"#
        ),
        input(
            2,
            #"{"schema_version":1,"chunks":[{"chunkId":"a","sentences":[{"sentence_number":5,"original":"x"}],"files":["a_orig.mp3"]},{"endSentence":3}]}"#
        ),
        input(
            2,
            #"{"item_type":"video","media":{"video":[{"relative_path":"media/a.mp4","chunk_id":"d","range_fragment":"0001-0002"}],"text":[{"url":"https://h/media/a.ass?x"}]},"chunks":[{"chunkId":"d","files":["media/b.srt"]}],"inline_subtitles":{"c.vtt":"WEBVTT"}}"#
        ),
        input(3, #"{"chapters":[{"title":"A","start_sentence":5,"count":2},{"startSentence":"1","endSentence":0}]}"#),
    ]

    // MARK: - Building

    /// Little-endian.
    private static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(value >> (8 * $0) & 255) }
    }

    private static func input(_ kind: UInt8, _ text: String) -> [UInt8] { [kind] + Array(text.utf8) }

    /// As `ByteSource` reads it.
    private static func piece(_ bytes: [UInt8]) -> [UInt8] {
        bytes.count < 255
            ? [UInt8(bytes.count)] + bytes : [255, UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes
    }

    private static func asked(_ kind: UInt8, _ target: String, _ body: String = "", _ range: String? = nil) -> [UInt8] {
        [kind] + piece(Array(target.utf8)) + piece(Array(body.utf8)) + (range.map { piece(Array($0.utf8)) } ?? [])
    }

    private static func heard(_ kind: UInt8, _ text: String) -> [UInt8] { [10, 1, kind] + piece(Array(text.utf8)) }

    private static func text(_ text: String) -> [UInt8] { [6] + piece(Array(text.utf8)) }

    private static func row(_ table: UInt8, _ values: [UInt8]...) -> [UInt8] { [table] + values.flatMap { $0 } }
}
