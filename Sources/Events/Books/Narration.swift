/// Which base frames a face goes through while it reads: once into talking, then round and round.
package struct ClipWalk: Hashable, Sendable {
    /// A base frame.
    package struct Step: Hashable, Sendable {
        package let clip: ClipName
        package let index: Int

        package init(clip: ClipName, index: Int) { (self.clip, self.index) = (clip, index) }
    }

    /// All frames of a clip.
    package struct Part: Hashable, Sendable {
        package let clip: ClipName
        package let frames: Int

        package init(_ clip: ClipName, frames: Int) { (self.clip, self.frames) = (clip, max(0, frames)) }
    }

    /// Once, at the beginning.
    package let bridge: Part?
    /// Again and again.
    package let turn: [Part]
    private let turnLength: Int

    /// - Returns: `nil` for a turn without frames.
    package init?(bridge: Part?, turn: [Part]) {
        let length = turn.reduce(0) { $0 + min($1.frames, Limits.clipFrames) }
        guard length > 0 else { return nil }
        (self.bridge, self.turn, turnLength) = (bridge, turn, length)
    }

    package var bridgeLength: Int { bridge?.frames ?? 0 }

    /// - Parameter place: counts the frames since the bridge began.
    package func step(_ place: Int) -> Step {
        let place = max(0, place)
        if let bridge, place < bridge.frames { return Step(clip: bridge.clip, index: place) }
        var inTurn = (place - bridgeLength) % turnLength
        for part in turn {
            if inTurn < part.frames { return Step(clip: part.clip, index: inTurn) }
            inTurn -= part.frames
        }
        return Step(clip: turn[0].clip, index: 0)
    }

    /// Place of a frame in its turn; `nil` while on the bridge.
    package func placeInTurn(_ place: Int) -> Int? {
        place < bridgeLength ? nil : (place - bridgeLength) % turnLength
    }
    package var framesInTurn: Int { turnLength }
}

/// What the mouth of a face that reads looks like while a piece of a file is heard.
package struct MouthScript: Hashable, Sendable {
    /// Frames a second.
    package static let rate = 30

    /// Where in the file the first frame lies.
    package var start: TimeSpan
    /// A shape a frame: places among those of the face.
    package var shapes: [UInt8]

    package init(from start: TimeSpan, _ shapes: [UInt8]) { (self.start, self.shapes) = (start, shapes) }

    /// What is to be seen at a place of the file; `nil` where that is not told.
    package func shape(at place: TimeSpan) -> UInt8? {
        guard place >= start else { return nil }
        let frame = (place - start).microseconds * Int64(Self.rate) / 1_000_000
        return frame < Int64(shapes.count) ? shapes[Int(frame)] : nil
    }
}

/// What a face that reads a book hears.
package enum NarratorInput: Hashable, Sendable {
    /// First of all: how it moves, and which shape is a closed mouth.
    case began(ClipWalk, rest: UInt8)
    /// Of the sound that is heard with this number.
    case mouths(SoundGeneration, MouthScript)
}

/// The picture of one mouth on one base frame.
package struct MouthPicture: Hashable, Sendable {
    package struct Key: Hashable, Sendable {
        package var step: ClipWalk.Step
        package var shape: UInt8

        package init(_ step: ClipWalk.Step, _ shape: UInt8) { (self.step, self.shape) = (step, shape) }
    }

    package var key: Key
    /// Its top left corner, in pixels of the base frame.
    package var place: PixelPoint
    package var picture: Payload

    package init(_ key: Key, at place: PixelPoint, _ picture: Payload) {
        (self.key, self.place, self.picture) = (key, place, picture)
    }
}
