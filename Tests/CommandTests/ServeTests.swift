import Foundation
import Platform
import Support
import Testing

extension WithoutATerminal {
    @Suite(.serialized) struct ServeTests {
        private static let demo = Repository.file("assets/demo.cameo")

        @Test(
            "the first line says the address with the port that was taken; a signal ends it in order",
            arguments: [SIGINT, SIGTERM, SIGHUP])
        func addressAndEnd(signal: Int32) async throws {
            let folder = try Folder()
            let server = try await ServedTape([Self.demo], in: folder)
            #expect(server.address.wholeMatch(of: /http:\/\/127\.0\.0\.1:[1-9][0-9]*/) != nil)
            let health = try await Program.run(["/usr/bin/env", "curl", "-s", server.address + "/health"], in: folder)
            #expect(health.output == "OK")
            #expect(await server.end(signal) == .exited(0))
            #expect(server.output == "listening on \(server.address)\n")
            #expect(server.errors.contains("9 clips with 258 frames, 1 message"))
            #expect(!server.errors.contains("warning"))
            // The port is free again.
            let again = try await ServedTape(
                [Self.demo, "--quiet", "--listen", String(server.address.dropFirst("http://".count))], in: folder)
            #expect(again.address == server.address)
            #expect(await again.end() == .exited(0))
            #expect(again.errors == "")
        }

        @Test("a folder of books: what is read of the server is what is read of the folder")
        func library() async throws {
            let folder = try Folder()
            let job = folder.file("books/lamp")
            try FileManager.default.createDirectory(atPath: job, withIntermediateDirectories: true)
            let sound = ReadTests.wav([Int16](repeating: 1_000, count: 24_000))
            for name in ["o.wav", "t.wav"] { try sound.write(to: URL(fileURLWithPath: "\(job)/\(name)")) }
            try folder.write(
                #"{"version":3,"start_sentence":1,"sentences":[{"original":{"text":"Hello there."},"#
                    + #""translation":{"text":"Hola."}}],"#
                    + #""audioTracks":{"orig":{"path":"o.wav"},"translation":{"path":"t.wav"}}}"#,
                to: "books/lamp/chunk_0000.json")
            let server = try await ServedTape(["--library", "books"], in: folder)
            #expect(server.address.hasPrefix("http://127.0.0.1:"))
            let list = try await Program.run("library", server.address, in: folder)
            #expect(list.output.hasPrefix("lamp  book  -  1 sentence  lamp"))
            let served = try await Program.run(
                "read", "\(server.address)?job=lamp", "--headless", "--json", in: folder)
            let own = try await Program.run("read", "books/lamp", "--headless", "--json", in: folder)
            #expect(served.status == 0 && own.status == 0 && served.output == own.output && served.errors == "")
            #expect(own.output.contains(#""track":"translation""#))
            let end = await server.end()
            #expect(end == .exited(0), "\(server.errors)")
            #expect(server.errors.contains("books: 1 book in the library, 0 jobs"))
        }

        @Test(
            "options that do not go together with books are refused",
            arguments: [
                (["--library", "b", "x.cameo"], "--library cannot be combined with a tape, --speech, "),
                (["--library", "b", "--speech"], "--library cannot be combined with a tape, --speech, "),
                (["--reader", "ann"], "--reader and --jobs need --library"),
                (["--jobs"], "--reader and --jobs need --library"),
                (["--library", "none"], "none: no such file"),
            ])
        func libraryOptions(options: [String], words: String) async throws {
            let run = try await Program.run([try Program.path(), "serve"] + options, in: try Folder())
            #expect(run.status != 0 && run.errors.lowercased().contains(words), "\(run.errors)")
        }

