import Events
import Files
import GRDB
import Platform

/// Why a tape or a stream in text form cannot be read or written. Every case says which file.
package enum TapeError: ReasonedError, Hashable {
    case missing(path: String)
    case isDirectory(path: String)
    case empty(path: String)
    /// The file is not what its ending says: no SQLite file at all.
    /// - Parameter found: what it is, by its first bytes; `nil` where they do not tell.
    case notSQLite(path: String, found: String? = nil)
    /// An SQLite file of some other program.
    case notATape(path: String)
    /// Written by a newer program.
    case newerVersion(path: String, found: Int, known: Int)
    /// The end of the file is missing. Both in bytes.
    case truncated(path: String, expected: Int?, found: Int)
    case corrupt(path: String, reason: String)
    /// Another program holds the file.
    case locked(path: String)
    /// The recording was ended by force and its last part can be read only where the folder can be written to.
    case unfinished(path: String)
    case unreadable(path: String, reason: String)
    /// One entry makes no sense.
    case badEntry(path: String, id: Int64, reason: String)
    /// One line of a text stream, counted from 1, makes no sense.
    case badLine(path: String, line: Int, reason: String)
    case alreadyExists(path: String)
    case sameFile(path: String)
    /// Neither `.cameo` nor `.ndjson`.
    case unknownEnding(path: String)
    /// A recording that is to be made is not named `.cameo`.
    case recordingEnding(path: String)
    case diskFull(path: String)
    /// The disk is not full yet, and is left some room for other programs. In bytes.
    case diskNearlyFull(path: String, left: Int)
    /// The recording has the bytes that it may have.
    case recordedEnough(path: String, limit: Int)
    /// There was no room to take the write-ahead log into the file: it lies beside it.
    case logLeft(path: String)
    case unwritable(path: String, reason: String)
    /// Not one line of a text: neither an entry nor a mark, nor whose rules it was heard by.
    case nothingLeft(path: String)
    case closed(path: String)

    package var isOfInput: Bool {
        switch self {
        case .diskFull, .diskNearlyFull, .recordedEnough, .logLeft, .unwritable, .closed: false
        default: true
        }
    }

    /// What is wrong with a damaged tape, without its name; `nil` where the tape is not damaged.
    package var damage: String? {
        switch self {
        case .corrupt(_, let reason): reason
        case .badEntry(let path, _, _), .truncated(let path, _?, _): String(reason.dropFirst(path.count + 2))
        default: nil
        }
    }

    /// What plays or reads a file that is no tape.
    /// - Parameter found: what it is, by its first bytes.
    private static func advice(_ path: String, _ found: String?) -> String {
        switch found {
        case FileKind.videoAsIs?: "; to play a video, use `cameo call --video`"
        case let found? where FileKind.isVideo(found):
            "; to play a video, \(FileKind.playingVideos), or `cameo read` if subtitles lie beside it"
        default: isText(path) ? "; to read a text aloud, use `cameo read`" : ""
        }
    }

    /// As its name says.
    private static func isText(_ path: String) -> Bool {
        ["txt", "md", "epub", "fb2", "html", "xhtml", "srt", "vtt"].contains { path.lowercased().hasSuffix("." + $0) }
    }

    /// One line for people; starts with the file, and with the line where there is one.
    package var reason: String {
        switch self {
        case .missing(let path): FileNames.fault(path, "no such file" + FileNames.doubt(path))
        case .isDirectory(let path): "\(path): expected a recording, found a folder"
        case .empty(let path): "\(path): empty"
        case .notSQLite(let path, let found):
            "\(path): not a tape (expected SQLite, found \(found ?? "something else"))" + Self.advice(path, found)
        case .notATape(let path): "\(path): not a tape (another program's SQLite file)"
        case .newerVersion(let path, let found, let known):
            "\(path): tape format \(found) is newer than this version of Cameo supports (\(known)); update Cameo"
        case .truncated(let path, let expected, let found):
            "\(path): cut off, " + (expected.map { "\(found) of \($0)" } ?? "only \(found)") + " bytes found"
        case .corrupt(let path, let reason): "\(path): damaged: \(reason)"
        case .locked(let path): "\(path): locked by another program"
        case .unfinished(let path):
            "\(path): was not closed properly and its folder is read-only; copy it together with \(path)-wal to a writable folder"
        case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
        case .badEntry(let path, let id, let reason): "\(path): entry \(id): \(reason)"
        case .badLine(let path, let line, let reason): "\(path):\(line): \(reason)"
        case .alreadyExists(let path): "\(path): already exists; replace it with --overwrite"
        case .sameFile(let path): "\(path): both input and output"
        case .unknownEnding(let path): FileNames.fault(path, "must end in .cameo or .ndjson")
        case .recordingEnding(let path):
            "\(path): a recording's name must end in .cameo; `cameo convert` turns a recording into text"
        case .diskFull(let path): "\(path): no space left"
        case .diskNearlyFull(let path, let left):
            "\(path): almost no space left (\(Self.size(left))); the recording has stopped to keep that for other programs"
        case .recordedEnough(let path, let limit):
            "\(path): the recording has stopped at its limit of \(Self.size(limit)); raise it with `cameo record --max-size`"
        case .logLeft(let path):
            "\(path): no space left to complete it; its last part is in \(path)-wal: keep both, make room, and open it again"
        case .unwritable(let path, let reason): "\(path): cannot be written: \(reason)"
        case .nothingLeft(let path):
            "\(path): nothing to write; an empty stream needs a .cameo file"
        case .closed(let path): "\(path): closed"
        }
    }
}

