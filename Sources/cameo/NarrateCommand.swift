import ArgumentParser
import Cells
import Events
import Files
import Narration
import Platform
import Screens
import Sound

struct Narrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reads a text into a folder of sound and times, from which it is read without a voice.",
        discussion: """
            The folder is a job's (docs/read.md): cameo read reads it, and so do the readers that it is made for. A run that was \
            ended goes on where it was.

            Example: cameo narrate book.epub --translation book.es.txt -o books/lantern
            """)

    @Argument(help: "EPUB, HTML, Markdown, plain text or subtitles; - is standard input.", completion: .file())
    var source: String
    @Option(name: .shortAndLong, help: ArgumentHelp("The folder.", valueName: "folder"), completion: .directory)
    var output: String
    @Option(help: "Kind of the files of sound. (default: mp3, or ogg where the sound library has no MP3)")
    var format: SoundFormat?
    @OptionGroup var narration: NarrationArguments

    func run() async throws {
        try await reporting {
            let options = narration.options
            let format = try Narrating.format(format)
            guard OpenedText.isText(source) || !FileNames.isThere(source) else {
                throw CommandError.unusable("\(source.kept): expected a text, found a book with sound")
            }
            try await narration.checkVoices()
            let book = try await SpokenBook.open(source, options)
            warn(book.oddities, of: source)
            var line = ProgressLine.onStandardError()
            defer { line.end() }
            var (parts, found) = (0, 0)
            do {
                try await Narrating(book, options, as: format).run(into: output) {
                    line.end()
                    warn([$0], of: source)
                } report: {
                    let (done, all) = ($0.done, $0.chunks)
                    line.report("\(done) of \(all) parts")
                    (parts, found) = (done, $0.found)
                }
            } catch {
                await book.close()
                throw error
            }
            await book.close()
            line.end()
            let there = found == 0 ? "" : found == parts ? ", all there already" : ", \(found) of them there already"
            let made = "\(output): \(plural(parts, "part"))\(there); cameo read \(ShellWord.quoted(output)) reads it"
            if let untold = LineOutput.told(TextCells.visible(made)) { throw untold }
        }
    }
}

extension SoundFormat: ExpressibleByArgument {}
