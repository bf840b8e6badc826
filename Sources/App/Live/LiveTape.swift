import CProcess
import Events
import Tapes

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The tape that every live session has, so that its past can be looked at however long it goes on: the one that the user
/// wants recorded, or else one that goes with the session.
struct LiveTape {
    let reader: TapeReader
    let stream: LiveStream
    let recorder: Recorder
    private let leftovers: Leftovers?

    /// - Parameters:
    ///   - path: of the tape that stays; `nil` for one that does not.
    ///   - source: what is recorded, as the tape says of itself.
    /// - Throws: `TapeError` when the tape cannot be created, `AppError.failed` when there is no place for a temporary one.
    init(recording path: String?, source: String) throws {
        let folder = path == nil ? try TemporaryFolder.make(large: true) : nil
        let place = path ?? "\(folder ?? "")/session.cameo"
        leftovers = folder.map { Leftovers(Leftovers.tape(place) + [$0]) }
        let stream = LiveStream()
        do {
            let writer = try TapeWriter(creating: place, meta: Recorder.meta(source: source)) {
                stream.wrote(messages: $0)
            }
            reader = try TapeReader(path: place)
            stream.attach(reader)
            recorder = Recorder(writer, path: place, blobs: UnwrittenBlobs(stream: stream)) { stream.endTape() }
        } catch {
            leftovers?.remove()
            throw error
        }
        self.stream = stream
    }

    /// Whether it goes with the session.
    var isTemporary: Bool { leftovers != nil }

    /// Takes back a tape on which nothing has been recorded.
    func discard() {
        reader.close()
        recorder.discard()
        leftovers?.remove()
    }

    /// Writes what waits. Returns why the recording ended early, if it did and somebody wanted it.
    func close() async -> AppError? {
        stream.release()
        let failure = await recorder.close()
        reader.close()
        guard let leftovers else { return failure }
        leftovers.remove()
        return nil
    }
}

/// Folders that go with the command.
enum TemporaryFolder {
    /// - Parameter large: whether what comes into it may need more room than memory has: `/tmp` may be memory.
    /// - Throws: `AppError.failed`.
    static func make(large: Bool = false) throws -> String {
        let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        let places = named.isEmpty ? (large ? ["/var/tmp", "/tmp"] : ["/tmp"]) : [named]
        var reason = ""
        for place in places {
            var template = Array((place + "/cameo-XXXXXX").utf8CString)
            if let made = mkdtemp(&template) { return String(cString: made) }
            reason = "\(place): \(String(cString: strerror(errno)))"
        }
        throw AppError.failed(reason)
    }
}
