import Debugger
import Events
import Playback
import Sessions

/// What `cameo check` found out about one tape.
package struct CheckResult: Sendable {
    /// A limit that was not kept, or of which nobody can say.
    package struct Exceeded: Hashable, Sendable {
        package let measure: CheckMeasure
        package let limit: Double
        /// `nil` where it could not be measured.
        package let found: Double?
    }

    /// As the user named it.
    package var file: String
    package var duration = TimeSpan.zero
    package var hearing = TapeHearing.afresh
    package var isReplay: Bool { hearing == .replayed }
    /// What to say of options that did nothing.
    var unusedOptions: String?
    package var figures = AuditFigures()
    /// Mouths against sound, by what both contain.
    package var lips = LipFigures()
    /// Of the tile; `nil` where no call is told of.
    package var call: CallFigures?
    /// Of a book on disk; `nil` for a tape, and then nothing else is measured.
    package var book: BookFigures?
    /// `nil` where no book is read.
    package var reading: ReadingFigures?
    /// Those besides the main one, whose streams nobody has judged.
    package var otherMembers: [String] = []
    /// Frames by what their overlay's border says.
    package var fitting = 0
    package var seams = 0
    package var unclear = 0
    /// Those of the unclear ones whose overlay has other colors than its base frame.
    package var tinted = 0
    package var outside = 0
    /// What was looked at.
    package var judged = Coverage(seams: false, sound: false)
    package var decodeFailures = 0
    package var stale = 0
    /// By time; at most so many of a kind.
    package var findings: [AuditFinding] = []
    /// By message.
    package var stalls: [Generation: MessageFigures.Stalls] = [:]
    /// How many more of a kind there were.
    package var dropped: [AuditFinding.Kind: Int] = [:]
    /// How many there were of each kind, those that are not listed included.
    package var kinds: [AuditFinding.Kind: Int] = [:]
    /// The faults that mark each frame, by its ordinal, where that was asked for.
    package internal(set) var marks: [Int: [AuditFinding.Kind]] = [:]
    /// Why frames with findings are as they are, by the frames' ordinals, where that was asked for.
    package var reasons: [Int: Why] = [:]
    /// Frames that findings of a moment mark, by that, where reasons were asked for.
    package var marked: [Instant: Int] = [:]
    package var exceeded: [Exceeded] = []
    /// Limits that somebody has asked for and that could not be measured.
    var unmeasured: [CheckMeasure] = []
    /// Why the tape cannot be read.
    package var error: String?

    /// Why the frame that a finding is about, or marks, is as it is.
    package func why(_ finding: AuditFinding) -> Why? {
        guard finding.frame != nil || finding.kind.isOfPictures else { return nil }
        let why = (finding.frame ?? marked[finding.time]).flatMap { reasons[$0] }
        // What came odd, late, again or never is said when it comes, and is no reason of what another chunk shows then.
        let isOfArrival = [.odd, .late, .duplicate, .lost].contains(finding.kind)
        guard isOfArrival, let chunk = finding.chunk, let shown = why?.record else { return why }
        return shown.position?.chunk == chunk && shown.generation == finding.generation ? why : nil
    }

    package init(file: String) { self.file = file }

    /// Whether a chunk's number alone may be that of another message's chunk.
    var hasSeveralMessages: Bool { figures.shownMessages > 1 }

    /// `nil` where nothing was measured.
    package func value(_ measure: CheckMeasure) -> Double? { measure.value(in: self) }

    /// Of a book, or of a reading.
    package var bookTallies: [BookTally] { [book?.tally, reading?.tally].compactMap { $0 } }
}
