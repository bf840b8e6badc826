import Events
import Playback
import PlaybackSupport
import Screens
import Settings
import Support
import Tapes

@testable import App

/// A screen on a tape, with what owns its parts, and a terminal that keeps what it is shown. Nothing moves by itself: it is paused at
/// the beginning, and all of the tape has been heard.
@MainActor
final class ScreenRun {
    let folder: Folder
    let tape: TapeReader
    let screen = KeptScreen()
    let owners: ScreenController
    var model: ScreenModel

    convenience init() async throws {
        let folder = try Folder()
        let path = folder.file("stream.cameo")
        try self.init(try await WrittenStream.message().tape(path), of: path, in: folder)
    }

    /// On what is told in these lines.
    convenience init(lines: [String], _ change: (inout PlaybackOptions) -> Void) async throws {
        let folder = try Folder()
        let path = folder.file("stream.cameo")
        try folder.write(lines.joined(separator: "\n"), to: "stream.ndjson")
        _ = try convert(folder.file("stream.ndjson"), to: path)
        try self.init(try TapeReader(path: path), of: path, in: folder, change)
    }

    private init(
        _ tape: TapeReader, of path: String, in folder: Folder, _ change: (inout PlaybackOptions) -> Void = { _ in }
    ) throws {
        (self.folder, self.tape) = (folder, tape)
        var options = PlaybackOptions()
        options.steps = true
        options.sound = SoundOptions()
        change(&options)
        let subject = try ScreenSubject(tape, of: path, options)
        owners = ScreenController(subject, options, screen, Mailbox())
        model = ScreenModel(subject.opening(options))
        hear(owners.firstInputs + [.began])
        work()
    }

    var renderer: ScreenRenderer { owners.renderer }
    var playback: PlaybackController { owners.playback }

    /// Until nothing is left to be heard ahead or gone through.
    func work() {
        while owners.hasWork(for: model) {
            hear(owners.work { false })
            while let inputs = owners.workOnLog(for: model) { hear(inputs) }
        }
        _ = owners.performEffects()
    }

    /// As the loop does.
    func hear(_ inputs: [ScreenInput]) {
        for input in inputs {
            for action in model.handle(input, owners.played) { hear(owners.perform(action, for: model)) }
        }
    }

    /// Has an action done, and whatever that takes.
    /// - Returns: what the model is to hear of it.
    @discardableResult
    func perform(_ action: ScreenAction) -> [ScreenInput] {
        let inputs = owners.perform(action, for: model)
        work()
        return inputs
    }

    /// Draws what is to be drawn at a moment of a clock that the test moves.
    /// - Parameter change: what is played, from what it is.
    func draw(at milliseconds: Int64 = 0, _ change: (inout Screens.Played) -> Void = { _ in }) {
        var played = owners.played
        played.now = .zero + .milliseconds(milliseconds)
        change(&played)
        let drawsPanels = renderer.hasPanelsDue(model, played)
        if drawsPanels { _ = model.handle(.panelsDue, played) }
        _ = renderer.refresh(model, played, drawsPanels: drawsPanels)
    }
}
