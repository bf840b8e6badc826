import Events
import Foundation
import GRDB
import Support
import Testing
import Wire

@testable import Tapes

@Suite struct TapeReaderTests {
    let folder: Folder
    let tape: String

    init() async throws {
        folder = try Folder()
        tape = folder.file("a.cameo")
        try await sampleTape(tape)
    }

    @Test("a closed tape is one file that says what is on it")
    func summary() throws {
        #expect(folder.names == ["a.cameo"])
        let reader = try TapeReader(path: tape)
        #expect(try reader.count() == 20)
        #expect(try reader.duration() == .milliseconds(1_900))
        #expect(try reader.meta() == ["program": "test", "source": "sample"])
    }

    @Test("a tape that was read while its recorder ended is one file all the same, once nobody reads")
    func readWhileEnding() async throws {
        let place = folder.file("b.cameo")
        let writer = try TapeWriter(creating: place)
        try await writer.append(.ticked, at: .zero)
        try await writer.flush()
        let reader = try TapeReader(path: place)
        #expect(try reader.count() == 1)
        try await writer.append(.ticked, at: Instant(microseconds: 5))
        try await writer.close()
        #expect(try reader.count() == 2)
        #expect(folder.names.count > 2)
        reader.close()
        #expect(folder.names == ["a.cameo", "b.cameo"])
        #expect(try TapeReader(path: place).count() == 2)
    }

