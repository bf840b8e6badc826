import BookAPI
import Events
import Files
import Platform

/// Why a job's folder, or a part of it, cannot be read.
package enum JobError: ReasonedError, Hashable {
    /// Of the system, with its words.
    case unreadable(path: String, words: String)
    /// What has none of the forms of a job.
    case noJob(path: String, found: String)
    /// A folder in which there are jobs.
    case manyJobs(path: String, example: String)
    /// A path in the job that leads out of it, or to no file.
    case refused(RefusedPath)
    /// A file that begins as an archive.
    case badArchive(path: String, found: String)
    case tooLarge(path: String, limit: Int)
    /// A file that is not what it should be.
    case badFile(path: String, BookError)
    /// A chunk of which neither the text nor a file with it is named.
    case noText(chunk: String, path: String)

    package var isOfInput: Bool { true }

    package var reason: String {
        switch self {
        case .unreadable(let path, let words): FileNames.fault(path.kept, words)
        case .noJob(let path, let found):
            "\(path.kept): expected a job with metadata/job.json, chunk files or manifest.json, found \(found)"
        case .manyJobs(let path, let example):
            "\(path.kept): contains books, such as \(example.kept); "
                + "list them with: cameo library \(ShellWord.quoted(path.kept))"
        case .refused(let refused): refused.reason
        case .badArchive(let path, let found): "\(path.kept): expected a zip archive with a book, found \(found)"
        case .tooLarge(let path, let limit): "\(path.kept): expected at most \(limit) bytes, found more"
        case .badFile(let path, let error): "\(path.kept): \(error.reason)"
        case .noText(let chunk, let path):
            "\(path.kept): neither sentences nor a sentence file for \(chunk.kept)"
        }
    }
}
