import JSON
import SocketIO

/// Requests to a server with books (reader 1.2): what is asked, and what an answer may be.
extension BackendCall {
    private static func library(
        _ path: String, method: Method = .get, query: [(name: String, value: String)] = [], _ body: JSON? = nil,
        expected: [Int] = [200], seconds: Int = 20, limit: Int = usualAnswer
    ) -> BackendCall {
        var call = BackendCall(
            method: method, path: path + (query.isEmpty ? "" : "?" + BackendAddress.query(query)), body: body,
            expected: expected, timeoutSeconds: seconds)
        call.answerLimit = limit
        return call
    }

    // MARK: Who

    package static func libraryLogin(_ user: String, _ password: Secret) -> BackendCall {
        library(
            "/api/auth/login", method: .post, ["username": .string(user), "password": .string(password.revealed)],
            seconds: 12)
    }

    /// The only request that always says of a token that it is dead (reader 1.3).
    package static var librarySession: BackendCall { library("/api/auth/session", seconds: 8) }
    package static var libraryLogout: BackendCall {
        library("/api/auth/logout", method: .post, expected: [200, 204, 401], seconds: 8)
    }

    // MARK: What there is

    package static func libraryItems(_ query: LibraryQuery, page: Int, limit: Int) -> BackendCall {
        let paging = [("view", "flat"), ("page", "\(page)"), ("limit", "\(limit)")]
        return library("/api/library/items", query: query.pairs + paging, limit: BookLimits.fileBytes)
    }

    package static func libraryJobs(offset: Int, limit: Int) -> BackendCall {
        library(
            "/api/pipelines/jobs", query: [("offset", "\(offset)"), ("limit", "\(limit)")], limit: BookLimits.fileBytes)
    }

    package static func libraryJob(_ job: String) -> BackendCall {
        library("/api/pipelines/\(BackendAddress.encoded(job))", limit: BookLimits.fileBytes)
    }

    package static func librarySearch(_ text: String, in job: String, limit: Int = 20) -> BackendCall {
        library("/api/pipelines/search", query: [("query", text), ("job_id", job), ("limit", "\(limit)")])
    }

    // MARK: A book

    /// - Parameter summary: without rows that a chunk's own file has. What is asked for in full may be many megabytes.
    package static func libraryManifest(_ job: String, summary: Bool = true) -> BackendCall {
        library(
            "/api/library/media/\(BackendAddress.encoded(job))", query: summary ? [("summary", "true")] : [],
            limit: BookLimits.fileBytes)
    }

    package static func jobManifest(_ job: String, isLive: Bool) -> BackendCall {
        library(
            "/api/pipelines/jobs/\(BackendAddress.encoded(job))/media" + (isLive ? "/live" : ""),
            limit: BookLimits.fileBytes)
    }

    /// Which picture a sentence has (reader 1.13).
    package static func sentencePicture(_ sentence: Int, of job: String) -> BackendCall {
        library("/api/pipelines/jobs/\(BackendAddress.encoded(job))/media/images/sentences/\(sentence)")
    }

    package static func cover(of job: String) -> BackendCall {
        library("/api/pipelines/\(BackendAddress.encoded(job))/cover")
    }

    /// A text, a sound or a picture.
    /// - Parameter path: encoded.
    package static func libraryFile(_ path: String, seconds: Int, limit: Int) -> BackendCall {
        var call = library(path, seconds: seconds, limit: limit)
        call.headers = [("Accept", "*/*")]
        return call
    }

    /// Music that can be heard beneath (reader 1.15).
    package static var readingBeds: BackendCall { library("/api/reading-beds") }

    // MARK: What a reader keeps there

    package static func resumeEntries(_ jobs: [String]) -> BackendCall {
        library("/api/resume", query: jobs.map { ("job_id", $0) })
    }

    package static func resume(_ job: String) -> BackendCall { library("/api/resume/\(BackendAddress.encoded(job))") }

    package static func saveResume(_ job: String, _ entry: ResumeEntry) -> BackendCall {
        library("/api/resume/\(BackendAddress.encoded(job))", method: .put, entry.json)
    }

    package static func deleteResume(_ job: String) -> BackendCall {
        library("/api/resume/\(BackendAddress.encoded(job))", method: .delete)
    }

    package static func bookmarks(_ job: String) -> BackendCall {
        library("/api/bookmarks/\(BackendAddress.encoded(job))")
    }

    package static func addBookmark(_ job: String, _ bookmark: ServerBookmark) -> BackendCall {
        library("/api/bookmarks/\(BackendAddress.encoded(job))", method: .post, bookmark.json, expected: [200, 201])
    }

    package static func deleteBookmark(_ job: String, _ id: String) -> BackendCall {
        library("/api/bookmarks/\(BackendAddress.encoded(job))/\(BackendAddress.encoded(id))", method: .delete)
    }

    // MARK: Words

    package static func lookupSummary(_ job: String) -> BackendCall { library(lookupPath(job) + "/summary") }

    package static func lookup(_ word: String, in job: String) -> BackendCall {
        library("\(lookupPath(job))/\(BackendAddress.encoded(word))")
    }

    /// Asks the server's language model, which may think for a while and cost its owner something.
    package static func modelLookup(_ words: String, language: String?, other: String?) -> BackendCall {
        var body: JSONObject = ["query": .string(words)]
        if let language { body.append("input_language", .string(language)) }
        if let other { body.append("lookup_language", .string(other)) }
        return library("/api/assistant/lookup", method: .post, .object(body), seconds: 60)
    }

    private static func lookupPath(_ job: String) -> String {
        "/api/pipelines/jobs/\(BackendAddress.encoded(job))/lookup-cache"
    }
}
