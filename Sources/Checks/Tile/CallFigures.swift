import Debugger
import Events

/// What a check counted and measured of a call's tile.
package struct CallFigures: Hashable, Sendable {
    /// What the tile published.
    package internal(set) var publications = 0
    /// The longest time without a frame where video was on.
    package internal(set) var longestBlank = Span.zero
    /// Pictures, frames and videos that cannot be had.
    package internal(set) var broken = 0
    /// Findings by kind.
    package internal(set) var counts: [AuditFinding.Kind: Int] = [:]
    /// Frames of something that was shown came from elsewhere, and nobody has seen them.
    package internal(set) var hasUnseenFrames = false
    /// The tape tells of nothing but the call, and of no avatar in it: nobody would show frames.
    package internal(set) var isAlone = true

    package func count(_ kind: AuditFinding.Kind) -> Int { counts[kind] ?? 0 }

    /// What was not looked at, in words; `nil` where all was.
    package var notJudged: String? { hasUnseenFrames ? "frames from files and pipes not judged" : nil }
}
