import ArgumentParser
import Settings

/// How a server with books is reached, and as whom; all of it can be set once, too.
struct LibraryArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Server whose books are named by their ids alone.", valueName: "url")) var server:
        String?
    @Option(help: ArgumentHelp("Log in there with this name; the password is never an option.", valueName: "name"))
    var login: String?
    @Option(help: ArgumentHelp("MB that books of servers may take on the disk; 0 keeps none.", valueName: "MB"))
    var bookCache: Int?
    @Flag(inversion: .prefixedNo, help: "Take certificates that nobody vouches for.") var insecure: Bool?
    @Option(
        help: ArgumentHelp("Certificates to trust besides the system's, PEM.", valueName: "file"), completion: .file())
    var caFile: String?

    func validate() throws {
        try Setting.bookCacheLimit.limit(bookCache)
        try cameo.validate(flags)
    }

    var flags: [Setting: String] {
        var flags: [Setting: String] = [:]
        flags[.server] = server
        flags[.login] = login
        flags[.bookCacheLimit] = bookCache.map { "\($0)" }
        flags[.insecure] = insecure.map { "\($0)" }
        flags[.caFile] = caFile
        return flags
    }
}
