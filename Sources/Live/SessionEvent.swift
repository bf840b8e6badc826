import JSON

/// Something that happened in a session, as the original clients name it (specification 1.13).
struct SessionEvent: Hashable, Sendable {
    enum Kind: String, Hashable, Sendable {
        case newMessage = "NEW_MESSAGE"
        case chunkReady = "CHUNK_READY"
        case chunkStart = "CHUNK_START"
        case transition = "TRANSITION"
        case skipDraw = "SKIP_DRAW"
        case skipDrawTimeout = "SKIP_DRAW_TIMEOUT"
        case freezeDetected = "FREEZE_DETECTED"
        case frameLoss = "FRAME_LOSS"
        case missingBaseAnim = "MISSING_BASE_ANIM"
        case slowFrame = "SLOW_FRAME"
        case frameTiming = "FRAME_TIMING"
        case error = "ERROR"
    }

    var kind: Kind
    var details: JSONObject

    init(_ kind: Kind, _ details: JSONObject) { (self.kind, self.details) = (kind, details) }

    /// The body of a request, but for the session.
    func json(source: String, timestamp: String) -> JSONObject {
        [
            "source": .string(source), "event_type": .string(kind.rawValue), "details": .object(details),
            "timestamp": .string(timestamp),
        ]
    }
}
