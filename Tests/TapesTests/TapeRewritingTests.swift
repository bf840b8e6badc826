import Events
import Foundation
import GRDB
import Rewriting
import Support
import Testing

@testable import Tapes

@Suite struct TapeRewritingTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private static let lines = [
        #"{"t":0,"event":"base_animations_manifest","data":{"animations":{"idle_1_s_idle_1_e":{"frames":3,"version":"a"}}}}"#,
        #"{"t":0.5,"input":"ticked"}"#, #"{"t":0.5,"input":"sent"}"#,
        #"{"t":1,"event":"receive_audio","data":{"chunk_index":0,"audio_data":"SUQzBA=="}}"#,
        #"{"t":1.25,"event":"receive_frame_images_batch","binary":true,"data":{"chunk_index":0,"frames":[{"image_data":"AQ=="},{"image_data":"AgM="}]}}"#,
        #"{"t":1.5,"input":"pictureFailed","data":{"key":"k","generation":0,"reason":"x"}}"#,
        #"{"t":2,"event":"audio_end","data":{}}"#, #"{"t":2.5,"input":"linkLost","data":{"reason":"gone"}}"#,
    ]

    private func tape() throws -> TapeReader {
        try folder.write(Array((Self.lines.joined(separator: "\n") + "\n").utf8), to: "in.ndjson")
        try convert(folder.file("in.ndjson"), to: folder.file("in.cameo"))
        return try TapeReader(path: folder.file("in.cameo"))
    }

    private func rewritten(_ rules: String..., seed: UInt64 = 0) throws -> [String] {
        try rewrite(try tape(), from: folder.file("in.cameo"), to: folder.file("out.ndjson"), seed: seed) { _ in
            try rules.map { try RewriteRule($0) }
        }
        return String(decoding: try folder.bytes(of: "out.ndjson"), as: UTF8.self).split(separator: "\n").map(
            String.init)
    }

    @Test("without rules all events stay as they are, and of the inputs those from outside")
    func identity() throws {
        let kept = Self.lines.filter { !$0.contains("ticked") && !$0.contains("pictureFailed") }
        #expect(try rewritten() == kept)
        try rewrite(try tape(), from: folder.file("in.cameo"), to: folder.file("out.cameo")) { _ in [] }
        let (before, after) = (try tape(), try TapeReader(path: folder.file("out.cameo")))
        let wire = try before.entries().filter { $0.kind == .wire }
        #expect(try after.entries().filter { $0.kind == .wire }.map(\.body) == wire.map(\.body))
        for entry in try after.entries() where entry.kind == .wire {
            for hash in try entry.message().hashes { #expect(try after.blob(hash) == before.blob(hash)) }
        }
        #expect(try !after.isReplayable())
    }

    @Test("the tape says what was done to it")
    func meta() throws {
        try rewrite(try tape(), from: folder.file("in.cameo"), to: folder.file("out.cameo"), seed: 7) { _ in
            try ["drop where chunk=0", "insert sent after 3s"].map { try RewriteRule($0) }
        }
        let meta = try TapeReader(path: folder.file("out.cameo")).meta()
        #expect(meta["rules"] == "drop where chunk=0\ninsert sent after 3s")
        #expect(meta["seed"] == "7" && meta["source"] == "rewritten")
    }

    @Test("events are written in their new order with their new bytes")
    func order() throws {
        let lines = try rewritten("delay 500ms where name=receive_audio", "corrupt keep 1 where sequence=1")
        #expect(lines.map { $0.contains("receive_audio") } == [false, false, false, true, false, false])
        #expect(lines[2].contains(#"{"image_data":"AQ=="},{"image_data":"Ag=="}"#))
    }

    @Test("a picture that a rule writes into a field becomes bytes on the tape")
    func newPicture() throws {
        try rewrite(try tape(), from: folder.file("in.cameo"), to: folder.file("out.cameo")) { _ in
            [try RewriteRule("set image_data=\"BAUG\" where sequence=0")]
        }
        let tape = try TapeReader(path: folder.file("out.cameo"))
        let batch = try #require(try tape.entries().first { $0.name == "receive_frame_images_batch" }).message()
        #expect(try batch.hashes.map { try tape.blob($0) } == [[4, 5, 6], [2, 3]])
    }

    @Test("a damaged picture is not written as if it had been recorded, by a rule, by a conversion or as text")
    func damagedPicture() throws {
        try tape().close()
        let path = folder.file("in.cameo")
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "UPDATE blobs SET bytes = x'77' WHERE bytes = x'0203'") }
        try queue.close()
        for output in ["out.cameo", "out.ndjson"] {
            let file = folder.file(output)
            let error = try #require(throws: TapeError.self) { try convert(path, to: file) }
            #expect(error.reason.hasPrefix("\(path): damaged: "))
            #expect(throws: error) { try rewrite(try TapeReader(path: path), from: path, to: file) { _ in [] } }
        }
        #expect(folder.names == ["in.cameo", "in.ndjson"])
    }

    @Test("the place of a tape whose recorder was killed is taken, and none of one that is being recorded")
    func replacedRecording() throws {
        let tape = try tape()
        let recorded = folder.file("recorded.cameo")
        let recorder = try TapeStore(creating: recorded, meta: [:])
        var batch = TapeStore.Batch()
        for index in 0..<500 { try batch.addInput(.ticked, at: Instant(microseconds: Int64(index))) }
        try recorder.write(batch)
        let reason = "being recorded, or open in another program"
        #expect(throws: TapeError.unwritable(path: recorded, reason: reason)) {
            try rewrite(tape, from: folder.file("in.cameo"), to: recorded) { _ in [] }
        }
        // As `kill -9` leaves it.
        for ending in ["", "-wal", "-shm"] {
            try folder.write(try folder.bytes(of: "recorded.cameo" + ending), to: "out.cameo" + ending)
        }
        let count = try rewrite(tape, from: folder.file("in.cameo"), to: folder.file("out.cameo")) { _ in [] }
        #expect(try TapeReader(path: folder.file("out.cameo")).count() == count)
        try recorder.close()
        #expect(try TapeReader(path: recorded).count() == 500)
        #expect(folder.names == ["in.cameo", "in.ndjson", "out.cameo", "recorded.cameo"])
    }

    @Test("on any error there is nothing new, and what was there stays")
    func failure() throws {
        let tape = try tape()
        try folder.write(Array("old".utf8), to: "out.cameo")
        let names = folder.names
        for rule in ["drop where chunk=9", "set x.y=1 where chunk=0"] {
            #expect(throws: RewriteError.self) {
                try rewrite(tape, from: folder.file("in.cameo"), to: folder.file("out.cameo")) { _ in
                    [try RewriteRule(rule)]
                }
            }
        }
        for output in ["in.cameo", "in.ndjson"] {
            #expect(throws: TapeError.sameFile(path: folder.file(output))) {
                try rewrite(tape, from: folder.file(output), to: folder.file(output)) { _ in [] }
            }
        }
        #expect(throws: TapeError.self) {
            try rewrite(tape, from: folder.file("in.cameo"), to: folder.file("missing/out.cameo")) { _ in [] }
        }
        #expect(folder.names == names)
        #expect(try folder.bytes(of: "out.cameo") == Array("old".utf8))
    }
}
