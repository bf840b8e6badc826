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
    case notSQLite(path: String)
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
    /// A recording is no text.
    case textEnding(path: String)
    case diskFull(path: String)
    case unwritable(path: String, reason: String)
    /// Not one line of a text: neither an entry nor a mark, nor whose rules it was heard by.
    case nothingLeft(path: String)
    case closed(path: String)

    package var isOfInput: Bool {
        switch self {
        case .diskFull, .unwritable, .closed: false
        default: true
        }
    }

    /// As its name says.
    private static func isText(_ path: String) -> Bool {
        ["txt", "md", "epub", "html", "xhtml", "srt", "vtt"].contains { path.lowercased().hasSuffix("." + $0) }
    }

    /// One line for people; starts with the file, and with the line where there is one.
    package var reason: String {
        switch self {
        case .missing(let path): FileNames.fault(path, "no such file" + FileNames.doubt(path))
        case .isDirectory(let path): "\(path): is a directory"
        case .empty(let path): "\(path): is empty"
        case .notSQLite(let path):
            "\(path): is no tape (not an SQLite file)"
                + (path.hasSuffix(".y4m")
                    ? "; cameo call --video shows a video" : Self.isText(path) ? "; cameo read reads texts aloud" : "")
        case .notATape(let path): "\(path): is an SQLite file of another program, not a tape"
        case .newerVersion(let path, let found, let known):
            "\(path): has tape format \(found), this program knows up to \(known); a newer program is needed"
        case .truncated(let path, let expected, let found):
            "\(path): is cut off, " + (expected.map { "\(found) of \($0)" } ?? "only \(found)") + " bytes are there"
        case .corrupt(let path, let reason): "\(path): is damaged: \(reason)"
        case .locked(let path): "\(path): is locked by another program"
        case .unfinished(let path):
            "\(path): was not closed, and its folder cannot be written to; copy it together with \(path)-wal"
        case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
        case .badEntry(let path, let id, let reason): "\(path): entry \(id): \(reason)"
        case .badLine(let path, let line, let reason): "\(path):\(line): \(reason)"
        case .alreadyExists(let path): "\(path): exists already"
        case .sameFile(let path): "\(path): is input and output at once"
        case .unknownEnding(let path): FileNames.fault(path, "ends neither in .cameo nor in .ndjson")
        case .textEnding(let path): "\(path): a recording is no text: name it .cameo; `cameo convert` makes text of it"
        case .diskFull(let path): "\(path): no space left"
        case .unwritable(let path, let reason): "\(path): cannot be written: \(reason)"
        case .nothingLeft(let path):
            "\(path): there is nothing to write, and an empty text is no stream; a .cameo can be one"
        case .closed(let path): "\(path): is closed"
        }
    }
}

extension TapeError {
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
        let reason = error.message ?? "SQLite error \(error.resultCode.rawValue)"
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
        default: self = .unwritable(path: path, reason: (error as? DatabaseError)?.message ?? "\(error)")
        }
    }
}
