import Events
import SocketIO
import Tapes
import Wire

/// What a tape has to show and say, and the tape to read it from.
struct TapeContent: BackendContentSource {
    let content: BackendContent
    /// Clips that the tape names without having their pictures.
    let absent: [ClipName]
    private let reader: TapeReader

    /// Hears all of the tape once, but for what is for other members than the main one: a backend speaks for one avatar.
    /// - Throws: `TapeError`.
    init(_ reader: TapeReader, title: String) throws(TapeError) {
        self.reader = reader
        var builder = BackendContentBuilder()
        var cursor = TapeCursor(reader)
        while let entry = try cursor.next() {
            if entry.member.isMain { try Self.receive(entry, &builder) }
        }
        (content, absent) = builder.finish(title: title)
    }

    private static func receive(_ entry: TapeEntry, _ builder: inout BackendContentBuilder) throws(TapeError) {
        switch entry.kind {
        case .wire: builder.receive(try entry.message(), entry: entry.id, at: entry.time)
        case .local: if try entry.input() == .sent { builder.sent() }
        }
    }

    func message(at place: BackendContent.Place) throws -> WireMessage {
        switch place {
        case .made(let message): return message
        case .file(let path, _, _): throw CommandError.failed("\(path): not a part of a tape")
        case .entry(let id):
            guard let entry = try reader.entry(id) else {
                throw CommandError.failed("\(reader.path): entry \(id) has disappeared")
            }
            return try rebuild(try entry.message()) { try reader.blob($0) }
        }
    }
}
