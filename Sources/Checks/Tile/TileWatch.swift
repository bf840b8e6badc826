import Events
import Panels
import PictureInPicture
import Sessions

/// Judges the tile of a call while a run goes on: fed with all that is heard and all that the tile publishes, in order.
///
/// It does not take the tile's word for whom it shows, but compares that with what the events say. What is told until a tick is seen
/// together by the tile, so that it is judged when that tick is over.
struct TileWatch: Sendable {
    /// `nil` until something is told of a call.
    private(set) var figures: CallFigures?
    /// What came of opening and decoding is as it was recorded.
    var isReplay = false
    /// Files that the call names are opened, where it is no replay.
    private let opensFiles: Bool

    private var reported = ReportedCall()
    private var record = TileRecord()
    private var stage = StageVisibility.visible
    private var includesLocal = false
    private var isSuspended = false
    private var hearsStream = false
    /// Something has been heard or published that has not been judged.
    private var isOpen = false
    /// The tick that ended the turn.
    private var turn: Instant?
    private var shownFrames = ShownFrames()
    private var blank: BlankTime
    private var flicker = Flicker()
    private var loaded: Set<CallImage> = []
    /// A source whose frames are elsewhere, and since when it has been shown: it may be opened at the same moment.
    private var unseen: (source: SourceIdentity, since: Instant)?
    private var known: Set<Mismatch> = []
    private let draw: @Sendable (TileRecord) -> DrawnTile

    /// Whatever has been asked for may come when nobody wants it any more: only what comes later than that was shown.
    private static let latest = TimeSpan.seconds(1)
    private static let imagesKept = 10_000

    /// - Parameter limit: how long video may be on without a frame.
    init(
        limit: TimeSpan, opensFiles: Bool = false,
        draw: @escaping @Sendable (TileRecord) -> DrawnTile = BlankCells.drawn
    ) {
        blank = BlankTime(limit: limit)
        (self.opensFiles, self.draw) = (opensFiles, draw)
    }

    // MARK: Hearing

    mutating func receiveEvent(_ event: Event) -> [AuditFinding] {
        var findings = endTurn()
        if let unseen, event.time > unseen.since { endUnseen() }
        switch event.body {
        case .wire(.call(let call)):
            isOpen = true
            if figures == nil {
                figures = CallFigures()
                figures?.isAlone = !hearsStream
            }
            reported.hear(call, at: event.time)
            if case .source(_, let changes) = call, changes.contains(where: \.isAvatar) { figures?.isAlone = false }
            if case .painted(let source, _, _) = call {
                findings += lateFrame(of: source, "painted frame", at: event.time)
            }
        case .wire(let other):
            if case .baseFrameArrived(_, _, _?) = other { shownFrames.hasAvatar = true }
            hearsStream = true
            figures?.isAlone = false
        case .local(.tile(let input)):
            isOpen = true
            findings += receiveInput(input, at: event.time)
        case .local(.ticked): turn = event.time
        case .local: break
        }
        return count(findings)
    }

    private mutating func receiveInput(_ input: TileInput, at time: Instant) -> [AuditFinding] {
        switch input {
        case .stage(let value): stage = value
        case .settings(let settings):
            for case .includesLocal(let flag) in settings { includesLocal = flag }
        case .suspended: isSuspended = true
        case .continued: isSuspended = false
        case .source(let source, let outcome):
            reported.hear(outcome, of: source, at: time)
            return broken(input, isOnTape: false, at: time)
        case .image(let image, nil):
            if loaded.count >= Self.imagesKept { loaded = [] }
            loaded.insert(image)
            return lateImage(image, at: time)
        case .image(let image, _?):
            loaded.remove(image)
            let isOnTape = if case .picture = image { true } else { false }
            return broken(input, isOnTape: isOnTape, at: time)
        case .firstFrame(let source):
            if reported.isThere(source) { shownFrames.begin(source) }
            return lateFrame(of: source, "first frame", at: time)
        case .frameDecoded(let source, let picture, _):
            if reported.isThere(source) { shownFrames.give(source) }
            let late = lateFrame(of: source, "frame", at: time)
            return late.isEmpty ? strayFrame(picture, of: source, at: time) : late
        case .frameFailed: return broken(input, isOnTape: true, at: time)
        case .window: break
        }
        return []
    }

    /// What cannot be had. What is not on the tape may be elsewhere than where whoever recorded looked for it.
    private mutating func broken(_ input: TileInput, isOnTape: Bool, at time: Instant) -> [AuditFinding] {
        guard isOnTape || opensFiles, let failure = input.failure else { return [] }
        figures?.broken += 1
        return [AuditFinding(.decodeFailed, at: time, expected: "a picture or a video of a member", found: failure)]
    }

    /// - Parameter time: when it was published.
    mutating func receiveRecord(_ next: TileRecord, at time: Instant) -> [AuditFinding] {
        isOpen = true
        let before = record
        record = next
        figures?.publications += 1
        shownFrames.attach(next.snapshot.source)
        var findings = flicker.receive(next.snapshot.member, reported, includesLocal: includesLocal, at: time)
        if let size = next.place?.size, !next.isDrawnAs(before) {
            let blanks = BlankCells.count(in: draw(next), of: size)
            if blanks > 0 {
                findings.append(
                    AuditFinding(
                        .blankCells, at: time,
                        expected: "a pixel or a character in every cell",
                        found: "\(blanks) of \(size.columns)x\(size.rows) cells\(Self.of(next)) are empty"))
            }
        }
        return count(findings)
    }

