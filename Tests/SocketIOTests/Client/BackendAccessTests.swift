import Events
import Testing

@testable import SocketIO

@Suite("What a backend asks for besides an address")
struct BackendAccessTests {
    @Test(
        "what is wrong is refused with a reason that repeats no value",
        arguments: [
            (BackendAccess.Part.auth, "sesame"), (.auth, "[\"sesame\"]"), (.header, "sesame"),
            (.header, "a b: sesame"),
            (.header, "Upgrade: sesame"), (.header, "Sec-WebSocket-Key: sesame"), (.header, "X: sesame\u{7}"),
            (.query, "sesame"), (.query, "=sesame"), (.query, "sid=sesame"), (.namespace, "/a,b"), (.namespace, "/a b"),
            (.path, "/a?b"), (.path, "/ä"),
        ])
    func refused(part: BackendAccess.Part, text: String) {
        var access = BackendAccess()
        let error = #expect(throws: WireError.self) { try access.set(part, text) }
        #expect(error?.reason.contains("sesame") == false)
        #expect(access == BackendAccess())
    }

    @Test("what a server repeats of a secret is masked, also encoded or behind the name of a scheme")
    func masked() throws {
        var access = BackendAccess()
        try access.set(.header, "Authorization: Bearer sesame\nX: abc")
        try access.set(.query, "key=open sesame")
        try access.set(.auth, #"{"user":{"token":"barrel"}}"#)
        #expect(access.masked("no barrel, sesame or open%20sesame") == "no •••, ••• or •••")
        // Three letters are no secret.
        #expect(access.masked("abc") == "abc")
        #expect(!"\(access)".contains("sesame") && !String(reflecting: access).contains("barrel"))
    }

    @Test("the query of the HTTP side goes behind what is there")
    func target() throws {
        var access = BackendAccess()
        #expect(access.target("/a?b=1") == "/a?b=1")
        try access.set(.query, "tenant=a&b\nx=1=2")
        #expect(access.target("/a") == "/a?tenant=a%26b&x=1%3D2" && access.target("/a?b=1").hasPrefix("/a?b=1&tenant="))
    }
}

@Suite("Cookies")
struct CookieJarTests {
    private func sent(_ cookies: [String], to path: String = "/socket.io/", isSecure: Bool = false, at now: Double = 0)
        -> String?
    {
        var jar = CookieJar()
        for cookie in cookies { jar.receive(cookie, path: "/socket.io/", now: 0) }
        return jar.header(path: path, isSecure: isSecure, now: now)
    }

    @Test("d-cookies: what a server sets comes back, the last one of a name, longer paths first")
    func comesBack() {
        #expect(sent(["route=w1; Path=/"]) == "route=w1")
        #expect(sent(["a=1", "b=2; Path=/", "a=3"]) == "a=3; b=2")
        #expect(sent(["a=\"x=y\"; HttpOnly; SameSite=None"]) == "a=\"x=y\"")
        #expect(sent([]) == nil && sent(["", "=x", "a"]) == nil)
    }

    @Test("paths, safe links and times are kept to")
    func scope() {
        #expect(sent(["a=1"], to: "/messages") == nil && sent(["a=1; Path=/"], to: "/messages") == "a=1")
        #expect(sent(["a=1; Path=/sock"]) == nil && sent(["a=1; Path=/socket.io"]) == "a=1")
        #expect(sent(["a=1; Secure"]) == nil && sent(["a=1; Secure"], isSecure: true) == "a=1")
        #expect(sent(["a=1; Max-Age=10"], at: 9.9) == "a=1" && sent(["a=1; Max-Age=10"], at: 10) == nil)
        #expect(sent(["a=1", "a=; Max-Age=0"]) == nil)
        #expect(sent(["a=1", "a=; Expires=Thu, 01-Jan-1970 00:00:00 GMT"]) == nil)
        #expect(sent(["a=1; Expires=Thu, 01 Jan 1970 00:01:00 GMT"], at: 59) == "a=1")
    }

    @Test("no more is kept than a browser keeps, and nothing that could end a header")
    func bounded() {
        #expect(sent((0..<100).map { "c\($0)=1" })?.split(separator: ";").count == 64)
        #expect(sent(["a=\(String(repeating: "x", count: 4_096))"]) == nil && sent(["a=1\r\nX: 2"]) == nil)
    }
}

@Suite("Redirections")
struct RedirectionTests {
    private func followed(_ location: String?, from address: String = "http://h:1/api") throws -> String {
        let (next, target) = try Redirection(status: 308, location: location)
            .followed(from: BackendAddress(address), path: "/api/socket.io/")
        return next.origin + target
    }

