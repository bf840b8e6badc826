import Events
import Files
import JSON
import Platform
import Screens
import Tapes

/// How somebody left a tape.
struct LeftView: Hashable, Sendable {
    /// Its absolute path then.
    var tape: String
    /// On the step-debug screen.
    var isStepping: Bool
    var view: SavedView
}

/// Keeps how tapes were left, a file for each below the user's folder of states, under the tape's fingerprint: what is moved or copied
/// is known again. Of two programs the one that ends last counts.
struct ViewShelf: Sendable {
    private let folder: String
    /// Beyond, the oldest ones go.
    static let most = 200
    private static let longest = 64 << 10
    private static let mostRecent = 50

    /// - Returns: `nil` where the user has no folder.
    init?(_ environment: [String: String] = Environment.all) {
        guard let state = UserFolder.state.path(environment) else { return nil }
        folder = state + "/views"
    }

    /// `nil` where the tape has never been left.
    /// - Throws: `CommandError.unusable` for a file that is none of these; it is left as it is.
    func read(_ tape: String) throws(CommandError) -> LeftView? {
        guard let path = path(tape), FileNames.isThere(path) else { return nil }
        return try Self.read(path)
    }

    private static func read(_ path: String) throws(CommandError) -> LeftView {
        guard let bytes = try? ChunkedFileReader.all(of: path, atMost: longest),
            case .object(let object)? = try? JSON.parse(bytes), case .string(let tape)? = object["tape"],
            case .object(let view)? = object["view"]
        else { throw .unusable("\(path): not a saved view") }
        return LeftView(tape: tape, isStepping: object["steps"] == .bool(true), view: SavedView(view))
    }

    /// What was there before stays until this is complete. Where it cannot be kept the tape opens as usual.
    func keep(_ view: SavedView, isStepping: Bool, of tape: String) {
        guard let path = path(tape) else { return }
        let content: JSON = [
            "tape": .string(OpenFolder.realPath(of: tape)), "steps": .bool(isStepping), "view": .object(view.json),
        ]
        try? PrivateFolder.makeAll(folder)
        try? OutputFile.write(Array((content.text + "\n").utf8), to: path, rights: 0o600)
        dropOldest()
    }

    private func path(_ tape: String) -> String? {
        RecordingFingerprint.of(tape).map { "\(folder)/\($0).json" }
    }

    /// The last one first.
    private func names(in folder: OpenFolder) -> [String] {
        let names = ((try? folder.names()) ?? []).filter { $0.hasSuffix(".json") }
        return names.map { (folder.lastChange(of: $0) ?? 0, $0) }.sorted { $0 > $1 }.map(\.1)
    }

    private func dropOldest() {
        guard let open = try? OpenFolder(folder) else { return }
        for name in names(in: open).dropFirst(Self.most) { unlink("\(folder)/\(name)") }
    }

    /// Paths of tapes that are still where they were, the last one that was left first.
    func recentTapes() -> [String] {
        guard let open = try? OpenFolder(folder) else { return [] }
        return names(in: open).prefix(Self.mostRecent).compactMap { name in
            guard let tape = try? Self.read("\(folder)/\(name)").tape, tape.hasPrefix("/"), FileNames.isThere(tape)
            else { return nil }
            return tape
        }
    }
}