extension TapeError {
    private static func size(_ bytes: Int) -> String {
        bytes < 10_000_000 ? "\(bytes / 1_000) kB" : "\(bytes / 1_000_000) MB"
    }

    /// What an error of SQLite means while reading.
    init(reading path: String, _ error: any Error) {
        if let error = error as? TapeError {
            self = error
        } else if let error = error as? DatabaseError {
            self.init(reading: path, error)
        } else {
            self = .corrupt(path: path, reason: "\(error)")
        }
    }

    private init(reading path: String, _ error: DatabaseError) {
        let reason = Self.words(error.resultCode)
        switch error.resultCode {
        case .SQLITE_NOTADB: self = .notSQLite(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_READONLY:
            self = .unreadable(path: path, reason: reason)
        default: self = .corrupt(path: path, reason: reason)
        }
    }

    /// The same for a file that is to be made: SQLite says only that it cannot be opened, the system says why.
    init(creating path: String, _ error: any Error) {
        // What opening makes is removed by whoever could not make it.
        guard (error as? DatabaseError)?.resultCode == .SQLITE_CANTOPEN, OpenFile(path, O_RDWR | O_CREAT) == nil else {
            self.init(writing: path, error)
            return
        }
        self = .unwritable(path: path, reason: FileNames.obstacle(path))
    }

    /// What an error of SQLite means while writing.
    init(writing path: String, _ error: any Error) {
        if let error = error as? TapeError {
            self = error
            return
        }
        switch (error as? DatabaseError)?.resultCode {
        case .SQLITE_FULL?: self = .diskFull(path: path)
        case .SQLITE_BUSY?, .SQLITE_LOCKED?: self = .locked(path: path)
        default:
            self = .unwritable(
                path: path, reason: (error as? DatabaseError).map { Self.words($0.resultCode) } ?? "\(error)")
        }
    }

    /// What the database's numbers mean for a tape.
    private static func words(_ code: ResultCode) -> String {
        switch code {
        case .SQLITE_CORRUPT, .SQLITE_FORMAT: "its pages are damaged"
        case .SQLITE_IOERR: "disk read or write failed"
        case .SQLITE_CANTOPEN: "it cannot be opened"
        case .SQLITE_READONLY: "it is read-only"
        case .SQLITE_PERM, .SQLITE_AUTH: "permission denied"
        case .SQLITE_NOMEM: "not enough memory"
        case .SQLITE_TOOBIG: "a value is larger than a tape allows"
        case .SQLITE_CONSTRAINT, .SQLITE_MISMATCH: "its entries contradict each other"
        case .SQLITE_ERROR: "its tables are not those of a tape"
        case .SQLITE_INTERRUPT: "reading was interrupted"
        default: "SQLite error \(code.rawValue)"
        }
    }
}