    @Test(
        "d-redirect: a redirection on the same host is followed, whole or relative",
        arguments: [
            ("/moved/?a=b#c", "http://h:1/moved/?a=b"), ("http://H:1/x", "http://H:1/x"), ("//h:1/x", "http://h:1/x"),
            ("other", "http://h:1/api/socket.io/other"), ("?a=b", "http://h:1/api/socket.io/?a=b"),
            ("http://h:1", "http://h:1/"),
        ])
    func sameHost(location: String, place: String) throws { #expect(try followed(location) == place) }

    @Test("from http to https only at their usual ports")
    func secure() throws {
        #expect(try followed("https://h/x", from: "http://h") == "https://h/x")
        #expect(throws: Redirection.self) { try followed("https://h:1/x") }
        #expect(throws: Redirection.self) { try followed("http://h/x", from: "https://h") }
    }

    @Test(
        "another host, another port and nonsense are named, without a query",
        arguments: [
            "http://other:1/x?token=sesame", "http://h:2/x?token=sesame", "ftp://h:1/x", "http://h:1@other/x",
            "http://h:1/\r\nx", nil,
        ] as [String?])
    func elsewhere(location: String?) {
        let error = #expect(throws: Redirection.self) { try followed(location) }
        #expect(error?.words.contains("status 308") == true && error?.words.contains("sesame") == false)
    }

    @Test("the socket's place moves, and keeps its own query")
    func endpoint() throws {
        let endpoint = SocketEndpoint(try BackendAddress("wss://h/api"))
        let moved = try endpoint.moved(to: Redirection(status: 301, location: "https://h/new/socket.io/?EIO=3"))
        #expect(moved.path == "/new/socket.io/" && moved.address.scheme == .wss)
        #expect(moved.target(.polling, sid: "s", query: []) == "/new/socket.io/?EIO=4&transport=polling&sid=s")
    }
}

@Suite("Proxies")
struct HTTPProxyTests {
    private func proxy(_ address: String, _ environment: [String: String]) throws -> String? {
        try HTTPProxy(for: BackendAddress(address), in: environment)?.authority
    }

    @Test("the variable of the address's scheme counts, in small letters first")
    func scheme() throws {
        let both = ["http_proxy": "http://p:1/", "HTTP_PROXY": "q:2", "HTTPS_PROXY": "s:3"]
        #expect(try proxy("ws://h", both) == "p:1" && proxy("wss://h", both) == "s:3" && proxy("http://h", [:]) == nil)
        #expect(try proxy("http://h", ["http_proxy": "", "HTTP_PROXY": "q:2"]) == "q:2")
        #expect(
            try HTTPProxy(for: BackendAddress("http://h"), in: ["http_proxy": "http://u:p%40q@p:1"])?.basicCredentials
                == "dTpwQHE=")
        #expect(throws: WireError.self) { try proxy("http://h", ["http_proxy": "socks5://p:1"]) }
    }

    @Test(
        "this machine and hosts of no_proxy are asked directly",
        arguments: [
            "http://localhost:5003", "ws://127.0.0.1", "http://[::1]:1", "http://a.example.org",
            "http://example.org:8080",
            "http://exact:81",
        ])
    func direct(address: String) throws {
        let environment = ["http_proxy": "p:1", "no_proxy": ".example.org, exact:81"]
        #expect(try proxy(address, environment) == nil)
        #expect(try proxy("http://notexample.org", environment) == "p:1" && proxy("http://exact", environment) == "p:1")
        #expect(try proxy("http://h", ["http_proxy": "p:1", "no_proxy": "*"]) == nil)
    }
}

@Suite("Names in certificates")
struct CertificateNamesTests {
    /// A certificate with those common names, as far as it is read.
    private func certificate(_ issuer: String, _ subject: String) -> [UInt8] {
        func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
            [tag] + (content.count < 128 ? [UInt8(content.count)] : [0x81, UInt8(content.count)]) + content
        }
        func name(_ text: String) -> [UInt8] {
            element(0x30, element(0x31, element(0x30, element(0x06, [0x55, 4, 3]) + element(0x0C, Array(text.utf8)))))
        }
        let version = element(0xA0, element(0x02, [2]))
        let signed = version + element(0x02, [1]) + element(0x30, []) + name(issuer) + element(0x30, []) + name(subject)
        return element(0x30, element(0x30, signed))
    }

    @Test("issuer and subject are told apart, and a certificate that is cut off is none")
    func read() throws {
        let own = try #require(CertificateNames(der: certificate("a", "a")))
        #expect(own.isSelfSigned && own.issuerName == "a")
        let bytes = certificate("Our Authority", "host.example")
        let other = try #require(CertificateNames(der: bytes))
        #expect(!other.isSelfSigned && other.issuerName == "Our Authority")
        for count in 0..<bytes.count { #expect(CertificateNames(der: Array(bytes.prefix(count))) == nil) }
    }
}
