import Events
import Foundation
import GRDB
import Support
import Testing
import Wire

@testable import Tapes

@Suite struct TapeConversionTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    static let lines = [
        #"{"t":0,"event":"base_animations_manifest","data":{"animations":{"idle_1_s_idle_1_e":{"frames":3,"version":"a"}}}}"#,
        #"{"t":0.5,"input":"ticked"}"#,
        #"{"t":0.5,"input":"linkLost","data":{"reason":"x\ny"}}"#,
        #"{"t":0.500001,"event":"receive_audio","data":{"chunk_index":0,"audio_data":"SUQzBA=="}}"#,
        #"{"t":1,"event":"b","binary":true,"data":{"frames":[{"image_data":"AQ=="},{"image_data":"AQ=="}]}}"#,
        #"{"t":1,"event":"b","binary":["/frames/1/image_data"],"data":{"frames":[{"image_data":"A Q="},{"image_data":"AQ=="}]}}"#,
        #"{"t":2.25,"event":"two","args":[{},5]}"#,
        #"{"t":2.25,"event":"none","args":[]}"#,
        #"{"t":3,"event":"x","data":{"image_data":"data:image/png;base64,AQ==","_blob":"00"}}"#,
    ]

    func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

    /// The error of a conversion.
    private func failure(_ input: String, _ output: String) -> TapeError? {
        do {
            try convert(input, to: output)
            return nil
        } catch {
            return error
        }
    }

    @Test("lines to tape to lines gives the same text")
    func linesRoundTrip() throws {
        let input = try folder.write(text(Self.lines).utf8, to: "a.ndjson")
        #expect(try convert(input, to: folder.file("a.cameo")) == Self.lines.count)
        try convert(folder.file("a.cameo"), to: folder.file("b.ndjson"))
        #expect(String(decoding: try folder.bytes(of: "b.ndjson"), as: UTF8.self) == text(Self.lines))
        #expect(folder.names == ["a.cameo", "a.ndjson", "b.ndjson"])
    }

    @Test("a name with NUL in it is not cut there on its way to a tape and back")
    func nul() throws {
        let input = try folder.write(#"{"t":0,"event":"audio_end\u0000x"}"#.utf8, to: "a.ndjson")
        try convert(input, to: folder.file("a.cameo"))
        try convert(folder.file("a.cameo"), to: folder.file("b.ndjson"))
        let back = String(decoding: try folder.bytes(of: "b.ndjson"), as: UTF8.self)
        #expect(back == "{\"t\":0,\"event\":\"audio_end␀x\",\"data\":{}}\n")
    }

    @Test("tape to lines to tape gives the same entries and bytes")
    func tapeRoundTrip() async throws {
        try await sampleTape(folder.file("a.cameo"), count: 40)
        try convert(folder.file("a.cameo"), to: folder.file("b.ndjson"))
        try convert(folder.file("b.ndjson"), to: folder.file("c.cameo"))
        #expect(try contents(folder.file("c.cameo")) == contents(folder.file("a.cameo")))
        try convert(folder.file("a.cameo"), to: folder.file("d.cameo"))
        #expect(try contents(folder.file("d.cameo")) == contents(folder.file("a.cameo")))
        #expect(try TapeReader(path: folder.file("d.cameo")).meta()["source"] == "sample")
    }

    @Test("the same entries make the same bytes, however often, and whatever the tape says of itself")
    func sameBytes() async throws {
        try await sampleTape(folder.file("a.cameo"))
        let meta = Dictionary(uniqueKeysWithValues: (0..<20).map { ("key \($0)", "\($0)") })
        for name in ["b.cameo", "c.cameo"] {
            try TapeStore(creating: folder.file(name), meta: meta, mode: .conversion).close()
        }
        #expect(try folder.bytes(of: "b.cameo") == folder.bytes(of: "c.cameo"))
        for name in ["d.cameo", "e.cameo"] { try convert(folder.file("a.cameo"), to: folder.file(name)) }
        #expect(try folder.bytes(of: "d.cameo") == folder.bytes(of: "e.cameo"))
    }

    @Test("a byte order mark, blank lines, carriage returns and a missing last line end are accepted")
    func loose() throws {
        let input = "\u{FEFF}" + #"{ "t": 1, "event": "audio_end" }"# + "\r\n\r\n  \n" + #"{"input":"sent","t":1.0}"#
        try folder.write(input.utf8, to: "a.ndjson")
        try convert(folder.file("a.ndjson"), to: folder.file("b.NDJSON"))
        #expect(
            String(decoding: try folder.bytes(of: "b.NDJSON"), as: UTF8.self)
                == text([#"{"t":1,"event":"audio_end","data":{}}"#, #"{"t":1,"input":"sent"}"#]))
    }

    @Test(
        "a text without lines is empty, like a file without bytes; nothing is made of it",
        arguments: ["", "\n", "\r\n \t\n"])
    func none(text: String) throws {
        let input = try folder.write(text.utf8, to: "a.ndjson")
        #expect(throws: TapeError.empty(path: input)) { try convert(input, to: folder.file("a.cameo")) }
        #expect(folder.names == ["a.ndjson"])
    }

    @Test("a tape without entries is no text: an empty one could not be read again, and what was there stays")
    func nothingLeft() throws {
        let (tape, text) = (folder.file("none.cameo"), folder.file("none.ndjson"))
        try TapeStore(creating: tape, meta: [:], mode: .conversion).close()
        try folder.write("before", to: "none.ndjson")
        #expect(throws: TapeError.nothingLeft(path: text)) { try convert(tape, to: text) }
        #expect(try String(contentsOfFile: text, encoding: .utf8) == "before")
        #expect(try convert(tape, to: folder.file("copy.cameo")) == 0)
    }

    @Test("a stream with a mark alone is a tape without entries")
    func markAlone() throws {
        try folder.write(#"{"t":1,"mark":"here"}"#.utf8, to: "a.ndjson")
        #expect(try convert(folder.file("a.ndjson"), to: folder.file("a.cameo")) == 0)
        let reader = try TapeReader(path: folder.file("a.cameo"))
        #expect(try reader.duration() == .zero)
        #expect(try reader.isReplayable() == false)
        #expect(try reader.marks().count == 1)
    }

    @Test(
        "a bad line is named, and nothing is written or replaced",
        arguments: [
            ("{", "not JSON: string or '}' expected near end of file (column 1)"),
            (#"{"t":0.1,"event":"x"}"#, "\"t\" is earlier than the line before (2.25)"),
            (#"{"t":9,"input":"danced"}"#, "unknown input \"danced\""), ("[]", "\"line\" is not a JSON object"),
        ])
    func badLine(line: String, reason: String) throws {
        let input = try folder.write(text(Self.lines.prefix(8) + ["", line]).utf8, to: "a.ndjson")
        for output in ["out.cameo", "out.ndjson"] {
            try folder.write([42], to: output)
            #expect(throws: TapeError.badLine(path: input, line: 10, reason: reason)) {
                try convert(input, to: folder.file(output))
            }
            #expect(try folder.bytes(of: output) == [42])
        }
        #expect(folder.names == ["a.ndjson", "out.cameo", "out.ndjson"])
    }

    @Test("bytes that are no UTF-8 are a bad line")
    func notUTF8() throws {
        let bytes = Array("{\"t\":0,\"event\":\"".utf8) + [0xC3, 0x28] + Array("\"}\n".utf8)
        let input = try folder.write(bytes, to: "a.ndjson")
        let error = failure(input, folder.file("a.cameo"))
        #expect(error?.reason.hasPrefix("\(input):1: not JSON: unable to decode byte 0xc3") == true)
    }

    @Test("a line without end is refused before all of it is in memory")
    func longLine() throws {
        let path = folder.file("a.ndjson")
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o644)
        ftruncate(descriptor, 1 << 40)
        close(descriptor)
        #expect(throws: TapeError.badLine(path: path, line: 1, reason: "longer than 193 MiB")) {
            try convert(path, to: folder.file("b.ndjson"))
        }
    }

    @Test("an existing output is replaced when the new one is complete")
    func replaced() throws {
        try folder.write([42], to: "out.cameo")
        try convert(try folder.write(text(Self.lines).utf8, to: "a.ndjson"), to: folder.file("out.cameo"))
        #expect(try TapeReader(path: folder.file("out.cameo")).count() == Self.lines.count)
    }

    @Test("what an ended recorder left beside the output is none of the new tape's, with its file there or not")
    func staleLog() throws {
        let input = try folder.write(text(Self.lines).utf8, to: "a.ndjson")
        let recorded = folder.file("recorded.cameo")
        let recorder = try TapeStore(creating: recorded, meta: [:])
        var batch = TapeStore.Batch()
        for index in 0..<500 { try batch.addInput(.ticked, at: Instant(microseconds: Int64(index))) }
        try recorder.write(batch)
        // As `kill -9` leaves it.
        let output = folder.file("out.cameo")
        for hasFile in [true, false] {
            for ending in hasFile ? ["", "-wal", "-shm"] : ["-wal", "-shm"] {
                try Data(contentsOf: URL(fileURLWithPath: recorded + ending)).write(
                    to: URL(fileURLWithPath: output + ending))
            }
            try #require(hasFile || !folder.exists("out.cameo"))
            try convert(input, to: output)
            #expect(try TapeReader(path: output).count() == Self.lines.count)
            #expect(!folder.exists("out.cameo-wal") && !folder.exists("out.cameo-shm"))
            unlink(output)
        }
        try recorder.close()
    }

    @Test("a tape that is being recorded is not replaced, and loses nothing")
    func beingRecorded() throws {
        let input = try folder.write(text(Self.lines).utf8, to: "a.ndjson")
        let output = folder.file("out.cameo")
        let recorder = try TapeStore(creating: output, meta: [:])
        var batch = TapeStore.Batch()
        try batch.addInput(.ticked, at: .zero)
        try recorder.write(batch)
        let reason = "being recorded, or open in another program"
        #expect(failure(input, output) == .unwritable(path: output, reason: reason))
        try recorder.write(batch)
        try recorder.close()
        #expect(try TapeReader(path: output).count() == 2)
        #expect(folder.names == ["a.ndjson", "out.cameo"])
    }

    @Test("of a log that a tape cannot take nobody says that it is being recorded")
    func uselessLog() throws {
        let input = try folder.write(text(Self.lines).utf8, to: "a.ndjson")
        let output = folder.file("out.cameo")
        try convert(input, to: output)
        try FileManager.default.createDirectory(atPath: output + "-wal", withIntermediateDirectories: false)
        let reason = "an interrupted recording (\(output)-wal) cannot be completed: it cannot be opened"
        #expect(failure(input, output) == .unwritable(path: output, reason: reason))
        #expect(folder.names == ["a.ndjson", "out.cameo", "out.cameo-wal"])
    }

    @Test("the index of a log that is gone is not taken for a recorder, and goes with the replaced tape")
    func strayIndex() throws {
        let input = try folder.write(text(Self.lines).utf8, to: "a.ndjson")
        let output = folder.file("out.cameo")
        try convert(input, to: output)
        try folder.write([UInt8](repeating: 0, count: 32_768), to: "out.cameo-shm")
        #expect(failure(input, output) == nil)
        #expect(try TapeReader(path: output).count() == Self.lines.count)
        #expect(folder.names == ["a.ndjson", "out.cameo"])
    }

    @Test("what lies beside a text under the name of a log stays, with a text there before or not")
    func besideText() throws {
        let input = try folder.write(text(Self.lines).utf8, to: "a.ndjson")
        let tape = folder.file("a.cameo")
        try convert(input, to: tape)
        let others = ["out.ndjson-journal", "out.ndjson-shm", "out.ndjson-wal"]
        for name in others { try folder.write("mine", to: name) }
        for _ in 0..<2 { #expect(failure(tape, folder.file("out.ndjson")) == nil) }
        for name in others { #expect(try folder.text(of: name) == "mine") }
        #expect(try folder.text(of: "out.ndjson") == text(Self.lines))
    }

    @Test(
        "a tape is read as one whatever its name; a text is one by its ending", arguments: ["a.txt", "a", "a.ndjson"])
    func otherName(name: String) async throws {
        try await sampleTape(folder.file("sample.cameo"))
        let tape = try folder.write(try folder.bytes(of: "sample.cameo"), to: name)
        #expect(StreamForm(reading: tape) == .tape)
        try convert(tape, to: folder.file("copy.cameo"))
        #expect(try contents(folder.file("copy.cameo")) == contents(folder.file("sample.cameo")))
        try folder.write(text(Self.lines).utf8, to: name)
        #expect(StreamForm(reading: tape) == (name.hasSuffix(".ndjson") ? .lines : .tape))
        let refusal = failure(tape, folder.file("copy.cameo"))
        #expect(refusal == (name.hasSuffix(".ndjson") ? nil : TapeError.notSQLite(path: tape, found: "JSON")))
    }

    @Test("input and output must differ, and the output's ending must be known")
    func refusals() throws {
        let input = try folder.write(text(Self.lines).utf8, to: "a.ndjson")
        symlink(input, folder.file("link.ndjson"))
        try FileManager.default.createDirectory(atPath: folder.file("dir.cameo"), withIntermediateDirectories: false)
        let other = folder.path + "/./a.ndjson"
        #expect(throws: TapeError.sameFile(path: other)) { try convert(input, to: other) }
        let link = folder.file("link.ndjson")
        #expect(throws: TapeError.sameFile(path: link)) { try convert(input, to: link) }
        #expect(throws: TapeError.unknownEnding(path: "x.json")) { try convert(input, to: "x.json") }
        #expect(throws: TapeError.missing(path: "x")) { try convert("x", to: input) }
        let missing = folder.file("none.ndjson")
        #expect(throws: TapeError.missing(path: missing)) { try convert(missing, to: folder.file("b.cameo")) }
        let directory = folder.file("dir.cameo")
        #expect(throws: TapeError.isDirectory(path: directory)) { try convert(input, to: directory) }
        let pipe = folder.file("pipe.ndjson")
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(throws: TapeError.unwritable(path: pipe, reason: "not a regular file")) {
            try convert(input, to: pipe)
        }
        #expect(folder.exists("pipe.ndjson"))
        for output in [folder.file("no/b.cameo"), folder.file("no/b.ndjson")] {
            let reason = "no such folder: \(folder.file("no"))"
            #expect(throws: TapeError.unwritable(path: output, reason: reason)) { try convert(input, to: output) }
        }
        #expect(try folder.bytes(of: "a.ndjson") == Array(text(Self.lines).utf8))
    }

    @Test("an entry earlier than the one before it is named: nobody would read it again as text")
    func goesBack() throws {
        let (lines, tape) = (folder.file("a.ndjson"), folder.file("a.cameo"))
        try convert(try folder.write(text(Self.lines).utf8, to: "a.ndjson"), to: tape)
        let queue = try DatabaseQueue(path: tape)
        try queue.write { try $0.execute(sql: "UPDATE entries SET t_us = 1000 WHERE id = 4") }
        try queue.close()
        let reason = "entry 4 is earlier than the one before it"
        #expect(failure(tape, folder.file("b.ndjson")) == .corrupt(path: tape, reason: reason))
        #expect(failure(lines, folder.file("b.ndjson")) == nil)
    }

    @Test("an entry whose bytes are missing is named")
    func missingBytes() throws {
        let tape = folder.file("a.cameo")
        let store = try TapeStore(creating: tape, meta: [:])
        var batch = TapeStore.Batch()
        try batch.addInput(.ticked, at: .zero)
        try batch.addMessage(ingest(sampleMessage(1)).message, [], at: .zero)
        try store.write(batch)
        try store.close()
        for output in ["b.ndjson", "b.cameo"] {
            let error = failure(tape, folder.file(output))
            let reason = error?.reason ?? ""
            #expect(
                reason.hasPrefix("\(tape): damaged: entry 2: the picture or sound with hash ")
                    && reason.hasSuffix("... is missing"), "\(reason)")
        }
        #expect(folder.names == ["a.cameo"])
    }
}
