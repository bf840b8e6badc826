import BookFolders
import Events
import Library
import Settings
import Support
import Testing

@testable import Reading

@Suite("Opening what a user names") struct BookOpeningTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func configuration(_ flags: [Setting: String] = [:]) throws -> Configuration {
        let environment = ["XDG_CACHE_HOME": folder.file("cache"), "XDG_STATE_HOME": folder.file("state")]
        return try Configuration.load(flags: flags, environment: environment)
    }

    @Test(
        "a server's book is read without a screen as a folder's is: by its address, and by its id where a server is set"
    )
    func served() async throws {
        let peer = try await Peer("books.py")
        let address = "http://127.0.0.1:\(peer.port)"
        var told: [[String]] = []
        for (source, flags) in [("\(address)/api?job=job-7f3a", [:]), ("job-7f3a", [.server: address])]
            as [(String, [Setting: String])]
        {
            let book = try await BookOpening.open(source, try configuration(flags))
            var (lines, warnings) = ([String](), [String]())
            try await HeadlessReading(book, of: source, .reported) {
                warnings.append($0)
            } write: {
                lines.append($0)
            }
            .run(asJSON: true)
            #expect(warnings == [])
            #expect(
                lines.last?.contains("end of the book") == true && lines.contains { $0.contains("\"sentence\":16") })
            told.append(lines)
            await book.close()
        }
        #expect(told[0] == told[1])
        #expect(folder.names == ["cache"])
    }

    @Test("a folder comes before a server's id of the same name, and a server alone is no book")
    func others() async throws {
        let job = try WrittenJob()
        let configuration = try configuration([.server: "http://127.0.0.1:1"])
        #expect(try await BookOpening.open(job.folder.path, configuration) is JobFolder)
        for (source, words) in [
            ("http://127.0.0.1:1", "list them with: cameo library http://127.0.0.1:1"),
            ("https://h?job=..", "not a book's name"),
        ] {
            let error = await #expect(throws: CommandError.self) { try await BookOpening.open(source, configuration) }
            #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
        }
    }
}
