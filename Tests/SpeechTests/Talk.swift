import Events
import JSON
import SocketIO
import Sound
import Support
import Wire

@testable import Speech

/// Builders for what a voice says.
enum Talk {
    /// Sounds one after the other, each with its milliseconds; `_` is a pause.
    static func phonemes(_ sounds: (String, Int)...) -> [Utterance.Phoneme] { phonemes(sounds) }

    static func phonemes(_ sounds: [(String, Int)]) -> [Utterance.Phoneme] {
        var time = TimeSpan.zero
        return sounds.map { name, milliseconds in
            let start = time
            time += .milliseconds(Int64(milliseconds))
            return Utterance.Phoneme(name: name == "_" ? "" : name, span: start..<time)
        }
    }

    static func track(_ sounds: (String, Int)...) -> MouthTrack {
        let phonemes = phonemes(sounds)
        let end = phonemes.last?.span.upperBound ?? .zero
        return MouthTrack(phonemes, duration: end, frameCount: MouthTrack.frameCount(end), Mira.shapes)
    }

    /// Sheets without `.webp`, the same one behind the other once.
    static func sheets(_ track: MouthTrack) -> [String] {
        track.frames.map { String(Mira.shapes.all[$0.shape].sheet.dropLast(5)) }
            .reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    /// Every sample another one than its neighbors, so that none can be lost or repeated unseen.
    static func ramp(_ frames: Int, rate: Int = 22_050, channels: Int = 1) -> Samples {
        Samples(
            rate: rate, channels: channels,
            values: (0..<frames * channels).map { Int16(truncatingIfNeeded: $0 &* 7 &+ 1) })
    }
}

/// A picture that names itself, and remembers nothing.
struct NamedPictures: OverlaySource {
    struct Missing: Error {}
    var missing: String?

    func picture(_ clip: ClipName, index: Int, sheet: String) throws -> [UInt8] {
        let name = "\(clip.rawValue)/\(index)/\(sheet)"
        if name == missing { throw Missing() }
        return Array("RIFF....WEBP\(name)".utf8)
    }
}

extension WireMessage {
    var payload: JSONObject { arguments.first?.object ?? JSONObject() }

    /// After it was put aside and interpreted.
    var meaning: (event: WireEvent, oddities: [String]) { interpret(ingest(self).message) }
}
