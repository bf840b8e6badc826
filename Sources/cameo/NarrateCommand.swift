import ArgumentParser
import Events
import Files
import Platform
import Reading
import Screens
import Sound
import Typesetting

struct Narrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Save a text as sound files with word timings; playing it back needs no voice.",
        discussion: """
            The folder is a job (docs/using/books.md): cameo read and other readers of jobs can play it. An interrupted run \
            continues where it stopped.

            Example: cameo narrate book.epub --translation book.es.txt -o books/lantern
            """)

    @Argument(
        help: "EPUB, FictionBook, HTML, Markdown, plain text or subtitles; - for standard input.", completion: .file())
    var source: String
    @Option(name: .shortAndLong, help: ArgumentHelp("The output folder.", valueName: "folder"), completion: .directory)
    var output: String
    @Option(help: "Sound file format. (default: mp3, or ogg if MP3 is unavailable)")
    var format: SoundFormat?
    @OptionGroup var narration: NarrationArguments

    func run() async throws {
        try await reporting {
            let format = try Narrating.format(format)
            guard OpenedText.isText(source) || !FileNames.isThere(source) else {
                throw CommandError.unusable("\(source.kept): expected a text, found a book with sound")
            }
            let options = try await narration.options(try configured(narration.voice.flags))
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
            let there = found == 0 ? "" : found == parts ? ", all done before" : ", \(found) of them done before"
            let made =
                "\(output): \(plural(parts, "part"))\(there); play it with: cameo read \(ShellWord.quoted(output))"
            if let untold = LineOutput.told(TerminalText.visible(made), folding: FoldedLine.message) { throw untold }
        }
    }
}

extension SoundFormat: ExpressibleByArgument {}
