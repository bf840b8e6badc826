import Events

/// Why a book cannot be read by a voice.
package enum NarrationError: ReasonedError, Hashable {
    /// A file of sound that none of its chunks has.
    case noSound(path: String)
    /// It is closed, or whoever asked does not wait any more.
    case canceled
    /// A folder that is to become a job's, and is not this one's.
    case notThisJob(folder: String, found: String)
    case locked(folder: String)
    case cannotWrite(format: String)

    package var isOfInput: Bool { self != .canceled }

    package var reason: String {
        switch self {
        case .noSound(let path): "\(path.kept): no sound for this book"
        case .canceled: "canceled"
        case .notThisJob(let folder, let found):
            "\(folder.kept): expected an empty folder or an unfinished narration of this book, found \(found)"
        case .locked(let folder): "\(folder.kept): another program is writing to it"
        case .cannotWrite(let format): "the installed sound library cannot write \(format)"
        }
    }
}
