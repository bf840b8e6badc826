import BookAPI
import Events
import Files
import Platform

/// Logins that hold from one run to the next: a file for each server, which nobody but its user can read.
struct TokenStore: Sendable {
    private let folder: String
    private let server: String

    private static let limit = 64 << 10

    init(_ stateFolder: String, _ server: String) {
        folder = stateFolder + "/tokens"
        self.server = server
    }

    private var name: String { contentHash(of: Array(server.utf8)).hex.prefix(32) + ".json" }

    /// `nil` where there is none, and where others may have read it or put it there.
    func read() -> SignedIn? {
        guard let folder = try? OpenFolder(following: folder), let file = try? folder.file(below: name),
            let status = FileStatus(descriptor: file.descriptor), status.isOwn, !status.isOpenToOthers,
            let bytes = try? file.bytes(atMost: Self.limit, of: name)
        else { return nil }
        return SignedIn(kept: bytes, for: server)
    }

    /// Where it cannot be kept, it is asked for again.
    func write(_ signedIn: SignedIn) {
        try? PrivateFolder.makeAll(folder)
        try? OutputFile.write(signedIn.kept(for: server).utf8, to: "\(folder)/\(name)", rights: 0o600)
    }

    func forget() { unlink("\(folder)/\(name)") }
}
