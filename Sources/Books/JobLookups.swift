import BookAPI
import Events
import Synchronization

/// A job's dictionary, which is read when it is asked for the first time.
final class JobLookups: Sendable {
    private let cache = Mutex<LookupCache?>(nil)

    /// - Parameter read: gives the file.
    func paragraphs(of words: String, _ read: () -> [UInt8]?) -> [String]? {
        cache.withLock { cache in
            // One that cannot be read has no words.
            let known = cache ?? read().flatMap { try? LookupCache($0) } ?? LookupCache()
            cache = known
            return known.entry(of: words)?.paragraphs
        }
    }
}
