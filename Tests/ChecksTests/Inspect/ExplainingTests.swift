import Debugger
import Engine
import Events
import Playback
import PlaybackSupport
import Rewriting
import Sessions
import Settings
import SocketIO
import Support
import Tapes
import Testing
import Typesetting
import Wire

@testable import Checks

@Suite("Frames explained from a tape") struct ExplainingTests {
    private static let playing = TapePlaying(isFresh: false)

    @Test("of every frame of the demo the entry is the one that brought it, and the attachment its picture")
    func demo() throws {
        let tape = try TapeReader(path: try DemoLines.tape())
        var explaining = try Explaining(tape, Self.playing)
        var spoken = 0
        for ordinal in 0..<explaining.timeline.log.frameCount {
            let found = explaining.why(ordinal)
            let why = try #require(found)
            let entry = try tape.entry(try #require(why[.message]?.place?.entry))
            let text = try #require(entry?.body)
            guard let position = why.record.position else {
                #expect(entry?.name == "receive_base_frame", "frame \(ordinal)")
                continue
            }
            spoken += 1
            #expect(entry?.name == "receive_frame_images_batch" && text.contains("\"chunk_index\":\(position.chunk)"))
            let place = try #require(text.range(of: "\"sequence_index\":\(position.sequence),"), "frame \(ordinal)")
            // Attachments stand in the order of the text, one for each frame before this one.
            let number = text[..<place.lowerBound].components(of: "\"sequence_index\":") + 1
            #expect(
                why[.packet]?.sentence.contains("arrived as binary attachment \(number) of ") == true,
                "frame \(ordinal): \(why[.packet]?.sentence ?? "")")
        }
        #expect(spoken == 586)
    }

