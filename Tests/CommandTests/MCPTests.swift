import Foundation
import Platform
import Support
import Testing

extension WithoutATerminal {
    /// `cameo mcp` by the built program: with a client that nobody here wrote, and by the wire.
    @Suite(.serialized) struct MCPTests {
        private static func demo() -> String { Repository.file("assets/demo.cameo") }

        /// A tape with one seam, at frame 323.
        private static func seam(in folder: Folder) async throws {
            _ = try await Program.run(
                "rewrite", "--recipe", "SEAM", "--seed", "3", demo(), "-o", "seam.cameo", in: folder)
        }

        private struct Wrong: Error { let what: String }

        private static func object(_ value: Any?, _ name: String) throws -> [String: Any] {
            guard let object = value as? [String: Any] else { throw Wrong(what: "\(name): \(value ?? "nothing")") }
            return object
        }

        @Test(
            "the protocol's own client lists and calls every tool, in both kinds of revision",
            arguments: ["auto", "legacy"])
        func client(mode: String) async throws {
            let folder = try Folder()
            try await Self.seam(in: folder)
            let found = try await PeerProgram.run(
                "mcp_client.py", [try Program.path(), folder.file("seam.cameo"), Self.demo(), mode], in: folder)
            #expect(found["version"] as? String == (mode == "auto" ? "2026-07-28" : "2025-11-25"))
            #expect(found["server"] as? String == "cameo")
            let tools = try Self.object(found["tools"], "tools")
            #expect(Set(tools.keys) == ["faults", "frame", "why", "heard", "diff", "picture"])
            func answer(_ name: String) throws -> (text: String, value: [String: Any], isError: Bool) {
                let answer = try Self.object(found[name], name)
                let isError = answer["error"] as? Bool ?? true
                return (answer["text"] as? String ?? "", answer["value"] as? [String: Any] ?? [:], isError)
            }
            let faults = try answer("faults")
            let findings = faults.value["findings"] as? [[String: Any]]
            #expect(!faults.isError && findings?.map { $0["kind"] as? String } == ["SEAM"])
            #expect(findings?.first?["frame"] as? Int == 323 && faults.text.contains("SEAM                 frame 323"))
            let frame = try answer("frame")
            #expect(frame.value["frame"] as? Int == 323 && frame.value["status"] as? String == "SEAM")
            #expect(frame.text.hasPrefix("frame    323  SEAM") && frame.text.contains("\noverlay  "))
            let why = try answer("why")
            let same = try await Program.run("why", "seam.cameo", "323", in: folder)
            #expect(why.text + "\n" == same.output && (why.value["why"] as? [Any])?.count == 8)
            let heard = try answer("heard")
            #expect(
                heard.text.hasPrefix("at 12.400 s: frame 310, chunk 4") && heard.text.contains("step frame by frame"))
            #expect(!heard.text.contains("I am Mira") && (heard.value["messages"] as? [Any])?.count == 1)
            let diff = try answer("diff")
            #expect(diff.value["same"] as? Bool == false && diff.value["differing"] as? Int == 1)
            let picture = try Self.object(found["picture"], "picture")
            let pictures = picture["pictures"] as? [[String]] ?? []
            #expect(pictures.first?.first == "image/png")
            let bytes = try #require(Data(base64Encoded: pictures.first?.last ?? ""))
            try folder.write([UInt8](bytes), to: "tool.png")
            _ = try await Program.run(
                "export", "seam.cameo", "--frames", "323", "--width", "64", "-o", "export.png", in: folder)
            #expect(try folder.bytes(of: "tool.png") == folder.bytes(of: "export.png"))
            for name in ["missing", "wrong", "beyond", "unknown"] {
                let error = try answer(name)
                #expect(error.isError && !error.text.isEmpty && !error.text.contains("\n"), "\(name): \(error.text)")
            }
            #expect(try answer("beyond").text.contains("no such frame; frames are 0 to 675"))
            #expect(found["no_tool"] as? Int == -32602)
        }

        @Test("each line is answered with a line; what is too long or none is refused, and the end of input ends it")
        func wire() async throws {
            let folder = try Folder()
            let hello =
                #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}"#
            let lines = [
                hello, #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, "nonsense",
                String(repeating: "x", count: 1_100_000), #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
                #"{"jsonrpc":"2.0","id":2,"method":"prompts/list"}"#, #"{"jsonrpc":"2.0","id":3,"method":"pi"#,
            ]
            try folder.write(lines.joined(separator: "\n"), to: "input")
            let run = try await Program.shell("\"$0\" mcp < input", in: folder)
            #expect(run.status == 0 && run.errors == "")
            let answers = try run.lines.map {
                try Self.object(try JSONSerialization.jsonObject(with: Data($0.utf8)), "answer")
            }
            #expect(answers.count == 5 && answers.allSatisfy { $0["jsonrpc"] as? String == "2.0" })
            #expect(answers.map { $0["id"] as? Int } == [0, nil, nil, 1, 2])
            let codes = answers.map { ($0["error"] as? [String: Any])?["code"] as? Int }
            #expect(codes == [nil, -32700, -32700, nil, -32601])
            let tooLong = (answers[2]["error"] as? [String: Any])?["message"] as? String
            #expect(tooLong?.contains("a line is longer than 1 MiB") == true, "\(tooLong ?? "")")
            #expect(((answers[0]["result"] as? [String: Any])?["protocolVersion"] as? String) == "2025-06-18")
        }

        @Test(
            "answers that cannot be written end it with 74",
            .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
        func full() async throws {
            let folder = try Folder()
            try folder.write(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n", to: "input")
            let run = try await Program.shell("\"$0\" mcp < input > /dev/full", in: folder)
            #expect(run.status == 74 && run.errorLines.count == 1, "\(run.errors)")
            #expect(run.errors.hasPrefix("cameo: standard output: "))
        }

        @Test("a call that runs is given up at the end of input, and nobody who reads the answers ends it quietly")
        func ends() async throws {
            let folder = try Folder()
            let hello =
                #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}"#
            let call =
                #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"faults","arguments":{"file":"\#(Self.demo())"}}}"#
            try folder.write(hello + "\n" + call + "\n", to: "input")
            let given = try await Program.shell("\"$0\" mcp < input", in: folder)
            #expect(given.status == 0 && given.errors == "" && given.lines.count <= 2)
            // Whoever reads them takes the first answer and leaves.
            let left = try await Program.shell(
                "cat input input input | \"$0\" mcp | head -1; echo ${PIPESTATUS[1]}", in: folder)
            #expect(left.lines.last == "0" && left.errors == "")
            // An answer that is waited for comes, before the input ends.
            let whole = try await Program.shell(
                "coproc \"$0\" mcp; cat input >&${COPROC[1]}; head -2 <&${COPROC[0]}; exec {COPROC[1]}>&-; wait",
                in: folder)
            #expect(whole.lines.count == 2 && whole.lines.last?.contains("676 frames") == true)
            // One that is canceled while it waits leaves its identifier to the next, however many there are of them.
            let second = call.replacing(#""id":1"#, with: #""id":2"#)
            let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#
            let many = String(repeating: second + "\n" + cancel + "\n", count: 300)
            try folder.write(hello + "\n" + call + "\n" + many + second + "\n", to: "input")
            let last = try await Program.shell(
                "coproc \"$0\" mcp; cat input >&${COPROC[1]}; head -3 <&${COPROC[0]}; exec {COPROC[1]}>&-; wait",
                in: folder)
            #expect(last.lines.count == 3 && last.lines.last?.contains("\"id\":2,") == true, "\(last.errors)")
        }
    }
}