        @Test("a port that is taken, and what cannot be served, are errors of one line")
        func errors() async throws {
            let folder = try Folder()
            let server = try await ServedTape([Self.demo], in: folder)
            let address = String(server.address.dropFirst("http://".count))
            let second = try await Program.run("serve", Self.demo, "--listen", address, in: folder)
            #expect(second.status == 2)
            #expect(second.errors == "cameo: \(address): the port is in use by another program\n")
            _ = await server.end()
            let nowhere = try await Program.run("serve", Self.demo, "--listen", "999.1.1.1:1", in: folder)
            #expect(nowhere.status == 2)
            #expect(nowhere.errors == "cameo: 999.1.1.1:1: cannot resolve the host 999.1.1.1\n")
            let missing = try await Program.run("serve", "none.cameo", in: folder)
            #expect(missing.status == 2 && missing.errors == "cameo: none.cameo: no such file\n")
            let noPack = try await Program.run("serve", folder.path, in: folder)
            #expect(
                noPack.status == 2 && noPack.errorLines.count == 1
                    && noPack.errors.contains("not an avatar pack (no avatar.json)"))
            try folder.write("x = 1", to: "s.toml")
            let noFault = try await Program.run("serve", Self.demo, "--scenario", "s.toml", in: folder)
            #expect(noFault.status == 2 && noFault.errors.hasPrefix("cameo: s.toml:1: \"x\" is not a fault; expected "))
            for (wrong, words) in [
                (
                    ["--listen", "5003"],
                    ["--listen: found \"5003\", expected ", "such as 127.0.0.1:5003 or [::1]:5003"]
                ),
                (["--speed", "-1"], ["--speed: expected 0 to 1000"]),
                (
                    ["--transport", "pigeon"],
                    ["--transport: found \"pigeon\", expected one of both, polling, websocket"]
                ),
                (["--ping-interval", "0"], ["--ping-interval: expected 0.05 to 3600 seconds"]),
                (["--fault", "drop-after=x"], ["--fault \"drop-after\" expected ", "found \"x\""]),
                (["--fault", "drop-aftr=1"], ["--fault \"drop-aftr\" is not a fault; expected "]),
            ] {
                let run = try await Program.run([try Program.path(), "serve", Self.demo] + wrong, in: folder)
                #expect(run.status == 64 && words.allSatisfy(run.errors.contains), "\(wrong): \(run.errors)")
            }
        }

        @Test("a scenario that comes along is served by its name, unless a file has it")
        func scenario() async throws {
            let folder = try Folder()
            let missing = try await Program.run("serve", Self.demo, "--scenario", "slow-netwrk", in: folder)
            #expect(missing.status == 2 && missing.errors.hasSuffix("did you mean slow-network?\n"))
            let bundled = try await ServedTape([Self.demo, "--scenario", "slow-network"], in: folder)
            _ = await bundled.end()
            #expect(bundled.errors.contains("faults: "), "\(bundled.errors)")
            try folder.write("title = \"mine\"\ndelay-ms = 1\n", to: "slow-network")
            let own = try await ServedTape([Self.demo, "--scenario", "slow-network"], in: folder)
            _ = await own.end()
            #expect(own.errors.contains("faults: mine"), "\(own.errors)")
        }

        @Test("an address that others can reach gets a warning")
        func warning() async throws {
            let folder = try Folder()
            let server = try await ServedTape(["--quiet", Self.demo, "--listen", "0.0.0.0:0"], in: folder)
            let end = await server.end()
            #expect(end == .exited(0), "\(server.errors)")
            #expect(server.errors.hasPrefix("cameo: 0.0.0.0:") && server.errors.contains("anyone who can reach it"))
        }

        private static let browser: String? = {
            let folders = (Program.environment()["PATH"] ?? "").split(separator: ":")
            let places = ["chromium", "google-chrome"].flatMap { name in folders.map { "\($0)/\(name)" } }
            return places.first(where: FileManager.default.isExecutableFile(atPath:))
        }()

