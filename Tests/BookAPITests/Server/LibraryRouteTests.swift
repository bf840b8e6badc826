import SocketIO
import Testing

@testable import BookAPI

@Suite("What a path of a server with books asks for") struct LibraryRouteTests {
    @Test(
        "each path that there is",
        arguments: [
            ("/_health", .health), ("/api/auth/login", .login), ("/api/library/items", .items),
            ("/api/library/media/j", .libraryMedia("j")),
            ("/api/library/media/j/file/media/a b.mp3", .libraryFile("j", path: "media/a b.mp3")),
            ("/api/library/media/j/file//etc/passwd", .libraryFile("j", path: "/etc/passwd")),
            ("/storage/jobs/j/metadata/job.json", .storageFile("j", path: "metadata/job.json")),
            ("/storage/jobs/j/files/media/a", .storageFile("j", path: "media/a")),
            ("/api/jobs/j/timing", .timing("j")), ("/api/pipelines/jobs", .jobs), ("/api/pipelines/j", .job("j")),
            ("/api/pipelines/jobs/j/media", .jobMedia("j", isLive: false)),
            ("/api/pipelines/jobs/j/media/live", .jobMedia("j", isLive: true)),
            ("/api/pipelines/jobs/j/media/chunks/c", .jobChunk("j", chunk: "c")),
            ("/api/pipelines/jobs/j/lookup-cache", .lookups("j")),
            ("/api/pipelines/jobs/j/lookup-cache/summary", .lookupSummary("j")),
            ("/api/pipelines/jobs/j/lookup-cache/bulk", .lookupMany("j")),
            ("/api/pipelines/jobs/j/lookup-cache/лампа", .lookup("j", word: "лампа")),
            ("/api/pipelines/j/cover", .cover("j")), ("/api/pipelines/j/events", .events("j")),
            ("/api/pipelines/search", .search), ("/api/resume", .resumes), ("/api/resume/j", .resume("j")),
            ("/api/bookmarks/j", .bookmarks("j")), ("/api/bookmarks/j/b-1", .bookmark("j", id: "b-1")),
            ("", nil), ("/", nil), ("api/library/items", nil), ("/api/library/items/", nil), ("/api", nil),
            ("/api/library/media/", nil), ("/api/library/media//file/a", nil), ("/api/pipelines/jobs/j/media/x", nil),
            ("/api/bookmarks/j/b/c", nil), ("//api/library/items", nil),
        ] as [(String, LibraryRoute?)])
    func routes(path: String, expected: LibraryRoute?) { #expect(LibraryRoute(path) == expected) }

    @Test(
        "paths are tried as they are, and decoded as often as the route does it; none leads up",
        arguments: [
            ("media/a", .library, ["media/a"]), ("a%20b", .library, ["a%20b", "a b"]),
            ("a%2520b", .library, ["a%2520b", "a%20b", "a b"]),
            ("a%252520b", .library, ["a%252520b", "a%2520b", "a%20b"]),
            ("a%20b", .job, ["a%20b"]), ("%2e%2e/x", .job, ["%2e%2e/x"]), ("a..b/...", .library, ["a..b/..."]),
            ("../x", .library, nil), ("media/../../x", .library, nil), ("%2e%2e/x", .library, nil),
            ("%252e%252e%252fx", .library, nil), ("../x", .job, nil), ("a/..", .job, nil),
        ] as [(String, LibraryOrigin, [String]?)])
    func files(path: String, origin: LibraryOrigin, expected: [String]?) {
        let found = Result { () throws(HTTPAnswer) in try LibraryFilePath.candidates(path, origin) }
        switch found {
        case .success(let paths): #expect(paths == expected)
        case .failure(let answer): #expect(expected == nil && answer.status == (origin == .library ? 400 : 404))
        }
    }

    @Test(
        "RN1 the token of a header counts before that of an address, dead or not",
        arguments: [
            ("Bearer t1", nil, "t1"), ("bearer t1", "t2", "t1"), ("t1", "t2", "t1"), ("Basic t1", "t2", nil),
            ("", "t2", nil), ("Bearer a b", nil, nil), (nil, "t2", "t2"), (nil, nil, nil),
        ] as [(String?, String?, String?)])
    func tokens(header: String?, query: String?, expected: String?) {
        let target = "/api/library/items" + (query.map { "?access_token=\($0)" } ?? "")
        let request = LibraryRequest("GET", target, authorization: header)
        #expect(request.token() == expected)
        #expect(request.token(alsoInQuery: false) == (header == nil ? nil : expected))
    }
}