    @Test("reading that takes long is ended from elsewhere, and the tape can be read on")
    func interrupted() throws {
        let reader = try TapeReader(path: tape)
        #expect(throws: TapeError.self) {
            try reader.verifyBlobs {
                reader.interrupt()
                return false
            }
        }
        #expect(try reader.count() == 20)
    }

    @Test("entries come in pages, in order, as events")
    func pages() throws {
        let reader = try TapeReader(path: tape)
        let first = try reader.entries(limit: 3)
        #expect(first.map(\.name) == ["receive_frame_images_batch", "ticked", "ticked"])
        let rest = try reader.entries(after: first[2].id)
        #expect(rest.count == 17)
        #expect(try reader.entries(after: rest[16].id).isEmpty)
        #expect(try first[1].event().event == Event(Instant(microseconds: 100_000), .local(.ticked)))
        guard case .wire(.overlaysArrived(let batch)) = try rest[1].event().event.body else {
            Issue.record("no batch")
            return
        }
        #expect(batch.frames.map(\.sequence) == [8, 9])
        let pictures = try batch.frames.map { try reader.blob(try #require($0.picture).hash) }
        #expect(pictures == [picture(-1), picture(4)])
    }

    @Test("a row that another program wrote, with texts as blobs, is read as our own")
    func otherForms() throws {
        let plain = try TapeReader(path: tape).entries()
        let queue = try DatabaseQueue(path: tape)
        try queue.write { db in
            try db.execute(
                sql: """
                    UPDATE entries SET kind = CAST(kind AS BLOB) WHERE id % 4 = 1;
                    UPDATE entries SET name = CAST(name AS BLOB) WHERE id % 4 = 2;
                    UPDATE entries SET body = CAST(body AS BLOB) WHERE body IS NOT NULL AND id % 2 = 1;
                    """)
        }
        try queue.close()
        #expect(try TapeReader(path: tape).entries() == plain)
        #expect(plain.contains { $0.kind == .wire && $0.body != nil } && plain.contains { $0.body == nil })
    }

    @Test("a page ends early when its text grows large")
    func largePages() throws {
        let path = folder.file("large.cameo")
        let store = try TapeStore(creating: path, meta: [:])
        var batch = TapeStore.Batch()
        let text = String(repeating: "x", count: 3 << 20)
        for number in 0..<4 {
            let message = StoredMessage(name: "new_message", arguments: [["message": .string(text)]])
            try batch.addMessage(message, [], at: Instant(microseconds: Int64(number)))
        }
        try store.write(batch)
        try store.close()
        #expect(try TapeReader(path: path).entries().count == 2)
        #expect(try TapeReader(path: path).isReplayable() == false)
    }

    @Test("equal pictures are stored once")
    func shared() throws {
        let queue = try DatabaseQueue(path: tape)
        #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM blobs") } == 6)
    }

    @Test("all pictures and sounds are compared with their hashes, those that nothing names included")
    func verified() throws {
        try TapeReader(path: tape).verifyBlobs()
        let queue = try DatabaseQueue(path: tape)
        let (unused, other) = (Data(contentHash(of: [1]).bytes), Data([1]))
        try queue.write { try $0.execute(sql: "INSERT INTO blobs VALUES (?, ?)", arguments: [unused, other]) }
        try TapeReader(path: tape).verifyBlobs()
        try queue.write { try $0.execute(sql: "UPDATE blobs SET bytes = x'02' WHERE bytes = x'01'") }
        try queue.close()
        let reader = try TapeReader(path: tape)
        let error = #expect(throws: TapeError.self) { try reader.verifyBlobs() }
        let name = contentHash(of: [1]).hex.prefix(8)
        #expect(
            error?.reason
                == "\(tape): damaged: a picture or sound of 1 byte does not match its hash \(name)...")
        try reader.verifyBlobs { true }
    }

    @Test(
        "a picture that an entry names and the tape lacks is missing, whoever asks for what", arguments: [false, true])
    func missing(isOriginalText: Bool) throws {
        let path = folder.file("missing.cameo")
        // With a line break in it the text is a blob of its own, beside its bytes.
        let line =
            #"{"t":0,"event":"receive_audio","data":{"chunk_index":0,"audio_data":"SUQz\nBA==","a":"{\"_blob\":\"0\"}"}}"#
        try convert(try folder.write(line.utf8, to: "missing.ndjson"), to: path)
        try TapeReader(path: path).verifyBlobs()
        let queue = try DatabaseQueue(path: path)
        let hashes = try queue.read { try Data.fetchAll($0, sql: "SELECT hash FROM blobs ORDER BY length(bytes)") }
        try #require(hashes.count == 2)
        let gone = isOriginalText ? hashes[1] : hashes[0]
        try queue.write { try $0.execute(sql: "DELETE FROM blobs WHERE hash = ?", arguments: [gone]) }
        try queue.close()
        let name = gone.prefix(4).map { String(format: "%02x", $0) }.joined()
        let reason = "entry 1: the picture or sound with hash \(name)... is missing"
        let reader = try TapeReader(path: path)
        #expect(throws: TapeError.corrupt(path: path, reason: reason)) { try reader.verifyBlobs() }
        try reader.verifyBlobs { true }
    }

    @Test("many pictures are compared to the last one")
    func verifiedToTheEnd() throws {
        let path = folder.file("many.cameo")
        let store = try TapeStore(creating: path, meta: [:])
        var batch = TapeStore.Batch()
        let blobs = (0..<1_000).map { Blob(picture($0) + [UInt8($0 / 256)]) }
        try batch.addMessage(StoredMessage(name: "x", arguments: [[:]]), blobs, at: .zero)
        try store.write(batch)
        try store.close()
        try TapeReader(path: path).verifyBlobs()
        let last = try #require(Set(blobs.map(\.hash.hex)).max())
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "UPDATE blobs SET bytes = x'02' WHERE lower(hex(hash)) = '\(last)'") }
        try queue.close()
        #expect(throws: TapeError.self) { try TapeReader(path: path).verifyBlobs() }
    }

    @Test("a picture that cannot be read is remembered, one that is not there is not")
    func remembered() throws {
        let queue = try DatabaseQueue(path: tape)
        let reader = try TapeReader(path: tape)
        #expect(try reader.blob(contentHash(of: [1])) == nil)
        try reader.confirmBlobsRead()
        try queue.write { try $0.execute(sql: "DROP TABLE blobs") }
        try queue.close()
        let error = try #require(throws: TapeError.self) { try reader.blob(contentHash(of: [1])) }
        #expect(throws: error) { try reader.confirmBlobsRead() }
    }

    @Test("bytes that the tape does not have are nil")
    func unknownBlob() throws { #expect(try TapeReader(path: tape).blob(contentHash(of: [1])) == nil) }

    @Test("what is no tape is told apart")
    func foreign() throws {
        func error(_ path: String) -> TapeError? {
            do {
                _ = try TapeReader(path: path)
                return nil
            } catch { return error }
        }
        #expect(error(folder.file("x")) == .missing(path: folder.file("x")))
        #expect(error(folder.file("a.cameo/x")) == .missing(path: folder.file("a.cameo/x")))
        #expect(error(folder.path) == .isDirectory(path: folder.path))
        #expect(error("/dev/null") == .unreadable(path: "/dev/null", reason: "not a regular file"))
        let empty = try folder.write([], to: "empty")
        #expect(error(empty) == .empty(path: empty))
        for (text, kind) in [
            ("x", "text"), ("{\"t\":0}\n", "JSON"), (String(repeating: "PNG?", count: 1_000), "text"),
            ("\0\0\0\u{18}ftypmp42\0\0\0\0", "an MP4 video"), ("%PDF-1.4 and so on", "a PDF"), ("\0\u{1}", nil),
        ] {
            let path = try folder.write(text.utf8, to: "text")
            #expect(error(path) == .notSQLite(path: path, found: kind))
        }
        func advice(_ text: String, _ name: String) throws -> Substring? {
            error(try folder.write(text.utf8, to: name))?.reason.split(separator: "; ", maxSplits: 1).dropFirst().first
        }
        let ffmpeg = "ffmpeg -re -v error -i FILE -f yuv4mpegpipe - | cameo call --video -"
        let video = "to play a video, use `\(ffmpeg)`, or `cameo read` if subtitles lie beside it"
        for (text, name) in [
            ("\0\0\0\u{18}ftypmp42\0\0\0\0", "talk.cameo"), ("\0\0\0\u{18}ftypqt  \0\0\0\0", "talk.mov"),
            ("RIFF\0\0\0\0AVI LIST", "talk.avi"),
        ] {
            #expect(try advice(text, name).map(String.init) == video, "\(name)")
        }
        #expect(try advice("YUV4MPEG2 W2 H2", "talk.cameo") == "to play a video, use `cameo call --video`")
        #expect(try advice("\0\0\0\u{18}ftypM4A \0\0\0\0", "talk.mp4") == nil)
        #expect(try advice("A text.", "a.txt") == "to read a text aloud, use `cameo read`")
        let other = folder.file("other")
        let queue = try DatabaseQueue(path: other)
        try queue.write { try $0.execute(sql: "CREATE TABLE entries (id)") }
        #expect(error(other) == .notATape(path: other))
    }

    @Test("a newer format is an error with both versions")
    func newer() throws {
        let queue = try DatabaseQueue(path: tape)
        try queue.write { try $0.execute(sql: "PRAGMA user_version = 7") }
        try queue.close()
        #expect(throws: TapeError.newerVersion(path: tape, found: 7, known: 2)) { try TapeReader(path: tape) }
    }

    @Test("a tape that another program holds is an error")
    func locked() throws {
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let queue = try DatabaseQueue(path: tape, configuration: configuration)
        try queue.unsafeReentrantWrite { try $0.execute(sql: "BEGIN EXCLUSIVE") }
        #expect(throws: TapeError.locked(path: tape)) { try TapeReader(path: tape) }
        try queue.unsafeReentrantWrite { try $0.execute(sql: "ROLLBACK") }
        #expect(try TapeReader(path: tape).count() == 20)
    }

    @Test("a tape without tables, an entry of an unknown kind and a body that is no JSON are errors")
    func damagedByHand() throws {
        func change(_ sql: String) throws {
            let queue = try DatabaseQueue(path: tape)
            try queue.write { try $0.execute(sql: sql) }
            try queue.close()
        }
        try change("UPDATE entries SET body = '[' WHERE id = 1")
        let entry = try #require(try TapeReader(path: tape).entries().first)
        #expect(throws: TapeError.self) { try entry.event() }
        try change("UPDATE entries SET name = 'danced' WHERE id = 2")
        let second = try #require(try TapeReader(path: tape).entries().dropFirst().first)
        #expect(throws: TapeError.badEntry(path: tape, id: 2, reason: "unknown input \"danced\"")) {
            try second.event()
        }
        try change("UPDATE entries SET kind = 'x' WHERE id = 3")
        #expect(throws: TapeError.corrupt(path: tape, reason: "an entry of an unknown kind")) {
            try TapeReader(path: tape).entries()
        }
        try change("DROP TABLE meta")
        #expect(throws: TapeError.corrupt(path: tape, reason: "the tables of a tape are missing")) {
            try TapeReader(path: tape)
        }
    }

    @Test(
        "values of another kind, times out of range, values larger than a message and endless views are errors",
        arguments: [
            ("INSERT INTO meta VALUES ('a', x'FFFE')", "metadata that is not text"),
            ("UPDATE entries SET t_us = -5 WHERE id = 1", "entry 1 has the time -5 us"),
            ("UPDATE entries SET t_us = 9e18 WHERE id = 1", "entry 1 has the time 9000000000000000000 us"),
            ("UPDATE entries SET body = zeroblob(210000000) WHERE id = 1", "a value is larger than a tape allows"),
            (
                """
                DROP TABLE entries;
                CREATE VIEW entries AS WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)
                SELECT id, 0 AS t_us, 'wire' AS kind, 'x' AS name, '[]' AS body FROM n
                """, "the tables of a tape are missing"
            ),
        ])
    func foreignContent(sql: String, reason: String) throws {
        let queue = try DatabaseQueue(path: tape)
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
        #expect(throws: TapeError.corrupt(path: tape, reason: reason)) { try contents(tape) }
    }

    @Test("a tape cut anywhere is an error and never more")
    func truncated() throws {
        let whole = try folder.bytes(of: "a.cameo")
        for cut in 0..<64 {
            let path = try folder.write(whole.prefix(whole.count * cut / 64 + cut % 3), to: "cut.cameo")
            #expect(throws: TapeError.self) { try contents(path) }
        }
        let half = try folder.write(whole.prefix(whole.count / 2), to: "cut.cameo")
        #expect(throws: TapeError.truncated(path: half, expected: whole.count, found: whole.count / 2)) {
            try TapeReader(path: half)
        }
    }

    @Test("a tape with damaged bytes is an error or reads wrong bytes, and never traps or hangs")
    func damaged() throws {
        let whole = try folder.bytes(of: "a.cameo")
        var numbers = SplitMix64(seed: 5)
        var errors = 0
        for _ in 0..<200 {
            var bytes = whole
            for _ in 0..<40 {
                let place = Int(numbers.next() % UInt64(bytes.count))
                bytes[place] = UInt8(truncatingIfNeeded: numbers.next())
            }
            let path = try folder.write(bytes, to: "bad.cameo")
            do { _ = try contents(path) } catch is TapeError { errors += 1 }
        }
        #expect(errors > 50)
    }

    @Test("a tape in a folder that cannot be written to is read", .enabled(if: geteuid() != 0))
    func readOnlyFolder() throws {
        let manager = FileManager.default
        try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: tape)
        try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
        defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
        #expect(try TapeReader(path: tape).count() == 20)
    }
}
