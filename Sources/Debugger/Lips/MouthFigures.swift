import Engine
import Events
import Sessions

/// Figures about mouth movements by themselves: how often mouths change, whether they close where they must, move in
/// speech and rest in silence.
package struct MouthFigures: Hashable, Sendable {
    /// A shape that lasts less than this is short.
    package static let short = TimeSpan.milliseconds(50)

    /// Time in which a mouth does something wrong.
    struct Oddity: Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            /// Duration of loud speech.
            case shut, still
            /// Duration of silence.
            case open
            /// Number of times.
            case opens, trembles
        }

        var kind: Kind
        var place: LipPlace
        var amount = TimeSpan.zero
        var count = 0
    }

    /// Total time of frames whose shape has a name.
    package internal(set) var named = TimeSpan.zero
    /// Number of times that a shape was shown, and how many of these were `short`.
    package internal(set) var shapes = 0
    package internal(set) var shortShapes = 0
    /// Sounds that need closed lips, if both shape and sound are known; and those without closed lips.
    package internal(set) var closures = 0
    package internal(set) var missedClosures = 0
    /// Time further than `MouthCounting.margin` from any voice, and the frames in it whose mouth changed.
    package internal(set) var silence = TimeSpan.zero
    package internal(set) var movesInSilence = 0
    /// Loud speech with a known mouth.
    package internal(set) var loud = TimeSpan.zero
    /// The longest loud speech with an unchanged mouth, and the longest silence with an open one.
    package internal(set) var longestStill = TimeSpan.zero
    package internal(set) var longestOpen = TimeSpan.zero
    /// Number of times that a mouth opened again in one silence.
    package internal(set) var openingsInSilence = 0
    /// Most frames in a row in which a mouth alternately opens and shuts.
    package internal(set) var trembling = 0
    /// At most `LipFigures.stretchesKept`.
    var oddities: [Oddity] = []

    package init() {}

    /// `nil` if no shape has a name.
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
