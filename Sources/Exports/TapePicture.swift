import Checks
import Debugger
import Engine
import Events
import Frames
import Playback

/// The picture of one frame of a session that has been heard.
package enum TapePicture {
    package static let views = PictureView.allCases.map(\.rawValue)

    /// - Returns: a PNG file.
    /// - Throws: `CommandError.unusable` where the frame has no picture, or what the view shows never came.
    package static func png(
        _ ordinal: Int, of timeline: Timeline, _ blobs: any BlobSource, _ view: PictureView, _ scale: PictureScale
    ) throws -> [UInt8] {
        var choice = FrameChoice()
        choice.frames = FrameRange(ordinal...ordinal)
        let before = view.framesBefore(onion: PictureView.usualOnion)
        var frames = ChosenFrames(source: .session(timeline), choice: choice, framesBefore: before)
        frames.marks = FrameMarks(timeline.log, ordinal..<ordinal + 1, Coverage(seams: true, sound: true))
        var pictures = FullPictures(blobs: blobs, view: view, scale: scale)
        var bytes: [UInt8]?
        try frames.run { frame in
            guard frame.record.ordinal == ordinal, let picture = try pictures.picture(of: frame) else { return }
            bytes = try encodePNG(picture, compression: .exported)
        }
        guard let bytes else { throw CommandError.unusable("frame \(ordinal) has no such picture") }
        return bytes
    }
}
