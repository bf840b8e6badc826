import Engine
import Events

/// What mouths do by themselves: how often they change, whether they close where they must, move in speech and rest in silence.
package struct MouthFigures: Hashable, Sendable {
    /// A shape that stands less long is a short one.
    package static let short = Span.milliseconds(50)

    /// Time in which a mouth does what it should not.
    struct Oddity: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            /// Loud speech for so long.
            case shut, still
            /// Silence for so long.
            case open
            /// So many times.
            case opens, trembles
        }

        var kind: Kind
        var place: LipPlace
        var amount = Span.zero
        var count = 0
    }

    /// Of frames whose shape has a name.
    package internal(set) var named = Span.zero
    /// Times that one shape stood, and those of them that were `short`.
    package internal(set) var shapes = 0
    package internal(set) var shortShapes = 0
    /// Sounds that need lips that touch, where shape and sound are both told; and those at which they do not touch.
    package internal(set) var closures = 0
    package internal(set) var missedClosures = 0
    /// Time without a voice, further than `MouthCounting.margin` from any, and frames in it whose mouth is another than before.
    package internal(set) var silence = Span.zero
    package internal(set) var movesInSilence = 0
    /// Loud speech with a known mouth.
    package internal(set) var loud = Span.zero
    /// The longest loud speech to one mouth, and the longest silence to an open one.
    package internal(set) var longestStill = Span.zero
    package internal(set) var longestOpen = Span.zero
    /// Times that a mouth opened once more in one silence.
    package internal(set) var openingsInSilence = 0
    /// Most frames in a row in which a mouth opens and shuts in turn.
    package internal(set) var trembling = 0
    /// At most `LipFigures.stretchesKept`.
    var oddities: [Oddity] = []

    package init() {}

    /// `nil` where no shape has a name.
    package var shapesPerSecond: Double? { named > .zero ? Double(shapes) / named.seconds : nil }

    func findings(beyond limits: LipThresholds) -> [AuditFinding] {
        oddities.compactMap { oddity in
            let isBeyond =
                switch oddity.kind {
                case .shut, .still: oddity.amount > limits.still
                case .open: oddity.amount > limits.openInSilence
                case .opens: openingsInSilence > limits.openingsInSilence
                case .trembles: oddity.count > limits.trembling
                }
            return isBeyond ? oddity.finding : nil
        }
    }
}

extension MouthFigures.Oddity {
    fileprivate var finding: AuditFinding {
        let (expected, found) = words
        return place.finding(.mouth, expected, found, place.length)
    }

    private var words: (expected: String, found: String) {
        let time = "\(place.length.inSeconds) s"
        return switch kind {
        case .shut: ("a mouth that moves", "mouth stays shut during \(amount.inSeconds) s of speech")
        case .still: ("a mouth that moves", "mouth does not move during \(amount.inSeconds) s of speech")
        case .open: ("a closed mouth", "mouth stays open during \(amount.inSeconds) s of silence")
        case .opens: ("a mouth at rest", "mouth opens \(count) times in \(time) of silence")
        case .trembles: ("a steady mouth", "mouth opens or shuts at each of \(count) frames, \(time)")
        }
    }
}
