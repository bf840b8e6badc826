import SocketIO
import Testing

@Suite("Web pages that may use a server") struct PageAccessTests {
    private func isAllowed(
        _ origin: String?, _ host: String? = "127.0.0.1:5003", on address: String = "127.0.0.1", _ named: [String] = []
    ) -> Bool {
        let access = PageAccess(listeningOn: address, allowing: named)
        return access.refusal(hosts: host.map { [$0] } ?? [], origins: origin.map { [$0] } ?? []) == nil
    }

    @Test(
        "on loopback only names of this machine are a Host, with any port",
        arguments: [
            ("localhost", true), ("LocalHost:5003", true), ("127.0.0.1", true), ("127.8.9.10:80", true),
            ("[::1]", true),
            ("[::1]:5003", true), ("attacker.example", false), ("attacker.example:5003", false), ("", false),
            ("127.attacker.example", false), ("127.0.0.1.attacker.example", false),
            ("localhost.attacker.example", false),
            ("127.0.0.1@attacker.example", false), ("127.0.0.+1", false), ("127.1", false), ("128.0.0.1", false),
            ("0.0.0.0:5003", false), ("[::2]", false), ("::1", false), ("localhost:5003x", false),
            ("localhost ", false),
        ])
    func hosts(host: String, isExpected: Bool) {
        #expect(isAllowed(nil, host) == isExpected)
        // Who listens for others cannot know by which names they reach it.
        #expect(isAllowed(nil, host, on: "0.0.0.0"))
    }

    @Test("programs without a Host or an Origin are answered, and nothing that says two of them")
    func headers() {
        #expect(isAllowed(nil, nil) && isAllowed(nil))
        let access = PageAccess(listeningOn: "localhost")
        #expect(access.refusal(hosts: ["localhost", "localhost"], origins: []) != nil)
        #expect(access.refusal(hosts: ["localhost"], origins: ["http://localhost", "http://a.example"]) != nil)
    }

    @Test(
        "pages of this machine may use a server on it, of any port; others may not",
        arguments: [
            ("http://localhost:3000", true), ("http://127.0.0.1:5003", true), ("https://[::1]:8443", true),
            ("ws://127.0.0.1:5003", true), ("HTTP://LOCALHOST", true), ("http://attacker.example", false),
            ("http://attacker.example:5003", false), ("null", false), ("", false), ("localhost", false),
            ("http://localhost.attacker.example", false), ("http://127.0.0.1.attacker.example", false),
            ("http://localhost@attacker.example", false), ("http://attacker.example/http://localhost", false),
            ("file://", false), ("chrome-extension://localhost", false), ("http://", false),
        ])
    func pages(origin: String, isExpected: Bool) { #expect(isAllowed(origin) == isExpected) }

    @Test("a server for others is used by its own pages, and by those of the same machine")
    func others() {
        let host = "avatar.example:5003"
        #expect(isAllowed("http://avatar.example:5003", host, on: "0.0.0.0"))
        #expect(isAllowed("https://avatar.example", "avatar.example:443", on: "0.0.0.0"))
        #expect(!isAllowed("http://avatar.example:3000", host, on: "0.0.0.0"))
        #expect(!isAllowed("http://localhost:3000", host, on: "0.0.0.0"))
        #expect(isAllowed("http://localhost:3000", "localhost:5003", on: "::"))
    }

    @Test("pages that are named may use it, those alone; a star names all")
    func named() {
        let named = ["https://App.example", "null", "http://b.example:80", "app://desk"]
        for origin in ["https://app.example", "https://app.example:443", "null", "http://b.example", "app://desk"] {
            #expect(isAllowed(origin, named), "\(origin)")
        }
        for origin in ["http://app.example", "https://app.example.attacker.example", "https://app.example:8443"] {
            #expect(!isAllowed(origin, named), "\(origin)")
        }
        #expect(isAllowed("https://any.example", ["*"]) && !isAllowed("https://any.example", "any.example", ["*"]))
        #expect(PageAccess.normalized("app.example") == nil && PageAccess.normalized("https://a.example/x") == nil)
    }

    private func isAllowed(_ origin: String, _ named: [String]) -> Bool {
        isAllowed(origin, "127.0.0.1:5003", on: "127.0.0.1", named)
    }
    private func isAllowed(_ origin: String, _ host: String, _ named: [String]) -> Bool {
        isAllowed(origin, host, on: "127.0.0.1", named)
    }
}
