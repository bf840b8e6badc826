import Engine
import Events
import Playback

/// What a tape has on screen at each frame, by the frame's ordinal.
package func composites(of tape: String) throws -> [Int: (record: FrameRecord, composite: Composite)] {
    let open = try OpenTape(tape)
    defer { open.close() }
    var run = try VirtualRun(open.reader, isFresh: false)
    var composites: [Int: (record: FrameRecord, composite: Composite)] = [:]
    try run.run { item in
        guard case .frame(let record, let composite?) = item else { return }
        composites[record.ordinal] = (record, composite)
    }
    return composites
}
