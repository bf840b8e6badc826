import JSON
import Platform
import Support

@testable import TileLink

/// A client made of a socket and of lines as they are. Its calls block, for 120 s at most: see `offPool`.
final class RawTile: Sendable {
    struct Failed: Error {}

    let descriptor: Int32

    init(_ path: String) throws {
        guard let descriptor = LocalSocket.connect(to: path) else { throw Failed() }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        signal(SIGPIPE, SIG_IGN)
        guard Descriptor.writeAll(bytes, to: descriptor) else { throw Failed() }
    }

    /// It says no more, and still listens.
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The next line, without its end; `nil` when no more come.
    func line() throws -> String? {
        var bytes: [UInt8] = []
        while true {
            guard Descriptor.wait(descriptor, Int32(POLLIN), milliseconds: 120_000) != 0 else { throw Failed() }
            guard let byte = Descriptor.read(descriptor, limit: 1)?.first else { return nil }
            if byte == 10 { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
    }

    /// What a line says it is, as in `accepted`.
    func word() throws -> String? {
        guard let line = try line() else { return nil }
        return try JSON.parse(line).object?["tile"]?.string
    }

    /// All of them up to one that says this.
    @discardableResult
    func words(until last: String) throws -> [String] {
        var words: [String] = []
        while let word = try word() {
            words.append(word)
            if word == last { return words }
        }
        throw Failed()
    }
}
