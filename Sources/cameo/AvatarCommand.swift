import ArgumentParser
import AvatarPacks
import Events
import Files
import Platform
import Screens
import Typesetting

struct Avatar: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make an avatar pack from a few drawings, or check one.",
        discussion: "For the format of a pack, see docs/reference/avatar-packs.md.",
        subcommands: [New.self, Check.self])

    struct New: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an avatar pack from a few drawings of a face, or with a face drawn for you.",
            discussion: """
                The drawings are whole pictures of one size, 64 to 1024 pixels on each side: rest.png, ah.png, and oh.png or w.png \
                at least; better with ee.png, p.png, f.png and others, and with blink.png, eyes closed. Only mouth and chin may \
                differ. Without --drawings, Cameo draws a simple face and saves the drawings in the pack.

                Example: cameo avatar new lena --drawings my-drawings
                Example: cameo avatar new lena && cameo say --avatar lena "Hello"
                """)

        @Argument(help: "The folder of the new pack.", completion: .directory) var folder: String
        @Option(help: ArgumentHelp("A folder of drawings.", valueName: "folder"), completion: .directory)
        var drawings: String?
        @Option(help: ArgumentHelp("Name of the avatar; by default the folder's name.", valueName: "text"))
        var title: String?

        func run() async throws {
            try await reporting {
                let report = try PackMaker.make(folder, from: drawings, title: title)
                let what = [
                    plural(report.clips, "clip"), plural(report.mouths, "mouth"),
                    "\(report.size.width)x\(report.size.height) pixels",
                ]
                let name = ShellWord.quoted(folder)
                let made =
                    "\(folder): \(what.joined(separator: ", ")); try it with: cameo say --avatar \(name) \"Hello\""
                if let untold = LineOutput.told(TerminalText.visible(made), folding: FoldedLine.message) {
                    throw untold
                }
            }
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check that an avatar pack is complete and its pictures are readable.",
            discussion: """
                Exit status: 0 complete, 1 incomplete or faulty, 2 not an avatar pack that can speak.

                Example: cameo avatar check lena
                """)

        @Argument(help: "The folder of the pack.", completion: .directory) var folder: String

        func run() async throws {
            let isComplete = try await reporting {
                let check = try PackCheck(folder)
                let output = LineOutput()
                for line in check.lines { try output.write(TerminalText.visible(line), folding: FoldedLine.message) }
                try output.flush()
                return check.isComplete
            }
            if !isComplete { throw ExitCode(ExitStatus.failed) }
        }
    }
}
