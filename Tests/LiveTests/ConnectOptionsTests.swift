import Settings
import Support
import Testing
import Wire

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
}