    /// The run is over.
    mutating func finish(at time: Instant) -> [AuditFinding] {
        let findings = endTurn()
        endUnseen()
        return count(findings + blank.follow(nil, at: time))
    }

    private mutating func count(_ findings: [AuditFinding]) -> [AuditFinding] {
        guard figures != nil else { return [] }
        for finding in findings { figures?.counts[finding.kind, default: 0] += 1 }
        figures?.longestBlank = blank.longest
        return findings
    }

    // MARK: Judging

    private mutating func endTurn() -> [AuditFinding] {
        guard let turn else { return [] }
        self.turn = nil
        guard isOpen, figures != nil else { return [] }
        isOpen = false
        shownFrames.forget { !reported.isThere($0) }
        flicker.endTurn(reported)
        let mismatches = Mismatch.all(of: record, reported, loaded: loaded, frames: isSeen ? shownFrames : nil)
        let new = mismatches.filter { !known.contains($0) }
        known = Set(mismatches)
        // What nobody sees is not painted: the next showing begins with a frame of its own.
        if !record.isActive, stage != .visible { shownFrames.end() }
        return new.map { $0.finding(at: turn) } + blank.follow(blankMember(in: turn), at: turn)
    }

    private var isSeen: Bool { record.isActive || stage == .visible && record.content != .inactive }

    /// Who is shown with video that is on and without a frame.
    private mutating func blankMember(in turn: Instant) -> String? {
        guard isSeen, !isSuspended, record.content == .video || record.content == .screenSharing,
            let source = record.snapshot.source,
            // How long an avatar takes to appear is judged with the frames of its stream.
            reported.avatar(of: source.name) == nil
        else { return nil }
        guard isReplay || reported.hasFramesHere(source.name) else {
            if unseen?.source != source { unseen = (source, turn) }
            return nil
        }
        // What the server holds back cannot come.
        return record.picture == .placeholder && !record.snapshot.overlays.isPaused ? record.snapshot.member : nil
    }

    /// Nobody has opened it.
    private mutating func endUnseen() {
        guard let unseen else { return }
        if !reported.hasFramesHere(unseen.source.name) { figures?.hasUnseenFrames = true }
        self.unseen = nil
    }

    /// - Parameter words: what came of it.
    private func lateFrame(of source: SourceIdentity, _ words: String, at time: Instant) -> [AuditFinding] {
        guard !reported.isThere(source) else { return [] }
        let expected = "no frame"
        guard let gone = reported.frames.isGone(source) else {
            return reported.frames.isWhole
                ? [
                    AuditFinding(
                        .stalePicture, at: time, expected: expected,
                        found: "\(words) of \(source.words), which never existed")
                ] : []
        }
        guard time - gone > Self.latest else { return [] }
        let whose = reported.owner(of: source.name).map { " of \($0)" } ?? ""
        return [
            AuditFinding(
                .stalePicture, at: time, expected: expected,
                found: "\(words) of \(source.words)\(whose), gone since \(gone.inSeconds) s")
        ]
    }

    /// A frame that was another source's.
    private func strayFrame(_ picture: Payload, of source: SourceIdentity, at time: Instant) -> [AuditFinding] {
        guard reported.isThere(source), reported.frames.wasGiven(picture.hash, to: source) == false else { return [] }
        let whose = reported.owner(of: source.name).map { " of \($0)" } ?? ""
        let found =
            reported.frames.source(of: picture.hash).map { "frame of \($0.words)" } ?? "frame of an unknown source"
        return [AuditFinding(.stalePicture, at: time, expected: "one of \(source.words)\(whose)", found: found)]
    }

    private func lateImage(_ image: CallImage, at time: Instant) -> [AuditFinding] {
        guard !reported.members.values.contains(where: { $0.image == image }) else { return [] }
        let gone = reported.images.isGone(image)
        guard gone.map({ time - $0 > Self.latest }) ?? reported.images.isWhole else { return [] }
        return [
            AuditFinding(
                .otherMember, at: time, expected: "the picture of a member",
                found: "\(image.words), which belongs to no member" + (gone.map { " since \($0.inSeconds) s" } ?? ""))
        ]
    }

    private static func of(_ record: TileRecord) -> String { record.snapshot.member.map { " of \($0)" } ?? "" }
}

extension TileRecord {
    /// Whether nothing that is drawn is another.
    fileprivate func isDrawnAs(_ other: TileRecord) -> Bool {
        place?.size == other.place?.size && snapshot == other.snapshot && picture == other.picture
            && isImageLoaded == other.isImageLoaded && hasFrameBehind == other.hasFrameBehind
    }
}

/// What a check counted and measured of a call's tile.
package struct CallFigures: Hashable, Sendable {
    /// What the tile published.
    package internal(set) var publications = 0
    /// The longest time without a frame where video was on.
    package internal(set) var longestBlank = TimeSpan.zero
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
