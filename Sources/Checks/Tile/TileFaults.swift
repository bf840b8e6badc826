import Cells
import Events
import Frames
import Panels
import PictureInPicture
import Sessions

/// Something that the tile says of a member and that the events of the call do not.
struct Mismatch: Hashable, Sendable {
    let kind: AuditFinding.Kind
    let expected: String
    let found: String

    func finding(at time: Instant) -> AuditFinding {
        AuditFinding(kind, at: time, expected: expected, found: found)
    }

    /// - Parameter frames: `nil` where nobody sees any.
    static func all(
        of record: TileRecord, _ reported: ReportedCall, loaded: Set<CallImage>, frames: ShownFrames?
    ) -> [Mismatch] {
        let snapshot = record.snapshot
        guard record.content != .inactive, let id = snapshot.member else { return [] }
        guard let member = reported.members[id] else {
            return [
                Mismatch(kind: .otherMember, expected: "a member of the call", found: "\(id), who is not in the call")
            ]
        }
        var all: [Mismatch] = []
        func add(_ kind: AuditFinding.Kind, _ expected: String, _ found: String) {
            all.append(Mismatch(kind: kind, expected: expected, found: found))
        }
        if snapshot.name != member.name {
            add(.otherMember, member.name ?? "none", "name of \(id): \(snapshot.name ?? "none")")
        }
        let image = reported.image(of: id)
        if snapshot.image != image {
            add(.otherMember, image?.words ?? "none", "picture of \(id): \(snapshot.image?.words ?? "none")")
        } else if record.isImageLoaded, let image, !loaded.contains(image) {
            add(.otherMember, "none before it is loaded", "picture of \(id): taken for \(image.words)")
        }
        let source = reported.source(of: id)
        let found = snapshot.source?.words ?? "none"
        if snapshot.source != source {
            add(
                record.picture == .frame ? .stalePicture : .otherMember,
                source?.words ?? "none",
                "source of \(id): \(found)"
                    + (snapshot.source.flatMap { reported.owner(of: $0.name) }.map { " of \($0)" } ?? ""))
        } else if record.picture == .frame, let frames, source.map({ frames.hasFrame($0, reported) }) != true {
            add(.stalePicture, "the placeholder", "a frame of \(id), though \(found) has sent none")
        }
        return all
    }
}

/// Of which sources there is a frame that may be shown.
struct ShownFrames: Sendable {
    /// A script's last frame stays as long as its source.
    private var scripted: Set<SourceIdentity> = []
    /// Pipes and files bring a frame anew for each showing.
    private var arrived: Set<SourceIdentity> = []

    /// Something has come that the main avatar can be drawn of; of others nothing is heard here.
    var hasAvatar = false

    func hasFrame(_ source: SourceIdentity, _ reported: ReportedCall) -> Bool {
        if let avatar = reported.avatar(of: source.name) { return hasAvatar || !avatar.isMain }
        return scripted.contains(source) || arrived.contains(source)
    }

    mutating func give(_ source: SourceIdentity) { scripted.insert(source) }
    mutating func begin(_ source: SourceIdentity) { arrived.insert(source) }

    mutating func attach(_ source: SourceIdentity?) { arrived = arrived.filter { $0 == source } }
    mutating func end() { arrived = [] }

    mutating func forget(_ isGone: (SourceIdentity) -> Bool) {
        scripted = scripted.filter { !isGone($0) }
        arrived = arrived.filter { !isGone($0) }
    }
}

/// Members who are shown for a shorter time than the rate of changes allows (picture-in-picture 3.2).
struct Flicker: Sendable {
    static let period = TimeSpan.milliseconds(300)

    private var shown: String?
    private var since: Instant?
    private var call = 0
    /// Who is shown had a source when the last turn was over.
    private var hadSource = false

    /// - Parameter member: who is shown from now on.
    mutating func receive(
        _ member: String?, _ reported: ReportedCall, includesLocal: Bool, at time: Instant
    ) -> [AuditFinding] {
        guard member != shown else { return [] }
        defer { (shown, since, call) = (member, time, reported.number) }
        // Where nobody was shown, nobody is taken away.
        guard let shown, let since, time - since < Self.period, call == reported.number,
            reported.isCandidate(shown, includesLocal: includesLocal),
            !(hadSource && reported.source(of: shown) == nil),
            !(member.map(reported.sharesScreen) == true && !reported.sharesScreen(shown))
        else { return [] }
        let span = time - since
        return [
            AuditFinding(
                .flicker, at: time, expected: "at least \(Self.period.words)",
                found: "\(shown) replaced by \(member ?? "an empty tile") after \(span.words)", amount: span)
        ]
    }

    mutating func endTurn(_ reported: ReportedCall) { hadSource = shown.flatMap { reported.source(of: $0) } != nil }
}

/// How long a member is shown with video that is on and of which no frame comes, whatever becomes of its source meanwhile.
struct BlankTime: Sendable {
    let limit: TimeSpan
    private(set) var longest = TimeSpan.zero
    private var blank: (member: String, since: Instant)?

    init(limit: TimeSpan) { self.limit = limit }

    /// - Parameter member: who is shown so from now on.
    /// - Returns: what is over, where it was too long.
    mutating func follow(_ member: String?, at time: Instant) -> [AuditFinding] {
        guard member != blank?.member else { return [] }
        let before = blank
        blank = member.map { ($0, time) }
        guard let before else { return [] }
        let span = time - before.since
        longest = max(longest, span)
        guard span > limit else { return [] }
        return [
            AuditFinding(
                .blankTile, at: before.since, expected: "one within \(limit.words)",
                found: "no frame of \(before.member) for \(span.words)", amount: span)
        ]
    }
}

/// Cells of a drawn tile in which there is neither a pixel nor a character.
enum BlankCells {
    /// What would be drawn for a record. Where it shows a frame, one in a single color stands for it: what its own pixels are is
    /// not the tile's.
    static func drawn(_ record: TileRecord) -> DrawnTile {
        guard let cells = record.place?.size else { return .nothing }
        let hasFrame = record.picture == .frame || record.hasFrameBehind
        let grid = PixelSize(width: cells.columns, height: cells.rows * 2)
        let frame = hasFrame ? PixelImage(size: grid, bytes: [UInt8](repeating: 128, count: grid.count * 4)) : nil
        return TileDrawing(record.snapshot, cells: cells, frame: frame).drawn()
    }

    /// - Parameter cells: of the tile; what is not drawn of it is blank.
    static func count(in drawn: DrawnTile, of cells: CellSize) -> Int {
        var written: Set<CellPoint> = []
        for text in drawn.picture.texts {
            for column in 0..<text.columns {
                written.insert(CellPoint(column: text.origin.column + column, row: text.origin.row))
            }
        }
        let grid = drawn.picture.grid
        var count = 0
        for row in 0..<cells.rows {
            for column in 0..<cells.columns where !written.contains(CellPoint(column: column, row: row)) {
                let isBlank = (0..<2).allSatisfy { half in
                    grid[PixelPoint(x: column, y: row * 2 + half)] == PixelGrid.background
                }
                if isBlank { count += 1 }
            }
        }
        return count
    }
}
