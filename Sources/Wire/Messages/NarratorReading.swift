import Events
import SocketIO

/// Mouths of the face that reads a book: this program's own, for its tapes.
enum NarratorReading {
    static func mouth(_ fields: Fields, _ odd: inout Oddities) -> WireEvent? {
        guard let clip = fields.text("clip", &odd), let index = fields.count("index", limit: Limits.clipFrames, &odd),
            let shape = fields.count("shape", limit: Int(UInt8.max), &odd),
            let x = fields.count("x", limit: Limits.pictureSide, &odd),
            let y = fields.count("y", limit: Limits.pictureSide, &odd), let picture = fields.payload("picture", &odd)
        else {
            odd.note("expected clip, index, shape, x, y and picture")
            return nil
        }
        let key = MouthPicture.Key(ClipWalk.Step(clip: ClipName(clip), index: index), UInt8(shape))
        return .mouth(MouthPicture(key, at: PixelPoint(x: x, y: y), picture))
    }
}

extension WireMessage {
    /// - Parameter picture: encoded.
    package init(mouth key: MouthPicture.Key, at place: PixelPoint, picture: [UInt8]) {
        self.init(
            event: .narratorMouth,
            arguments: [
                [
                    "clip": .string(key.step.clip.rawValue), "index": .number(key.step.index),
                    "shape": .number(Int(key.shape)), "x": .number(place.x), "y": .number(place.y),
                    "picture": Self.placeholder(0),
                ]
            ], attachments: [picture])
    }
}
