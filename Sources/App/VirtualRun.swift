import Engine
import Events
import Tapes

/// Plays a tape without a screen, as fast as it can be computed.
package struct VirtualRun {
    /// What happened, in order.
    package enum Item: Sendable {
        /// With what is on screen from then on; `nil` for a frame that was passed over, and before the first picture.
        case frame(FrameRecord, Composite?)
        case note(Note)
        case chunk(ChunkReport)
    }

    private var player: Player
    private var forward: FastForward

    package init(_ tape: TapeReader, isFresh: Bool, settings: PlaybackSettings = PlaybackSettings()) throws {
        player = Player(try TapeFeed(tape, isFresh: isFresh), settings: settings)
        forward = FastForward(blobs: tape)
        player.hear(.settingsChanged(settings))
    }

    package var counters: Counters { player.engine.counters }
    package var isReplay: Bool { player.isReplay }

    /// Runs to the end: all events heard, and the engine back in idle.
    package mutating func run(_ take: (Item) throws -> Void) throws {
        var isOver = false
        while !isOver {
            isOver = try !forward.step(&player) { effect, player in
                switch effect {
                case .show(let record):
                    let isShown = record.status != .skipped
                    try take(.frame(record, isShown ? player.engine.framePlan.composite : nil))
                case .note(let note): try take(.note(note))
                case .finishChunk(let report): try take(.chunk(report))
                default: break
                }
            }
        }
    }
}