        /// What is in a page when it is loaded.
        private static func page(at address: String, in folder: Folder) async throws -> String {
            let run = try await Program.run(
                [
                    try #require(browser), "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
                    "--disable-dev-shm-usage", "--user-data-dir=\(folder.file("browser"))",
                    "--host-resolver-rules=MAP *.example 127.0.0.1", "--dump-dom", address,
                ], in: folder)
            try #require(run.status == 0, "\(run.errors.suffix(2_000))")
            return run.output
        }

        @Test(
            "in a browser, other sites and rebound names are refused, and --allow-origin permits a site without credentials",
            .enabled(if: ServeTests.browser != nil, "needs chromium"))
        func webPages() async throws {
            let folder = try Folder()
            try FileManager.default.createDirectory(atPath: folder.file("books"), withIntermediateDirectories: true)
            let pages = try await Peer("pages.py")
            let permission = ["--allow-origin", "http://app.example:\(pages.port)"]
            let backend = try await ServedTape([Self.demo] + permission, in: folder)
            let books = try await ServedTape(["--library", "books"] + permission, in: folder)
            let servers = [(backend, "/health"), (books, "/_health")]
                .map { String($0.address.dropFirst("http://127.0.0.1".count)) + $1 }
            let places = ["127.0.0.1", "rebound.example"].flatMap { host in servers.map { host + $0 } }
            let dom = try await Self.page(
                at: "http://page.example:\(pages.port)/?pages=evil.example,app.example&servers="
                    + places.joined(separator: ","), in: folder)
            func line(
                _ page: String, _ place: String, _ get: String, _ post: String, _ polling: String, _ socket: String
            )
                -> String
            {
                "\(page).example \(place): GET \(get), GET with credentials refused, GET without CORS unreadable, POST \(post), "
                    + "POST without CORS unreadable, polling \(polling), WebSocket \(socket)"
            }
            var expected = places.map { line("evil", $0, "refused", "refused", "refused", "refused") }
            expected += places.suffix(2).map { line("app", $0, "refused", "refused", "refused", "refused") }
            expected.append(line("app", places[0], "200", "200", "200", "opened"))
            // A server with books has neither messages nor sockets, and says so to a page that may ask.
            expected.append(line("app", places[1], "200", "404", "404", "refused"))
            #expect(Set(dom.matches(of: /<li>(.*?)<\/li>/).map { String($0.1) }) == Set(expected), "\(dom)")
            let rebound = try await Self.page(at: "http://" + places[2], in: folder)
            #expect(rebound.contains("Host is rebound.example:") && !rebound.contains("OK"), "\(rebound)")
            #expect(await backend.end() == .exited(0))
            #expect(await books.end() == .exited(0))
            // The page does not see who refused. Only GET without CORS has no Origin, so it is answered under the server's own name.
            for server in [backend, books] {
                let lines = server.errors.split(separator: "\n")
                #expect(lines.count { $0.contains(#": 403 {"error":"pages of http://evil.example:"#) } == 6, "\(lines)")
                #expect(lines.count { $0.contains(#": 403 {"error":"Host is rebound.example:"#) } >= 14, "\(lines)")
            }
            #expect(
                backend.errors.split(separator: "\n").count { $0.contains("connects via") } == 2, "\(backend.errors)")
        }

        @Test("names of strangers are made visible in the log")
        func controlCharacters() async throws {
            let folder = try Folder()
            let server = try await ServedTape([Self.demo], in: folder)
            let path = "/socket.io/?EIO=4&transport=polling&user_id=%1B%5D0;PWNED%07%0Ax&agent_id=%C2%9B2J"
            let run = try await Program.run(["/usr/bin/env", "curl", "-s", "-g", server.address + path], in: folder)
            #expect(run.output.hasPrefix("0{\"sid\":"))
            let end = await server.end()
            #expect(end == .exited(0), "\(server.errors)")
            #expect(server.errors.contains("^[]0;PWNED^G^Jx-\\u{9B}2J-instance-default: connects via polling"))
            #expect(
                !server.errors.unicodeScalars.contains {
                    $0.value < 0x20 && $0 != "\n" || (0x7F...0x9F).contains($0.value)
                })
        }

        @Test(
            "a client that we did not write hears exactly what is on the demo tape",
            arguments: ["websocket", "polling", "upgrade"])
        func sameEvents(way: String) async throws {
            let folder = try Folder()
            let server = try await ServedTape([Self.demo, "--speed", "0"], in: folder)
            let result = try await PeerProgram.run("same_events.py", [server.address, Self.demo, way], in: folder)
            #expect(result["same"] as? Bool == true, "\(result)")
            #expect(result["events"] as? Int == 1 + 276 + 45)
            #expect(result["attachments"] as? Int == 586)
            #expect(result["transport"] as? String == (way == "polling" ? "polling" : "websocket"))
            #expect(result["acknowledged"] as? Bool == true)
            let end = await server.end()
            #expect(end == .exited(0), "\(server.errors)")
        }

        @Test(
            "pings are answered by a client that we did not write, however short they are",
            arguments: ["websocket", "polling"])
        func pings(way: String) async throws {
            let folder = try Folder()
            let server = try await ServedTape(
                [Self.demo, "--speed", "10", "--ping-interval", "0.2", "--ping-timeout", "5"], in: folder)
            let result = try await PeerProgram.run("visitor.py", [server.address, "--transports", way], in: folder)
            #expect(result["done"] as? Bool == true && result["connects"] as? Int == 1, "\(result)")
            _ = await server.end()
        }

        @Test("a pack's clips are served, and a message is refused with the reason")
        func pack() async throws {
            let folder = try Folder()
            let server = try await ServedTape([Repository.file("assets/avatars/mira")], in: folder)
            let result = try await PeerProgram.run(
                "visitor.py",
                [server.address, "--tries", "1", "--patience", "15", "--clips", "idle_1_e_talking_1_s,hi_1_s_hi_1_e"],
                in: folder)
            #expect((result["events"] as? [String: Int])?["receive_base_frame"] == 12 + 32)
            #expect((result["posts"] as? [Int])?.first == 503)
            _ = await server.end()
        }

        @Test("logs of clients are tapes in a folder, which can be inspected")
        func logs() async throws {
            let folder = try Folder()
            let server = try await ServedTape([Self.demo, "--logs", "kept"], in: folder)
            let frames = (0..<3).map {
                #"{"source":"TERM","chunk":0,"seq":\#($0),"anim":"a","base_frame":\#($0),"overlay_key":"k","sync_status":"SYNC","fps":30,"sprite":\#($0),"char":"x","buffer":"1/2","next_chunk":"none"}"#
            }
            for (path, body) in [
                ("session/start", #"{"platform":"terminal","session_id":"one"}"#),
                ("frames-batch", #"{"session_id":"one","frames":[\#(frames.joined(separator: ","))]}"#),
                ("event", #"{"session_id":"one","event_type":"CHUNK_START","details":{"chunk":0}}"#),
                ("session/end", #"{"session_id":"one"}"#),
            ] {
                let run = try await Program.run(
                    ["/usr/bin/env", "curl", "-s", "-d", body, "\(server.address)/api/log/\(path)"], in: folder)
                #expect(run.status == 0 && !run.output.contains("error"), "\(path): \(run.output)")
            }
            #expect(await server.end(SIGHUP) == .exited(0))
            let inspected = try await Program.run("inspect", "kept/one.cameo", "--json", in: folder)
            let summary = try JSONSerialization.jsonObject(with: Data(inspected.output.utf8)) as? [String: Any]
            #expect(inspected.status == 0 && summary?["lines"] as? Int == 3, "\(inspected.output)\(inspected.errors)")
            let text = try await Program.run("convert", "kept/one.cameo", "one.ndjson", in: folder)
            let lines = try folder.lines(of: "one.ndjson")
            #expect(text.status == 0 && lines.filter { $0.contains(#""event":"log_event""#) }.count == 3, "\(lines)")
        }
    }
}
