import App
import ArgumentParser
import Events
import Settings

struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check the terminal, locale, sound, voice and ffmpeg, and show how to fix what is missing.",
        discussion: """
            Fits a screen of 24 rows unless --all is given. Into a file or a pipe it prints everything.

            Example: cameo doctor --colors 256
            """)

    @Flag(help: "Print every finding, and a test card for colors.") var all = false

    @OptionGroup var picture: PictureOptions

    func run() async throws {
        try await reporting {
            let (configuration, fault) = try found()
            try await DoctorReport.print(configuration.terminal, configurationFault: fault, showsAll: all)
        }
    }

    /// What is set; where that cannot be read, the defaults with the options, and why.
    private func found() throws -> (Configuration, fault: String?) {
        do { return (try configured(picture.flags), nil) } catch {
            let standard = try Configuration.load(flags: picture.flags, environment: [:], unreadable: [])
            return (standard, CommandError(error).reason)
        }
    }
}
