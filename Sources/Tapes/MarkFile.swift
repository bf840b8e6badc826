import Events
import Files
import Platform
import Wire

/// Marks that somebody set on a recording, which itself stays as it is: in a file beside it, `call.cameo.marks.ndjson`, a line of
/// `NDJSONLine` each; where its folder cannot be written, in `cameo/marks` of the user's data folder under the recording's
/// fingerprint.
package struct MarkFile: Sendable {
    private let recording: String
    /// `nil` where nothing is to be written beside the recording.
    private let beside: String?
    private let folder: String?

    private static let longest = 1 << 24

    /// - Parameters:
    ///   - recording: a tape or lines of text.
    ///   - isBundled: it came with the program; its folder is not the user's.
    package init(of recording: String, isBundled: Bool = false, environment: [String: String] = Environment.all) {
        self.recording = recording
        beside = isBundled ? nil : recording + ".marks.ndjson"
        folder = UserFolder.data.path(environment).map { $0 + "/marks" }
    }

    /// By time, then by name; none where there is no file.
    /// - Throws: `CommandError.unusable` for a file that is none of these.
    package func read() throws(CommandError) -> [Mark] {
        guard let existing else { return [] }
        return try Self.read(existing)
    }

    /// The one in the user's folder was written since the other could not be.
    private var existing: String? { [own, beside].compactMap(\.self).first(where: FileNames.isThere) }

    /// In the user's folder; `nil` where there is none, or no recording any more.
    private var own: String? {
        guard let folder, let fingerprint = RecordingFingerprint.of(recording) else { return nil }
        return "\(folder)/\(fingerprint).ndjson"
    }

    private static func read(_ path: String) throws(CommandError) -> [Mark] {
        guard FileStatus(path)?.kind == .file, let file = OpenFile(path) else {
            throw .unusable("\(path): not a readable file")
        }
        var marks: Set<Mark> = []
        let lines = try file.bytes(atMost: longest, of: path).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) {
            guard let read = try? NDJSONLine(line), case .mark(let name, let note) = read.body, Mark.isName(name),
                Mark.isNote(note)
            else {
                throw .unusable("\(path):\(index + 1): expected a mark such as {\"t\":1.5,\"mark\":\"teeth\"}")
            }
            marks.insert(Mark(time: read.time, name: name, note: note))
        }
        guard marks.count <= TapeSchema.mostMarks else {
            throw .unusable("\(path): more than \(TapeSchema.mostMarks) marks")
        }
        return marks.sorted()
    }

    /// Puts them into the file that is there, else beside the recording, else into the user's folder. Without any no file stays.
    /// - Returns: the file, where it does not lie beside the recording.
    /// - Throws: `CommandError` when there is no place for them.
    @discardableResult
    package func write(_ marks: [Mark]) throws(CommandError) -> String? {
        guard marks.count <= TapeSchema.mostMarks else { throw .failed("limit of \(marks.count - 1) marks reached") }
        let own = own
        let bytes = marks.flatMap {
            NDJSONLine(time: $0.time, body: .mark(name: $0.name, note: $0.note)).utf8 + [UInt8(ascii: "\n")]
        }
        if let beside, existing == nil || existing == beside {
            do {
                // An empty one says nothing.
                if bytes.isEmpty, unlink(beside) == 0 || errno == ENOENT { return nil }
                try OutputFile.write(bytes, to: beside)
                return nil
            } catch {
                guard own != nil else { throw error }
            }
        }
        guard let own, let folder else { throw .failed("marks cannot be saved: HOME is not set") }
        try? PrivateFolder.makeAll(folder)
        try OutputFile.write(bytes, to: own)
        return own
    }
}

extension [Mark] {
    /// Those of a recording itself and those that somebody set on it, which take the place of others of their moment and name; by
    /// time, then by name.
    package func covered(by set: [Mark]) -> [Mark] {
        let places = Set(set.map(\.place))
        return (filter { !places.contains($0.place) } + set).sorted()
    }
}

extension Mark {
    /// Without its note: there is one at most.
    var place: Mark { Mark(time: time, name: name) }
}

/// By which a recording is known again under another name and in another place.
package enum RecordingFingerprint {
    private static let pieceBytes = 1 << 16
    /// Evenly from its beginning to its end: of a recording of a megabyte all of it.
    private static let pieces = 16

    /// Of when and where it was recorded: the same while it grows, and with other marks. `nil` for a tape that does not say when.
    package static func ofOrigin(_ tape: TapeReader) -> String? {
        guard let meta = try? tape.meta(), let started = meta[TapeSchema.started] else { return nil }
        return contentHash(of: Array("\(started) \(meta["host"] ?? "")".utf8)).hex
    }

    /// Of its size and of pieces of it: any change of a tape changes its first page. `nil` for what is no file that can be read.
    package static func of(_ path: String) -> String? {
        guard let status = FileStatus(path), status.kind == .file, let file = OpenFile(path) else { return nil }
        var bytes = Array(String(status.byteCount).utf8)
        let last = max(0, status.byteCount - pieceBytes)
        for start in Set((0..<pieces).map { last * $0 / (pieces - 1) }).sorted() {
            guard lseek(file.descriptor, off_t(start), SEEK_SET) >= 0,
                let piece = Descriptor.read(file.descriptor, limit: pieceBytes)
            else { return nil }
            bytes += piece
        }
        return contentHash(of: bytes).hex
    }
}
