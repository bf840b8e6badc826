import Foundation
import JSON
import Synchronization

/// A program of `Tests/Peers` in a process of its own. It says what happens to it in lines of JSON and takes orders the same
/// way; it ends when its standard input ends, and is killed when the value goes.
package final class Peer: Sendable {
    package struct Failed: Error, CustomStringConvertible {
        package let description: String
    }

    private let process: RunningProcess
    private let place: Place
    /// The one that it listens on.
    package let port: Int

    /// - Parameter program: a file's name in `Tests/Peers`.
    package convenience init(_ program: String, _ arguments: String...) async throws {
        try await self.init(program, arguments)
    }

    package init(_ program: String, _ arguments: [String]) async throws {
        place = await Place()
        let process = try RunningProcess(program, arguments)
        self.process = process
        let line = try await process.line(after: 0) { $0["event"] == "listening" }
        guard let port = line.object["port"]?.lenientInt else { throw Failed(description: "\(program) has no port") }
        self.port = port
    }

    /// - Parameter order: as in `["do": "close"]`.
    package func send(_ order: JSON) { process.write(order.text + "\n") }

    /// The first line of an event, from line `after` on; the number is that of the line behind it.
    @discardableResult
    package func expect(_ event: String, after: Int = 0) async throws -> (object: JSONObject, next: Int) {
        try await process.line(after: after) { $0["event"] == .string(event) }
    }

    /// The same, and waits until it is carried out.
    package func order(_ order: JSON) async throws {
        let line = process.lines.count
        send(order)
        try await expect("ready", after: line)
    }

    /// Waits until it has said an event so many times: what it says may be read later than what it does is seen.
    package func expect(_ event: String, times: Int) async throws {
        var line = 0
        for _ in 0..<times { line = try await process.line(after: line) { $0["event"] == .string(event) }.next }
    }

    /// All that it has said of an event so far.
    package func said(_ event: String) -> [JSONObject] { process.lines.filter { $0["event"] == .string(event) } }

    package func count(_ event: String) -> Int { process.lines.count { $0["event"] == .string(event) } }
}

/// One of the few places for peers: tests run side by side, and each peer takes half a second of a processor to start.
private final class Place: Sendable {
    private static let free = Mutex(4)

    init() async {
        while !Self.free.withLock({ free in
            guard free > 0 else { return false }
            free -= 1
            return true
        }) {
            try? await Task.sleep(for: .milliseconds(10))
        }
    }

    deinit { Self.free.withLock { $0 += 1 } }
}

/// Reads the lines of a process and writes to it.
private final class RunningProcess: @unchecked Sendable {
    // `process` is set up before anything else sees it, and asked only for what may be asked from any thread.
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let name: String
    private let received = Mutex<[UInt8]>([])

    init(_ program: String, _ arguments: [String]) throws {
        name = program
        let python = URL(fileURLWithPath: Repository.file(".build/peers/bin/python"))
        guard FileManager.default.isExecutableFile(atPath: python.path) else {
            throw Peer.Failed(description: "\(python.path) is not there; scripts/peers makes it")
        }
        process.executableURL = python
        process.arguments = [Repository.file("Tests/Peers/\(program)")] + arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        output.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let bytes = handle.availableData
            if bytes.isEmpty { handle.readabilityHandler = nil }
            self?.received.withLock { $0 += bytes }
        }
        try process.run()
    }

    deinit {
        output.fileHandleForReading.readabilityHandler = nil
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    func write(_ text: String) { try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8)) }

    /// Whole lines so far.
    var lines: [JSONObject] {
        let bytes = received.withLock { $0 }
        let end = bytes.lastIndex(of: 0x0A) ?? bytes.startIndex
        return bytes[..<end].split(separator: 0x0A).compactMap { line in (try? JSON.parse(line))?.object }
    }

    func line(
        after: Int, where condition: (JSONObject) -> Bool
    ) async throws -> (object: JSONObject, next: Int) {
        let deadline = ContinuousClock.now + .seconds(120)
        // What came while this task had no processor counts, and what came before the process ended.
        var isLast = false
        while true {
            let lines = lines
            if let index = lines.indices.dropFirst(after).first(where: { condition(lines[$0]) }) {
                return (lines[index], index + 1)
            }
            if isLast { break }
            try await Task.sleep(for: .milliseconds(5))
            isLast = !process.isRunning || ContinuousClock.now > deadline
        }
        throw Peer.Failed(description: "\(name) did not say what was expected; it said \(lines.suffix(5))")
    }
}
