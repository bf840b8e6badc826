import Events
import SocketIO
import Testing

@testable import Settings

@Suite("Settings of a backend's gateway")
struct AccessSettingTests {
    private let home = ["HOME": "/nowhere"]

    @Test("d-auth, d-header, d-query: what a gateway wants is taken, and neither shown nor repeated where it is wrong")
    func access() throws {
        let flags: [Setting: String] = [
            .access(.auth): #"{"token":"Zq7wsecret"}"#, .access(.header): "X-Api-Key: Zq7wsecret\nX-Two: b",
            .access(.query): "tenant=Zq7wsecret", .access(.namespace): "avatar", .access(.path): "realtime/ws",
        ]
        let configuration = try Configuration.load(flags: flags, environment: home)
        #expect(configuration.access.namespace == "/avatar" && configuration.access.path == "/realtime/ws/")
        #expect(configuration.access.headers.map(\.name) == ["X-Api-Key", "X-Two"])
        #expect(!configuration.table.lines(toCells: nil).contains { $0.contains("Zq7w") })
        #expect(!String(reflecting: configuration.access).contains("Zq7w"))
        for (part, text) in [
            (BackendAccess.Part.auth, "Zq7wsecret"), (.header, "Zq7wsecret"), (.query, "Zq7wsecret"),
            (.header, "Content-Length: 7"),
        ] {
            let error = #expect(throws: CommandError.self) { try Configuration.check([.access(part): text]) }
            #expect(error.map { !$0.reason.contains("Zq7w") } == true)
        }
    }

    @Test("http_proxy and https_proxy hold for other hosts, and one that is no HTTP proxy is a usage error")
    func proxy() throws {
        let address = try BackendAddress("wss://backend.example")
        let configuration = try Configuration.load(
            environment: home.merging(["https_proxy": "http://u:p@proxy:3128", "http_proxy": "http://other:1"]) { $1 })
        #expect(try configuration.proxy(for: address)?.authority == "proxy:3128")
        #expect(try configuration.proxy(for: BackendAddress("https://127.0.0.1")) == nil)
        let socks = try Configuration.load(environment: home.merging(["https_proxy": "socks5://proxy:1"]) { $1 })
        #expect(throws: CommandError.self) { try socks.proxy(for: address) }
    }
}
