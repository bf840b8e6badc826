import Foundation
import Support
import Testing

extension InTmux {
    @Suite("Pages that the program makes") struct PageTests {
        private func run(_ script: String, _ options: String...) async throws -> Program.Run {
            let words = ["python3", Repository.file("scripts/\(script)"), "--cameo", try Program.path()] + options
            return try await Program.run(["/usr/bin/env"] + words, in: try Folder())
        }

        @Test("commands, keys and settings in docs/reference are those of the program; `make reference` writes them")
        func reference() async throws {
            let run = try await run("reference", "--check")
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        }

        @Test("the screens in docs/pictures have the layout of today; `make pictures` makes them anew")
        func pictures() async throws {
            let run = try await run("pictures", "--check")
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        }

        @Test("the examples in docs print what stands below them")
        func examples() async throws {
            let run = try await run("examples")
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        }
    }
}
