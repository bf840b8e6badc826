import BookAPI
import BookFolders
import SocketIO

/// What a server keeps for those who read: places, marks and words. All but words need a login.
extension BookServer {
    private static let mostJobs = 100

    /// Where they have come to, by the books' names.
    package func resume(_ jobs: [String]) async throws(LibraryError) -> [String: ResumeEntry] {
        var entries: [String: ResumeEntry] = [:]
        for start in stride(from: 0, to: jobs.count, by: Self.mostJobs) {
            let some = Array(jobs[start..<min(start + Self.mostJobs, jobs.count)])
            entries.merge(try await ask(.resumeEntries(some), ResumeEntry.entries)) { _, new in new }
        }
        return entries
    }

    package func resume(_ job: String) async throws(LibraryError) -> ResumeEntry? {
        try await ask(.resume(job)) { body throws(BookError) in try ResumeEntry.entry(body, job: job) }
    }

    /// Keeps a place, unless the server has one of later: it would take any.
    /// - Parameter left: when it was read, in seconds since 1970 by our clock; `nil` for now.
    /// - Returns: the one that is kept.
    @discardableResult
    package func save(_ entry: ResumeEntry, left: Double? = nil) async throws(LibraryError) -> ResumeEntry? {
        guard entry.isWorthKeeping else { return nil }
        let kept = try await resume(entry.job)
        if let kept, let left, (kept.updated ?? 0) > left + clockSkew + ServerPlaces.tolerance { return kept }
        return try await ask(.saveResume(entry.job, entry)) { body throws(BookError) in
            try ResumeEntry.entry(body, job: entry.job)
        }
    }

    package func forgetResume(_ job: String) async throws(LibraryError) {
        try await ask(.deleteResume(job)) { _ throws(BookError) in }
    }

    package func bookmarks(_ job: String) async throws(LibraryError) -> [ServerBookmark] {
        try await ask(.bookmarks(job), ServerBookmark.list)
    }

    package func add(_ bookmark: ServerBookmark, to job: String) async throws(LibraryError) -> ServerBookmark {
        try await ask(.addBookmark(job, bookmark), ServerBookmark.added)
    }

    package func deleteBookmark(_ id: String, of job: String) async throws(LibraryError) {
        try await ask(.deleteBookmark(job, id)) { _ throws(BookError) in }
    }

    // MARK: Pictures

    /// Below the job's folder; `nil` where none is named.
    func picturePath(of sentence: Int, in job: String) async throws(LibraryError) -> String? {
        try await ask(.sentencePicture(sentence, of: job), SentencePicture.path)
    }

    private static let coverSeconds = 10

    /// Encoded; `nil` where there is none, or it cannot be had.
    package func cover(of job: String) async -> [UInt8]? {
        let path = BackendCall.cover(of: job).path
        let bytes = try? await file(.own(path), seconds: Self.coverSeconds, limit: BookLimits.pictureBytes)
        return bytes?.isEmpty == true ? nil : bytes
    }

    // MARK: Music

    /// - Parameter id: its id or its label; `nil` for the one that the server takes itself.
    func bed(_ id: String?) async throws(LibraryError) -> ReadingBed? {
        try await ask(.readingBeds) { body throws(BookError) in try ReadingBeds.bed(id, body) }
    }

    // MARK: Words

    package func lookupSummary(_ job: String) async throws(LibraryError) -> LookupSummary {
        try await ask(.lookupSummary(job)) { body throws(BookError) in try LookupSummary(body) }
    }

    /// What the book's dictionary says of a word, or of one of its parts; `nil` where it has none of them.
    package func lookup(_ word: String, in job: String) async throws(LibraryError) -> WordLookup? {
        for form in WordLookup.forms(of: word) {
            if let found = try await ask(.lookup(form, in: job), WordLookup.entry) { return found }
        }
        return nil
    }

    /// What the server's language model says, paragraph by paragraph.
    /// - Parameters:
    ///   - language: of the words.
    ///   - other: in which they are explained.
    package func askModel(
        _ words: String, language: String?, other: String?
    ) async throws(LibraryError) -> [String] {
        try await ask(.modelLookup(words, language: language, other: other), ModelAnswer.paragraphs)
    }

    /// Hits in the book first, then other titles.
    package func search(_ text: String, in job: String) async throws(LibraryError) -> [SearchHit] {
        try await ask(.librarySearch(text, in: job), SearchHit.hits)
    }
}
