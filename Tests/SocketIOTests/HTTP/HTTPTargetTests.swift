import Testing

@testable import SocketIO

@Suite("Targets of HTTP requests")
struct HTTPTargetTests {
    @Test("K55 the query arrives as it was before it was encoded")
    func query() {
        let endpoint = SocketEndpoint(BackendAddress(scheme: .http, host: "h", port: 80))
        let user = "a+b@c d&=%é\u{0}"
        let target = HTTPTarget(endpoint.target(.polling, query: [("user_id", user)]))
        #expect(target.path == "/socket.io/")
        #expect(target["user_id"] == user && target["EIO"] == "4" && target["transport"] == "polling")
        #expect(target["nothing"] == nil)
    }

    @Test(
        "a strange query is read as far as it goes",
        arguments: ["?", "/?&&=&a", "/?%", "/?%4", "/?a=%zz", "/?a=%ff%fe", ""])
    func strangeQueries(text: String) {
        let target = HTTPTarget(text)
        #expect(target.query.count <= 3)
    }
}
