import Support
import Testing

@testable import Serving

@Suite struct ServingTests {
    @Test("clients may connect by one transport, or by both")
    func transports() {
        #expect(
            ServedTransports.allCases.map(\.transports) == [[.polling, .webSocket], [.polling], [.webSocket]])
    }

    @Test("a folder is served as a pack, anything else as a tape, whether it is there or not")
    func served() throws {
        let folder = try Folder()
        guard case .pack(folder.path) = Served(path: folder.path) else {
            Issue.record("no pack")
            return
        }
        for path in [Repository.file("assets/demo.cameo"), folder.file("none.cameo")] {
            guard case .tape(path) = Served(path: path) else {
                Issue.record("no tape: \(path)")
                continue
            }
        }
    }
}
