import Events
import Settings
import SocketIO
import Support
import Testing

@testable import Live

@Suite struct ConnectOptionsTests {
    @Test("who talks: what is said nearer to the run counts; of two from one place the address to log in with")
    func credentials() throws {
        let (user, email) = ("user = \"u0\"", "email = \"me@example.org\"")
        let cases: [(file: String, environment: [String: String], flags: [Setting: String], user: String?)] = [
            (email, [:], [.user: "u1"], "u1"), (email, ["CAMEO_USER": "u2"], [:], "u2"),
            (user, [:], [.email: "me@example.org"], nil), (user + "\n" + email, [:], [:], nil),
            (email, ["CAMEO_EMAIL": "me@example.org", "CAMEO_USER": "u2"], [:], nil),
        ]
        let folder = try Folder()
        let text = "[backend]\nurl = \"http://h\"\npassword = \"x\"\n"
        for one in cases {
            let file = try folder.write(text + one.file, to: "config.toml")
            let configuration = try Configuration.load(flags: one.flags, environment: one.environment, path: file)
            let expected =
                one.user.map { Credentials.user($0) }
                ?? .login(email: "me@example.org", password: Secret("x"))
            #expect(try ConnectOptions(configuration).credentials == expected)
        }
    }

    @Test("the first link may take 30 s without a screen, as long as it likes with one, and what is set in both")
    func limit() throws {
        let folder = try Folder()
        let file = try folder.write("[backend]\nurl = \"http://h\"\nuser = \"u\"\n", to: "config.toml")
        func limit(_ flags: [Setting: String], hasScreen: Bool) throws -> TimeSpan? {
            let configuration = try Configuration.load(flags: flags, environment: [:], path: file)
            return try ConnectOptions(configuration, hasScreen: hasScreen).connection.connectLimit
        }
        #expect(try limit([:], hasScreen: false) == .seconds(30))
        #expect(try limit([:], hasScreen: true) == nil)
        for hasScreen in [false, true] {
            #expect(try limit([.connectTimeout: "2s"], hasScreen: hasScreen) == .seconds(2))
        }
        #expect(throws: CommandError.unusable("--connect-timeout: expected a time from 100ms to 3600s, found \"5\"")) {
            try limit([.connectTimeout: "5"], hasScreen: true)
        }
    }

    @Test("for questions alone what is set for the first connection is how long each answer may take")
    func asking() throws {
        let folder = try Folder()
        let file = try folder.write("[backend]\nurl = \"http://h\"\n", to: "config.toml")
        func limit(_ flags: [Setting: String]) throws -> TimeSpan? {
            try ConnectOptions.asking(try Configuration.load(flags: flags, environment: [:], path: file)).answerLimit
        }
        #expect(try limit([:]) == nil && limit([.connectTimeout: "2s"]) == .seconds(2))
    }

    @Test("without an address it is said where one can be set, in words that can be followed")
    func address() throws {
        let folder = try Folder()
        let file = try folder.write("", to: "config.toml")
        let reason = "no address: give the backend's address, or set CAMEO_URL, or url under [backend] in \(file)"
        #expect(throws: CommandError.unusable(reason)) {
            try ConnectOptions.connection(try Configuration.load(environment: [:], path: file))
        }
    }

    @Test("several agents: the first has the main engine, the others one by their names; each once, and not too many")
    func agents() throws {
        let folder = try Folder()
        let file = try folder.write("[backend]\nurl = \"http://h\"\nagent = \"1\"\nuser = \"u\"\n", to: "config.toml")
        let options = try ConnectOptions(try Configuration.load(environment: [:], path: file))
        let sessions = try options.beside(["lea", "3"])
        #expect(sessions.map(\.connection.identity.agent) == ["1", "lea", "3"])
        #expect(sessions.map(\.live.member) == [.main, Member("lea"), Member("3")])
        #expect(try options.beside([]).count == 1)
        #expect(throws: CommandError.unusable("--agent: 1 is named twice")) { try options.beside(["lea", "1"]) }
        #expect(throws: CommandError.self) { try options.beside(["a\nb"]) }
        var odd = options
        odd.connection.identity.agent = String(repeating: "x", count: 65)
        #expect(throws: CommandError.self) { try odd.beside([]) }
        #expect(try options.beside((2...8).map { "\($0)" }).count == 8)
        #expect(throws: CommandError.unusable("--agent: expected at most 8, found 9")) {
            try options.beside((2...9).map { "\($0)" })
        }
    }
}
