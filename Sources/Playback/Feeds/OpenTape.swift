import Events
import Files
import JSON
import Tapes
import Wire

/// A tape opened from its own form or, through a temporary tape, from NDJSON.
package struct OpenTape {
    package let reader: TapeReader
    /// That the tape is damaged, in what way and what is lost; `nil` for one that is not. The reader is of what was salvaged.
    package private(set) var salvaged: String?
    private let folder: TemporaryFolder?
    private let temporaryFiles: TemporaryFiles?

    /// - Parameter partial: files that the command may make and that must not outlive it, `close` included.
    /// - Throws: `TapeError`, also when there is no room for a temporary file; `CommandError` for a tape without a stream.
    package init(_ path: String, leaving partial: [String] = []) throws {
        guard Self.isText(path) else {
            reader = try TapeReader(path: path)
            guard !Self.holdsLog(reader) else {
                throw CommandError.unusable(
                    "\(path): a client's frame log, not a stream; use `cameo inspect` or `cameo diff`")
            }
            temporaryFiles = partial.isEmpty ? nil : TemporaryFiles(partial)
            folder = nil
            return
        }
        self = try OpenTape(in: try TemporaryFolder.make(), leaving: partial) { _ = try convert(path, to: $0) }
    }

    /// - Parameter make: makes the tape, in the folder.
    private init(in folder: TemporaryFolder, leaving partial: [String], _ make: (String) throws -> Void) throws {
        let temporaryFiles = TemporaryFiles(partial + folder.temporaryFiles)
        do {
            try make(folder.tape)
            reader = try TapeReader(path: folder.tape)
            (self.folder, self.temporaryFiles) = (folder, temporaryFiles)
        } catch {
            temporaryFiles.remove()
            throw error
        }
    }

    /// Works on a tape that is as it was recorded or, if asked to, on what can still be read of a damaged one.
    /// - Parameters:
    ///   - salvages: whether a damaged tape is read, too; else the error names the option.
    ///   - partial: files that the command may make and that must not outlive it.
    /// - Throws: as `init`, `TapeReader.verifyBlobs` and the work do.
    package static func read<Value>(
        _ path: String, salvages: Bool, leaving partial: [String] = [], _ work: (OpenTape) throws -> Value
    ) throws -> Value {
        do {
            let tape = try salvages ? salvaging(path, leaving: partial) : OpenTape(path, leaving: partial)
            defer { tape.close() }
            if !salvages { try tape.reader.verifyBlobs() }
            return try work(tape)
        } catch let error as TapeError where error.damage != nil && !salvages {
            throw CommandError.unusable("\(error.reason); --salvage shows what can still be read")
        }
    }

    private static func salvaging(_ path: String, leaving partial: [String]) throws -> OpenTape {
        do {
            let tape = try OpenTape(path, leaving: partial)
            do {
                try tape.reader.verifyBlobs()
                try tape.reader.verifyEntries()
                return tape
            } catch {
                tape.close()
                throw error
            }
        } catch let error as TapeError {
            guard let damage = error.damage, !isText(path) else { throw error }
            var lost: String?
            var tape = try OpenTape(in: try TemporaryFolder.make(large: true), leaving: partial) {
                lost = try salvage(path, to: $0)
            }
            tape.salvaged = "salvaged from a damaged tape: " + damage + (lost.map { "; lost: \($0)" } ?? "")
            return tape
        }
    }

    /// A line of JSON about it, with `salvaged` in front where that is so.
    package func noted(_ json: String) -> String {
        guard let salvaged, json.hasPrefix("{") else { return json }
        return #"{"salvaged":\#(JSON.string(salvaged).text),"# + json.dropFirst()
    }

    package static func isText(_ path: String) -> Bool { StreamForm(reading: path) == .lines }

    /// Whether its name ends as a tape's does, in either form.
    package static func isNamed(_ path: String) -> Bool { (try? StreamForm(path: path)) != nil }

    package func close() {
        reader.close()
        temporaryFiles?.remove()
    }

    /// Whether it holds what a client logged, and no stream.
    package static func holdsLog(_ tape: TapeReader) -> Bool { (try? tape.meta()["holds"]) == ClientLog.content }
}

extension TapeReader {
    /// All marks of a recording: those that are on it, and those that somebody set on it.
    /// - Parameters:
    ///   - file: the recording as the user calls it, which may be a text that became this tape.
    ///   - isBundled: it came with the program; its folder is not the user's.
    /// - Throws: `TapeError`; `CommandError.unusable` for a file of marks that is none.
    package func marks(of file: String, isBundled: Bool = false) throws -> [Mark] {
        try marks().covered(by: try MarkFile(of: file, isBundled: isBundled).read())
    }
}
