import Events
import Files
import Platform
import Speech
import Texts

/// What `cameo say` is asked to do.
package struct SayOptions: Sendable {
    /// Where what is said comes from.
    package enum Text: Sendable {
        case words(String)
        /// Of this name; `-` is standard input.
        case file(String)
        case standardInput
    }

    /// A text that can be said.
    package enum Opened {
        case words(String)
        /// Of a file or a pipe, as it comes. It is its reader's to close.
        case descriptor(Int32)
    }

    package let text: Text
    package let speaker: SpeakerOptions

    package init(_ text: Text, by speaker: SpeakerOptions) { (self.text, self.speaker) = (text, speaker) }

    /// What is said, in few words.
    package var title: String {
        switch text {
        case .words(let words): words
        case .file(let file): file
        case .standardInput: "standard input"
        }
    }

    /// The same for messages: what the text is read from.
    package var place: String { Self.place(of: text) }

    package static func place(of text: Text) -> String {
        switch text {
        case .words: "text"
        case .standardInput, .file("-"): "standard input"
        case .file(let file): file
        }
    }

    /// - Parameter readAgain: it has to be something that can be read more than once.
    /// - Throws: as `opened`.
    package func source(readAgain: Bool = false) throws(CommandError) -> SentenceReader.Source {
        if readAgain { try checkReadAgain() }
        switch try Self.opened(text) {
        case .words(let words): return .text(words)
        case .descriptor(let number): return .descriptor(number)
        }
    }

    /// - Throws: `CommandError.unusable` when there is no word in the text, the file cannot be opened, or there is no
    ///   standard input.
    package static func opened(_ text: Text) throws(CommandError) -> Opened {
        switch text {
        case .words(let words):
            // What other programs take for standard input.
            if words == "-" {
                throw .unusable("nothing to say: the text \"-\" has no words; use -f - to read standard input")
            }
            if let wordless = WordSearch(words).wordless { throw CommandError(wordless) }
            return .words(words)
        case .standardInput, .file("-"):
            // Keys come from there.
            guard isatty(STDIN_FILENO) == 0 else {
                throw .unusable("nothing to say: give a text, a file with --file, or a pipe on standard input")
            }
            return try Self.pipe(STDIN_FILENO)
        case .file(let file):
            let descriptor = open(file, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw .unusable(FileNames.fault(file, FileNames.unreadable(file))) }
            var about = stat()
            guard fstat(descriptor, &about) != 0 || about.st_mode & S_IFMT != S_IFDIR else {
                close(descriptor)
                throw .unusable("\(file): expected a text, found a folder")
            }
            // A pipe cannot be looked at before it is read.
            var start = [UInt8](repeating: 0, count: 4_096)
            let count = pread(descriptor, &start, start.count, 0)
            do throws(TextError) {
                if count > 0 { try TextFormat.checkText(start[..<count]) }
            } catch {
                close(descriptor)
                // A book's formats are for those who read books.
                if case .noText(let found) = error {
                    throw .unusable("\(file): expected plain text or Markdown, found \(found)")
                }
                throw .unusable("\(file): \(error.reason)")
            }
            return .descriptor(descriptor)
        }
    }

    private func checkReadAgain() throws(CommandError) {
        switch text {
        case .words: return
        case .file(let file) where FileStatus(file)?.kind != .pipe && file != "-": return
        case .file, .standardInput:
            throw .unusable("a pipe can be read only once; give a text or a file to repeat")
        }
    }

    /// A descriptor of its own, since the reader closes what it reads.
    static func pipe(_ standardInput: Int32) throws(CommandError) -> Opened {
        let descriptor = fcntl(standardInput, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard descriptor >= 0 else { throw .unusable("standard input: \(errorWords())") }
        return .descriptor(descriptor)
    }
}
