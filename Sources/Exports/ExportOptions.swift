import Debugger
import Engine
import Events
import Frames
import Settings

/// What `cameo export` was asked to do.
package struct ExportOptions: Sendable {
    /// Its name says what it becomes, as `ExportTarget` reads it.
    package var output: String
    package var choice = FrameChoice()
    package var playing = TapePlaying(isFresh: false)
    /// What can still be read of a damaged tape is exported; else that is an error.
    package var salvages = false
    package var view = PictureView.composite
    /// In an onion skin, below each.
    package var onionFrames = PictureView.usualOnion
    /// `nil`: as large as the source, or thumbnails in a contact sheet.
    package var scale: PictureScale?
    /// A contact sheet even of one frame.
    package var isSheet = false
    /// Of a contact sheet; `nil`: so that it is a bit wider than high.
    package var columns: Int?
    /// Of an animated WebP.
    package var quality = WebPQuality.lossy(80)
    package var cast = CastOptions()

    /// Of a session: what has been looked at of it.
    package var judged = Coverage(seams: false, sound: false)

    package init(output: String) { self.output = output }
}

/// The terminal of an asciicast.
package struct CastOptions: Sendable, Equatable {
    /// `nil`: as large as has room in 80x40 cells without empty sides.
    package var size: CellSize?
    package var colors = ColorDepth.truecolor
    package var blocks = BlockStyle.any
    /// Color differences that are left, as for the painter; 0 is exact.
    package var tolerance = 0

    package init() {}
}

/// What has been exported.
package struct ExportReport: Sendable, Equatable {
    package var output: String
    /// In the output.
    package var frames = 0
    /// Never on screen, or before the first picture.
    package var unseen = 0
    /// Whose base frame is no picture, and why the first of them is none.
    package var broken = 0
    package var reason: String?
    /// Too short for the format.
    package var tooShort = 0
    /// That look as the one before, which lasts longer for it.
    package var same = 0
    package var duration = TimeSpan.zero
    package var bytes = 0
    /// Frames with a fault.
    package var faults = 0
    /// What was looked at for that; `nil` before it is known.
    package var judged: Coverage?
    /// Of a damaged tape: in what way, and what is lost.
    package var salvaged: String?

    /// One line for people.
    package var text: String {
        var parts = [plural(frames, "frame")]
        if duration > .zero { parts.append("\(duration.hundredths) s") }
        parts.append(ByteText.size(bytes))
        if unseen > 0 { parts.append("\(unseen) never shown") }
        if same > 0 { parts.append("\(plural(same, "identical frame")) merged into the previous one") }
        if tooShort > 0 { parts.append("\(tooShort) too short for the format") }
        if broken > 0 { parts.append("\(broken) without a picture (\(reason ?? "broken"))") }
        if faults > 0 { parts.append("\(faults) with faults") }
        if let missing = judged?.missing, !missing.isEmpty { parts.append(missing) }
        if let salvaged { parts.append(salvaged) }
        return "\(output): \(parts.joined(separator: ", "))"
    }
}
