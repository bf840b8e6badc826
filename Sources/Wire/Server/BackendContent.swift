import Events
import JSON
import SocketIO

/// What a stand-in backend can show and say: clips, and messages with their timing. Pictures and sound stay where they are
/// and are read when they are sent.
package struct BackendContent: Sendable {
    /// Where a message of the wire comes from.
    package enum Place: Hashable, Sendable {
        /// An entry of the tape.
        case entry(Int64)
        /// A base frame in a file of a pack.
        case file(String, clip: ClipName, index: Int)
        /// Made up here.
        case made(WireMessage)
    }

    package struct BaseFrame: Hashable, Sendable {
        package var index: Int
        package var place: Place
        /// On the wire, about.
        package var byteCount: Int

        package init(index: Int, place: Place, byteCount: Int) {
            self.index = index
            self.place = place
            self.byteCount = byteCount
        }
    }

    package struct Clip: Hashable, Sendable {
        package var name: ClipName
        /// Frames that the clip has; more than `frames` when some are missing.
        package var total: Int
        /// Changes whenever a picture does.
        package var version: String
        /// By index, each index once.
        package var frames: [BaseFrame]

        package init(name: ClipName, total: Int, version: String, frames: [BaseFrame]) {
            self.name = name
            self.total = total
            self.version = version
            self.frames = frames
        }
    }

    /// One event of a message.
    package struct Line: Hashable, Sendable {
        /// Since the first event of the message.
        package var offset: TimeSpan
        package var place: Place
        package var name: String
        /// On the wire, about.
        package var byteCount: Int
        /// The chunk that it belongs to, where it says so.
        package var chunk: Int?
        /// How much earlier than it is sent its date says that it was emitted.
        package var age = TimeSpan.zero

        package init(offset: TimeSpan, place: Place, name: String, byteCount: Int, chunk: Int? = nil) {
            self.offset = offset
            self.place = place
            self.name = name
            self.byteCount = byteCount
            self.chunk = chunk
        }
    }

    package struct Message: Hashable, Sendable {
        package var lines: [Line]
        /// What is said in it, as far as the tape has text.
        package var text: String

        package init(lines: [Line], text: String) {
            self.lines = lines
            self.text = text
        }

        /// What was made up just now, and goes out at once.
        package init(made messages: [WireMessage]) {
            lines = messages.map { message in
                Line(offset: .zero, place: .made(message), name: message.name, byteCount: message.wireBytes)
            }
            let texts = messages.filter { $0.event == .text }
                .compactMap { $0.arguments.first?.object?["message"]?.string }
            text = texts.joined(separator: " ")
        }

        package var length: TimeSpan { lines.last?.offset ?? .zero }
    }

    /// Name of the avatar, for the list of agents.
    package var title: String
    /// Idle first, the others as they came.
    package var clips: [Clip]
    package var messages: [Message]

    package init(title: String, clips: [Clip], messages: [Message]) {
        self.title = title
        self.clips = clips
        self.messages = messages
        places = Dictionary(clips.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    private let places: [ClipName: Int]

    /// Position in `clips`.
    package func place(of clip: ClipName) -> Int? { places[clip] }

    /// `base_animations_manifest` (specification 1.6.6).
    package var manifest: WireMessage {
        var animations = JSONObject()
        for clip in clips {
            let entry: JSON = ["frames": .int(Int64(clip.total)), "version": .string(clip.version)]
            animations.append(clip.name.rawValue, entry)
        }
        return WireMessage(event: .manifest, arguments: [["animations": .object(animations)]])
    }

    /// The first picture of the first clip.
    package var portrait: BaseFrame? { clips.first { !$0.frames.isEmpty }?.frames.first }
}

extension BackendContent.Clip {
    /// `animation_total_frames`
    package var announcement: WireMessage { bracket(.clipAnnounced) }
    /// `animation_frames_complete`
    package var completion: WireMessage { bracket(.clipCompleted) }

    private func bracket(_ event: EventName) -> WireMessage {
        let payload: JSON = ["animation_type": .string(name.rawValue), "total_frames": .int(Int64(total))]
        return WireMessage(event: event, arguments: [payload])
    }

    /// `receive_base_frame` with a picture as bytes.
    package static func frame(_ clip: ClipName, index: Int, picture: [UInt8]) -> WireMessage {
        let data: JSON = [
            "data": .string(Base64.encode(picture)), "mime_type": .string(PictureKind.mimeType(of: picture)),
        ]
        let payload: JSON = [
            "animation_type": .string(clip.rawValue), "frame_index": .int(Int64(index)), "frame_data": data,
        ]
        return WireMessage(event: .baseFrame, arguments: [payload])
    }

    /// A text that changes whenever a picture does: the start of a hash over the pictures' hashes.
    package static func version(of pictures: [ContentHash]) -> String {
        String(contentHash(of: pictures.flatMap(\.bytes)).hex.prefix(16))
    }
}

/// What a picture is, by its first bytes.
package enum PictureKind {
    package static func mimeType(of bytes: [UInt8]) -> String {
        if let format = PictureFormat.sniff(bytes) { return format.rawValue }
        if bytes.starts(with: "GIF8".utf8) { return "image/gif" }
        return "image/webp"
    }
}

/// Where the pictures and sounds of some content are read when they are sent. Asked from several threads.
package protocol BackendContentSource: Sendable {
    /// The message as it shall go out.
    /// - Throws: what reading throws; the event is then left out, with a line in the log.
    func message(at place: BackendContent.Place) throws -> WireMessage
}
