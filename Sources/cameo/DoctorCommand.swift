import App
import ArgumentParser
import Cells

struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Says what the terminal can do and how that was found out, and shows a card to judge by eye.",
        discussion: "Example: cameo doctor --colors 256")

    @OptionGroup var picture: PictureOptions

    func run() async throws {
        try await reporting {
            let configuration = try configured(picture.flags)
            try await DoctorReport.print(
                colors: configuration.colors, turnsRightToLeft: configuration.turnsRightToLeft,
                blocks: configuration.blocks)
        }
    }
}
