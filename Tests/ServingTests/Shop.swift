import Events
import Foundation
import JSON
import Library
import SocketIO
import Support
import Synchronization
import Transport
import Wire

@testable import Serving

/// A folder with three books, served on a port of its own: `lamp`, finished, with all that a book can have; `sun`, an export with all
/// its text in one list; and `growing`, of which more comes.
final class Shop: Sendable {
    let folder: Folder
    private let server: BackendServer
    private let said: Heard

    static let cover = Array("\u{89}PNG, as far as anybody looks".utf8)

    /// Reports of the server.
    private final class Heard: Sendable {
        let lines = Mutex<[String]>([])
    }

    /// - Parameter more: puts other books there before the folder is looked into.
    init(
        owner: (name: String, password: Secret)? = nil, staysJobs: Bool = false, _ faults: [String: FaultValue] = [:],
        more: (Folder) throws -> Void = { _ in }
    ) async throws {
        folder = try Folder()
        said = Heard()
        try Self.fill(folder)
        try more(folder)
        let library = try ServedLibrary(folder.path, owner: owner, staysJobs: staysJobs)
        var options = BackendOptions(BackendContent(title: "", clips: [], messages: []), from: Nothing())
        (options.port, options.library) = (0, library)
        for (name, value) in faults { try options.scenario.set(name, value) }
        options.report = { [said] line in said.lines.withLock { $0.append(line) } }
        server = try await BackendServer(options)
    }

    convenience init(_ faults: [String: FaultValue]) async throws { try await self.init(owner: nil, faults) }

    private struct Nothing: BackendContentSource {
        func message(at place: BackendContent.Place) throws -> WireMessage { throw CommandError.failed("nothing") }
    }

    var lines: [String] { said.lines.withLock { $0 } }

    func close() async { await server.stop() }

    /// - Parameter user: logs in; `nil` for somebody who does not.
    func client(user: String? = nil, password: String = "correct horse") -> BookServer {
        var options = LibraryOptions(BackendAddress(scheme: .http, host: "127.0.0.1", port: server.port))
        (options.user, options.password) = (user, Secret(password))
        (options.clock, options.prefetches) = (StandingClock(), false)
        return BookServer(options)
    }

    /// All waits are over at once.
    private struct StandingClock: LibraryClock {
        var now: Instant { .zero }
        func sleep(_ span: TimeSpan) async throws { try Task.checkCancellation() }
    }

    /// A request by hand, whose path is sent as it is: a GET, or a POST where there is a body.
    func ask(_ path: String, _ headers: [String] = [], body: String? = nil) async throws -> RawClient.Response {
        let (port, method) = (server.port, body == nil ? "GET" : "POST")
        return try await offPool { try RawClient(port: port).request(method, path, headers: headers, body: body) }
    }

    // MARK: The books

    private static func fill(_ folder: Folder) throws {
        try write(folder, "A/Lamp/Russian/lamp", "Winter Lamp", chunks: 3, status: "completed")
        try folder.write(cover, to: "A/Lamp/Russian/lamp/metadata/cover.png")
        let index: JSON = [
            "chapters": [
                ["title": "The station", "start_sentence": 11, "end_sentence": 12],
                ["title": "The lamp", "start_sentence": 13, "end_sentence": 16],
            ]
        ]
        try folder.write(index.text, to: "A/Lamp/Russian/lamp/metadata/content_index.json")
        let words: JSON = ["entries": ["лампа": ["word": "Лампа", "lookup_result": ["definition": "lamp"]]]]
        try folder.write(words.text, to: "A/Lamp/Russian/lamp/metadata/lookup_cache.json")
        try write(folder, "growing", "Growing", chunks: 2, status: "running")
        try FileManager.default.createDirectory(atPath: folder.file("sun/media"), withIntermediateDirectories: true)
        let manifest: JSON = [
            "schema_version": 1, "media_metadata": ["title": "Summer Sun", "target_language": "Turkish"],
            "chunks": .array((0..<2).map { chunk($0) }),
        ]
        try folder.write(manifest.text, to: "sun/manifest.json")
        for place in 0..<2 { try sounds(folder, "sun", place) }
    }

    func write(_ job: String, _ title: String, chunks: Int, status: String) throws {
        try Self.write(folder, job, title, chunks: chunks, status: status)
    }

    private static func write(_ folder: Folder, _ place: String, _ title: String, chunks: Int, status: String) throws {
        for name in ["metadata", "media"] {
            try FileManager.default.createDirectory(
                atPath: folder.file("\(place)/\(name)"), withIntermediateDirectories: true)
        }
        let list = (0..<chunks).map { number -> JSON in
            [
                "chunk_id": .string("c\(11 + 2 * number)"), "start_sentence": .number(11 + 2 * number),
                "end_sentence": .number(12 + 2 * number), "sentence_count": 2,
                "metadata_path": .string("metadata/chunk_000\(number).json"),
            ]
        }
        for number in 0..<chunks {
            try folder.write(chunk(number).text, to: "\(place)/metadata/chunk_000\(number).json")
            try sounds(folder, place, number)
        }
        let record: JSON = [
            "job_id": .string(place.split(separator: "/").last.map(String.init) ?? ""), "status": .string(status),
            "result": [
                "media_metadata": [
                    "book_title": .string(title), "book_author": "A. Ivanov", "input_language": "English",
                    "target_languages": ["Russian"],
                ]
            ],
            "generated_files": ["chunks": .array(list), "complete": .bool(status == "completed")],
        ]
        try folder.write(record.text, to: "\(place)/metadata/job.json")
    }

    private static func chunk(_ number: Int) -> JSON {
        let start = 11 + 2 * number
        // A name with all that a path may not have as it is.
        let original = number == 0 ? "media/Лампа #1 50%? ж_orig.wav" : "media/00\(start)_orig.wav"
        let tracks: JSON = [
            "orig": ["path": .string(original)], "translation": ["path": .string("media/00\(start)_trans.wav")],
        ]
        return [
            "version": 3, "chunk_id": .string("c\(start)"), "start_sentence": .number(start),
            "end_sentence": .number(start + 1), "sentence_count": 2, "audioTracks": tracks,
            "sentences": [row(start, 0), row(start + 1, 1)],
        ]
    }

    private static func row(_ number: Int, _ place: Double) -> JSON {
        let (original, translation) = ("Sentence \(number) came.", "Фраза \(number).")
        return [
            "sentence_number": .number(number), "original": ["text": .string(original)],
            "translation": ["text": .string(translation)], "originalStartGate": .double(0.4 * place),
            "originalEndGate": .double(0.4 * (place + 1)), "startGate": .double(0.5 * place),
            "endGate": .double(0.5 * (place + 1)),
        ]
    }

    private static func sounds(_ folder: Folder, _ place: String, _ number: Int) throws {
        let start = 11 + 2 * number
        let names = [number == 0 ? "Лампа #1 50%? ж_orig.wav" : "00\(start)_orig.wav", "00\(start)_trans.wav"]
        for (kind, name) in names.enumerated() {
            let bytes = (0..<12_844).map { UInt8(truncatingIfNeeded: $0 &* (number + 2) &+ kind) }
            try folder.write(bytes, to: "\(place)/media/\(name)")
        }
    }
}