    @Test("a finding of a check, also one that only pixels tell, has its reasons below it, in 100 columns")
    func findings() throws {
        let folder = try Folder()
        var job = RewriteJob()
        job.recipes = ["SEAM"]
        job.seed = 3
        _ = try job.run(try DemoLines.tape(), to: folder.file("seam.cameo"))
        var options = CheckOptions()
        let plain = Check.run(folder.file("seam.cameo"), options)
        options.explains = true
        let result = Check.run(folder.file("seam.cameo"), options)
        #expect(result.findings == plain.findings && plain.reasons.isEmpty)
        let finding = try #require(result.findings.first { $0.kind == .seam })
        let why = try #require(finding.frame.flatMap { result.reasons[$0] })
        #expect(why.record.status == .seam)
        let lines = CheckText.lines(result, isLong: false)
        let place = try #require(lines.firstIndex { $0.hasPrefix("  SEAM") })
        #expect(lines[place + 1].hasPrefix("      drawn    frame \(why.record.ordinal) (SEAM) was shown at"))
        #expect(lines[(place + 1)...].allSatisfy { TerminalText.cellWidth(of: $0) <= 100 })
        let narrow = WhyText.lines(why, columns: 40)
        #expect(narrow.allSatisfy { TerminalText.cellWidth(of: $0) <= 40 })
        // No unit begins a line.
        let beginnings = narrow.compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(!beginnings.contains { ["s", "s]", "s;", "s:", "ms"].contains($0) }, "\(narrow)")
        let words = lines[(place + 1)...].joined().replacing(#/ +/#, with: " ")
        #expect(words.contains("overlay fits base \(finding.madeFor ?? -1), not \(finding.demandedBase ?? -1)"))
        let json = CheckJSON.line(result)
        #expect(json.text.contains(#""why":[{"step":"drawn","sentence":"frame \#(why.record.ordinal) (SEAM)"#))
        #expect(!CheckJSON.line(plain).text.contains(#""why""#))
    }

    /// As a socket brings it, with NaN in a field of frame 3 that nobody needs.
    private static func withNaN(_ message: WireMessage) throws -> WireMessage {
        let text = try #require(message.arguments.first).text.replacing(
            #""sequence_index":3,"#, with: #""sequence_index":3,"confidence":NaN,"#)
        #expect(text.contains("NaN"))
        var assembly = SocketIOAssembly()
        let head = "5\(message.attachments.count)-"
        var arrivals = assembly.receiveText(Array(#"\#(head)["\#(message.name)",\#(text)]"#.utf8))
        for bytes in message.attachments { arrivals += assembly.receiveBinary(bytes) }
        guard case .packet(let packet, let attachments)? = arrivals.last else {
            Issue.record("\(arrivals)")
            return message
        }
        return try #require(packet.event(attachments))
    }

    @Test(
        "c-nan-why: a frame of a packet with NaN is explained as any other: its overlay was drawn, and its entry is known"
    )
    func notANumber() async throws {
        let folder = try Folder()
        let writer = try TapeWriter(creating: folder.file("nan.cameo"), meta: Recorder.meta(source: "test"))
        var oddities: [String] = []
        for (time, message) in try WrittenStream.message().messages {
            let isOdd = message.name == "receive_frame_images_batch" && oddities.isEmpty
            let message = isOdd ? try Self.withNaN(message) : message
            oddities += message.oddities
            let (stored, blobs) = ingest(message)
            try await writer.append(stored, blobs: blobs, at: time)
        }
        try await writer.close()
        #expect(oddities == [#""/frames/3/confidence" is NaN, which JSON cannot hold; read as null"#])
        var explaining = try Explaining(try TapeReader(path: folder.file("nan.cameo")), Self.playing)
        for sequence in [0, 3] {
            let place = explaining.timeline.log.entries.compactMap(\.record).first {
                $0.position?.chunk == 0 && $0.position?.sequence == sequence
            }
            let found = explaining.why(try #require(place?.ordinal))
            let why = try #require(found)
            #expect(why.record.status == .sync)
            #expect(why.steps.contains { $0.sentence.contains(" with overlay ") }, "\(why.steps)")
            #expect(why[.message]?.sentence.hasPrefix("receive_frame_images_batch, entry ") == true)
            #expect(why[.packet]?.sentence.hasPrefix("the picture, ") == true, "\(why.steps)")
            // Said once, where the packet shows first.
            let isSaid = why.steps.contains { $0.sentence.contains("is NaN, which JSON cannot hold") }
            #expect(isSaid == (sequence == 0), "\(why.steps)")
        }
    }

    @Test("a late picture is explained by the frame that lacked it, not by the one on screen when it came")
    func late() throws {
        let folder = try Folder()
        var job = RewriteJob()
        job.rules = ["delay 5s where name=receive_frame_images_batch chunk=3 sequence=24..27"]
        _ = try job.run(try DemoLines.tape(), to: folder.file("late.cameo"))
        var options = CheckOptions()
        (options.explains, options.marksFrames) = (true, true)
        let result = Check.run(folder.file("late.cameo"), options)
        let late = try #require(result.findings.first { $0.kind == .late })
        #expect(late.place(namesMessage: false)?.typed == "3:0.24" && late.chunk == 3)
        #expect(late.found.hasPrefix("4 pictures of chunk 3 arrived too late: frames 0.24–27; due at "))
        let why = try #require(result.why(late))
        #expect(why.record.ordinal == late.frame && why.record.position?.sequence == 24)
        #expect(why[.batch]?.sentence.hasPrefix("arrived too late: ") == true)
        #expect(why.steps.contains { $0.kind == .fault && $0.sentence.hasPrefix("LATE ") })
        // One cause, and all else is its consequence.
        let groups = FindingGroups(result.findings)
        let causes = result.findings.indices.map { groups.cause(of: $0) }
        let place = try #require(result.findings.firstIndex { $0.kind == .late })
        #expect(zip(result.findings, causes).allSatisfy { $0.kind == .late || $1 == place }, "\(result.findings)")
        #expect(late.frame.map { result.marks[$0]?.contains(.late) } == true)
    }

    @Test("a finding of a moment has the reasons of the frame that it marks")
    func moment() throws {
        let folder = try Folder()
        var job = RewriteJob()
        job.recipes = ["N29a"]
        _ = try job.run(try DemoLines.tape(), to: folder.file("bad.cameo"))
        var options = CheckOptions()
        options.explains = true
        let result = Check.run(folder.file("bad.cameo"), options)
        let finding = try #require(result.findings.first { $0.kind == .missingClip })
        let why = try #require(finding.frame == nil ? result.why(finding) : nil)
        #expect(why.steps.contains { $0.kind == .fault && $0.sentence.hasPrefix("MISSING_BASE_ANIM") })
        let lines = CheckText.lines(result, isLong: false)
        let place = try #require(lines.firstIndex { $0.hasPrefix("  MISSING_BASE_ANIM") })
        #expect(lines[place + 1].hasPrefix("      drawn    frame \(why.record.ordinal) (HELD)"))
        // What no picture tells of has none below it, also where another finding marks one at the same time.
        let other = AuditFinding(.unanswered, at: finding.time, expected: "an answer", found: "none")
        #expect(result.why(other) == nil)
    }

    @Test(
        "every recipe's frames are explained, and no sentence reaches a terminal raw",
        arguments: RewriteRecipe.all.map(\.id))
    func recipes(name: String) throws {
        let folder = try Folder()
        var job = RewriteJob()
        job.recipes = [name]
        _ = try job.run(try RewrittenDemo.tape(in: folder), to: folder.file("bad.cameo"))
        let tape = try TapeReader(path: folder.file("bad.cameo"))
        var explaining = try Explaining(tape, Self.playing, [], Coverage(seams: true, sound: true))
        for ordinal in stride(from: 0, to: explaining.timeline.log.frameCount, by: 7) {
            let found = explaining.why(ordinal)
            let why = try #require(found)
            for line in WhyText.lines(why) {
                #expect(TerminalText.visible(line) == line && TerminalText.cellWidth(of: line) <= 100)
            }
        }
    }

    @Test("reasons are by the limits of the check, as the finding is")
    func limits() throws {
        let folder = try Folder()
        var job = RewriteJob()
        job.rules = ["delay 6s where chunk=2.."]
        _ = try job.run(try RewrittenDemo.tape(in: folder), to: folder.file("gap.cameo"))
        var options = CheckOptions()
        (options.explains, options.limits[.gap]) = (true, 100)
        let result = Check.run(folder.file("gap.cameo"), options)
        let gap = try #require(result.findings.first { $0.kind == .gap })
        #expect(gap.expected == "at most 100 ms")
        let sentences = result.why(gap)?.steps.map(\.sentence) ?? []
        #expect(sentences.contains { $0.contains("GAP") && $0.contains(gap.expected) }, "\(sentences)")
    }

    /// What is said of a frame of a rewritten demo.
    private static func why(_ text: String, recipe: String? = nil, rule: String? = nil) throws -> Why {
        let folder = try Folder()
        var job = RewriteJob()
        (job.recipes, job.rules) = ([recipe].compactMap { $0 }, [rule].compactMap { $0 })
        if rule != nil { job.seed = 2 }
        _ = try job.run(try DemoLines.tape(), to: folder.file("bad.cameo"))
        var explaining = try Explaining(try TapeReader(path: folder.file("bad.cameo")), playing)
        return try explaining.why(try #require(AskedFrame(text)))
    }

    @Test(
        "N16 a chunk that came after its turn: when it was due, when it came, how late, and the frame on screen instead"
    )
    func unshownLate() throws {
        for (text, subject) in [("1:0.0", "frame 1:0.0"), ("1:0.5", "frame 1:0.5"), ("c1", "chunk 1")] {
            let why = try Self.why(text, recipe: "N16")
            let asked = try #require(why.steps.first)
            #expect(asked.kind == .asked)
            #expect(asked.sentence.hasPrefix("\(subject) was never shown: due at 6.800 s, its "), "\(asked)")
            #expect(asked.sentence.contains("arrived at 8.010 s with entry "), "\(asked)")
            #expect(asked.sentence.hasSuffix(", 1.210 s late; frame 130 (2:0.0) was on screen instead"), "\(asked)")
            #expect(asked.place?.time == Instant(seconds: 8.01) && asked.place?.entry != nil)
            #expect(why.record.ordinal == 130 && why.steps.dropFirst().first?.kind == .drawn)
            let late = why.steps.filter { $0.kind == .fault && $0.sentence.hasPrefix("LATE ") }
            #expect(late.count == 3 && late.allSatisfy { $0.sentence.contains("arrived too late") }, "\(why.steps)")
        }
    }

    @Test("N15 a chunk of which nothing came is said to be missing, and what the stream does not have is no chunk")
    func unshownMissing() throws {
        let why = try Self.why("c1", recipe: "N15")
        let words =
            "was never shown: due at 6.800 s, nothing of chunk 1 arrived; frame 130 (2:0.0) was on screen instead"
        #expect(why.steps.first == Why.Step(.asked, "chunk 1 \(words)"))
        #expect(why.steps.count { $0.sentence == "NOTE: CHUNK_GAP: chunk 1 is missing; continuing with chunk 2" } == 1)
        #expect(try Self.why("1:0.3", recipe: "N15").steps.first?.sentence == "frame 1:0.3 \(words)")
        #expect(throws: CommandError.unusable("no such chunk; the last is 8")) { try Self.why("c9", recipe: "N15") }
        #expect(throws: CommandError.unusable("frame 0:0.500 was never shown; as a time it is 0:00.500")) {
            try Self.why("0:0.500", recipe: "N15")
        }
    }

    @Test("N22 a chunk of sound alone is explained by the picture that stayed, and both name the chunk")
    func unshownSound() throws {
        let why = try Self.why("c1", recipe: "N22")
        let asked = try #require(why.steps.first)
        let words =
            "chunk 1 has sound but no frames: it sounded from 4.879 s to 6.081 s, and frame 85 was on screen meanwhile"
        #expect(asked.kind == .asked && asked.sentence == words)
        #expect(why.record.ordinal == 85)
        #expect(why.steps.count { $0.sentence.hasSuffix("chunk 1 has sound but no frames") } == 1, "\(why.steps)")
        #expect(why[.because]?.sentence.hasPrefix("chunk 1 has sound but no frames, so ") == true, "\(why.steps)")
    }

    @Test(
        "a base frame that came and cannot be decoded: nothing was drawn, and its text is told without the picture in it"
    )
    func brokenBase() throws {
        let rule = "corrupt bits 3 where name=receive_base_frame clip=talking_1_s_talking_1_e index=11"
        let why = try Self.why("54", rule: rule)
        let reason = "WebP is corrupt: the pixel data cannot be decoded"
        #expect(why[.drawn]?.sentence.contains(" was shown at ") == false, "\(why.steps)")
        #expect(why[.drawn]?.sentence.hasSuffix(", but no picture could be drawn (\(reason))") == true, "\(why.steps)")
        let torn = "; base 11 cannot be decoded, so nothing could be drawn; due at "
        #expect(why[.because]?.sentence.contains(torn) == true, "\(why.steps)")
        #expect(why[.base]?.sentence.hasSuffix(", but cannot be decoded: \(reason)") == true, "\(why.steps)")
        let next = try Self.why("55", rule: rule)
        #expect(next[.drawn]?.sentence.hasPrefix("frame 55 (SYNC) was shown at ") == true, "\(next.steps)")
        let idle = try Self.why("0", rule: rule)
        #expect(idle[.message]?.sentence.hasSuffix(" bytes of text without the media in it, 0 attachments") == true)
        #expect(next[.message]?.sentence.contains("bytes of text, 50 attachments") == true, "\(next.steps)")
    }

    @Test("N32b a moment before the first frame has no frame; what check reports of it is named")
    func beforeFirst() throws {
        let words =
            "no frame yet; the first was shown at 0.054 s; at that time `check` reports NOTE: MANIFEST: "
            + "zebra_1_s_zebra_1_e has no frames; skipped"
        #expect(throws: CommandError.unusable(words)) { try Self.why("0.020 s", recipe: "N32b") }
        #expect(throws: CommandError.unusable("no frame yet; the first was shown at 0.054 s")) {
            try Self.why("0.030s", recipe: "N32b")
        }
    }

    @Test("a frame is asked for by number, moment or chunk; what is not there says what is")
    func asked() throws {
        let tape = try TapeReader(path: try DemoLines.tape())
        var explaining = try Explaining(tape, Self.playing, [], Coverage(seams: true, sound: true))
        func why(_ text: String) throws -> Why {
            let asked = try #require(AskedFrame(text))
            return try explaining.why(asked)
        }
        #expect(try why("100").record.ordinal == 100)
        #expect(try why("5.379908s").record.ordinal == 100 || why("5.38s").record.ordinal == 100)
        // A time that was told leads to the frame of which it was told.
        for ordinal in stride(from: 90, to: 130, by: 1) {
            let shown = try why("\(ordinal)").record.shown
            #expect(try why("\(shown.inSeconds)s").record.ordinal == ordinal)
        }
        let first = try why("c3").record
        #expect(first.position?.chunk == 3 && first.position?.frame == 0)
        #expect(AskedFrame("mouth") == nil && AskedFrame("-1") == nil && AskedFrame("") == nil)
        let printed = [
            ("76–95", "76"), ("76-95", "76"), ("0:0.45–60", "0:0.45"), ("0:0.45–1:0.10", "0:0.45"),
            ("4.250 s", "4.250s"),
            ("4.250–5.000 s", "4.250s"),
        ]
        for (text, first) in printed {
            #expect(AskedFrame(text) != nil && AskedFrame(text) == AskedFrame(first), "\(text)")
        }
        for text in ["76–", "–95", "76–mouth", "1-2-3", " s", "0:0.45 s"] {
            #expect(AskedFrame(text) == nil, "\(text)")
        }
        #expect(throws: CommandError.unusable("no such frame; frames are 0 to 675")) { try why("676") }
        #expect(throws: CommandError.unusable("no such frame; the last is 675")) { try why("1:00:00") }
        let early = CommandError.unusable("no frame yet; the first was shown at 0.054 s")
        #expect(throws: early) { try why("53ms") }
        #expect(try why("54ms").record.ordinal == 0)
    }
}

extension Substring {
    /// How often a text is in it.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
