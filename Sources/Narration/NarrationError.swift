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
        case .noSound(let path): "\(path.kept): no sound of this book"
        case .canceled: "canceled"
        case .notThisJob(let folder, let found):
            "\(folder.kept): expected an empty directory or one that this book was begun in, found \(found)"
        case .locked(let folder): "\(folder.kept): another program is writing it"
        case .cannotWrite(let format): "the sound library that is installed cannot write \(format)"
        }
    }
}
