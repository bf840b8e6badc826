import Events
import Platform

extension ChildProgram {
    /// What came of a program that was run once.
    package enum Outcome {
        /// All that it wrote, once it was gone.
        case ended(ProgramEnd, [UInt8])
        /// It writes more than was asked for, which is here.
        case tooLong([UInt8])
        case late
        case stopped
    }

    /// Sends it its whole input and takes its whole output.
    /// - Parameter limit: bytes of it; it is still there when it writes more, or takes longer.
    package func output(
        for input: [UInt8], atMost limit: Int, until deadline: Deadline, unless stops: [StopPipe]
    ) -> Outcome {
        var pending = input[...]
        var bytes: [UInt8] = []
        while true {
            switch next(sending: &pending, closing: true, until: deadline, unless: stops) {
            case .output(let piece):
                guard bytes.count + piece.count <= limit else {
                    return .tooLong(bytes + piece.prefix(limit - bytes.count))
                }
                bytes += piece
                // One that never stops to write comes by here as well.
                if deadline.hasPassed { return .late }
            case .ended(let end): return .ended(end, bytes)
            case .late: return .late
            case .stopped: return .stopped
            }
        }
    }
}
