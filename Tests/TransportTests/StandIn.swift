import Events
import JSON
import SocketIO
import Support
import Synchronization
import Transport
import Wire

/// Content that is made up: clips `idle` (three small frames) and `large` (frames of a megabyte), and two messages.
final class StandIn: BackendContentSource {
    static let largeFrames = 60
    private static let picture = Array("RIFF....WEBPVP8 ".utf8)

    /// How often each kind of thing was read.
    private let reads = Mutex<[String: Int]>([:])
    let lines = Mutex<[String]>([])

    func count(_ name: String) -> Int { reads.withLock { $0[name] ?? 0 } }

    var content: BackendContent {
        let idle = (0..<3).map { BackendContent.BaseFrame(index: $0, place: .entry(Int64($0)), byteCount: 200) }
        let large = (0..<Self.largeFrames).map {
            BackendContent.BaseFrame(index: $0, place: .entry(1_000 + Int64($0)), byteCount: 1_000_000)
        }
        return BackendContent(
            title: "Stand-in",
            clips: [
                .init(name: "idle", total: 3, version: "v1", frames: idle),
                .init(name: "large", total: Self.largeFrames, version: "v2", frames: large),
            ],
            messages: [message(10, "first"), message(20, "second")])
    }

    /// Sound, a batch of two attachments and the end, half a second between each.
    private func message(_ entry: Int64, _ text: String) -> BackendContent.Message {
        let names = ["receive_audio", "receive_frame_images_batch", "audio_end"]
        let lines = names.enumerated().map {
            BackendContent.Line(
                offset: .milliseconds(500 * Int64($0)), place: .entry(entry + Int64($0)), name: $1, byteCount: 100)
        }
        return BackendContent.Message(lines: lines, text: text)
    }

    func message(at place: BackendContent.Place) throws -> WireMessage {
        let message = try made(place)
        reads.withLock { $0[message.name, default: 0] += 1 }
        return message
    }

    private func made(_ place: BackendContent.Place) throws -> WireMessage {
        switch place {
        case .made(let message): return message
        case .file: throw WireError.badPacket(reason: "no file")
        case .entry(let id) where id >= 1_000:
            let picture = [UInt8](repeating: 7, count: 750_000)
            return BackendContent.Clip.frame("large", index: Int(id) - 1_000, picture: picture)
        case .entry(let id) where id < 10:
            return BackendContent.Clip.frame("idle", index: Int(id), picture: Self.picture)
        case .entry(let id):
            let number = JSON.int(id / 10)
            switch id % 10 {
            case 0: return WireMessage(name: "receive_audio", arguments: [["chunk_index": 0, "message": number]])
            case 1:
                let frames: JSON = .array(
                    (0..<2).map {
                        [
                            "image_data": WireMessage.placeholder($0), "sequence_index": .int(Int64($0)),
                            "animation_name": "talk", "matched_sprite_frame_number": 5, "overlay_id": "o",
                        ]
                    })
                return WireMessage(
                    name: "receive_frame_images_batch", arguments: [["chunk_index": 0, "frames": frames]],
                    attachments: [Self.picture, Self.picture + [1]])
            default: return WireMessage(name: "audio_end", arguments: [[:]])
            }
        }
    }

    /// A server on a free port, as fast as it goes unless told otherwise.
    func server(_ change: (inout BackendOptions) -> Void = { _ in }) async throws -> BackendServer {
        var options = BackendOptions(content, from: self)
        options.port = 0
        options.speed = 0
        // No ping comes between what is looked at, however long a busy machine takes.
        options.session.pingInterval = .seconds(3_600)
        options.report = { [weak self] line in self?.lines.withLock { $0.append(line) } }
        change(&options)
        return try await BackendServer(options)
    }

    /// Serves while `work` is done on a thread of its own.
    func serving<Value: Sendable>(
        _ change: (inout BackendOptions) -> Void = { _ in }, _ work: @escaping @Sendable (Int) throws -> Value
    ) async throws -> Value {
        let server = try await server(change)
        let port = server.port
        do {
            let value = try await offPool { try work(port) }
            await server.stop()
            return value
        } catch {
            await server.stop()
            throw error
        }
    }
}
