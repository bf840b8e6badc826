import Events
import JSON
import Rewriting
import SocketIO
import Wire

/// Short texts from outside: addresses, what a backend's HTTP side answers and is asked, rules, names. The first byte of the
/// input says which.
enum TextExercise {
    static func run(_ bytes: [UInt8]) throws(Breach) {
        var source = ByteSource(bytes)
        let kind = source.byte() % 6
        let rest = source.all()
        let text = String(decoding: rest, as: UTF8.self)
        switch kind {
        case 0: try readAddress(text)
        case 1: readAnswers(rest)
        case 2: try readRequests(rest, text)
        case 3: _ = try? RewriteRule(text)
        case 4: try readBase64(rest)
        default: readSettings(text)
        }
    }

    private static func readAddress(_ text: String) throws(Breach) {
        guard let address = try? BackendAddress(text) else { return }
        let again = try? BackendAddress(address.text)
        try expect(again == address, "an address is another one after writing it: \(address.text)")
        let path = SocketEndpoint(address).target(.polling, sid: text, query: [("a", text)])
        try expect(path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a request's path holds what no path may")
    }

    private static func readAnswers(_ body: [UInt8]) {
        _ = try? BackendAnswer.agents(body)
        _ = try? BackendAnswer.user(body)
        _ = try? BackendAnswer.history(body)
        _ = try? BackendAnswer.logSession(body)
        _ = BackendAnswer.refusal(status: body.count, body)
    }

    private static func readRequests(_ body: [UInt8], _ text: String) throws(Breach) {
        _ = try? PostedMessage(body: body, user: "u")
        _ = try? PostedMessage(body: body, user: text)
        _ = HTTPTarget(text)["user"]
        if let object = try? JSON.parse(body).object {
            let line = FrameRecordLine.text(object, session: "s", time: "t")
            try expect(!line.contains("\n"), "a record of one frame is more than one line")
        }
        if let name = FrameRecordLine.safeName(text) {
            try expect(!name.contains("/") && name != ".." && name != ".", "a file's name leads elsewhere: \(name)")
        }
        let decoded = HTTPTarget.decoded(BackendAddress.encoded(text), plusIsBlank: true)
        try expect(decoded == text, "a text is another one after encoding it for a URL")
    }

    private static func readBase64(_ text: [UInt8]) throws(Breach) {
        try expect(Base64.decode(Base64.encode(text).utf8) == text, "bytes are others after base64")
        guard let bytes = Base64.decode(text) else { return }
        try expect(bytes.count <= text.count, "base64 grows while it is decoded")
        try expect(Base64.decode(Base64.encode(bytes).utf8) == bytes, "bytes are others after base64")
    }

    private static func readSettings(_ text: String) {
        var scenario = FaultScenario()
        for line in text.split(separator: "\n") {
            guard let mark = line.firstIndex(of: "=") else { continue }
            let value = FaultValue(flag: String(line[line.index(after: mark)...]))
            try? scenario.set(String(line[..<mark]), value)
        }
    }
}
