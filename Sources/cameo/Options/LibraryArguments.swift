import ArgumentParser
import Settings

/// How a server with books is reached, and as whom; all of it can be set once, too.
struct LibraryArguments: ParsableArguments {
    @Option(help: ArgumentHelp("Server for books named by id alone.", valueName: "url")) var server: String?
    @Option(help: ArgumentHelp("Log in with this name. The password is never an option.", valueName: "name"))
    var login: String?
    @Option(help: ArgumentHelp("Disk limit for books of servers in MB; 0 disables the cache.", valueName: "MB"))
    var bookCache: Int?
    @Flag(inversion: .prefixedNo, help: "Accept untrusted certificates.") var insecure: Bool?
    @Option(
        help: ArgumentHelp("Additional certificates to trust, PEM.", valueName: "file"), completion: .file())
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
