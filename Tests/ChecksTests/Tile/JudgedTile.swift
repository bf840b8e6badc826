import Events
import Panels
import PictureInPicture
import Sessions

@testable import Checks

/// A watch, and what it is told by hand: a tile that may show anything.
struct JudgedTile {
    var watch: TileWatch
    private(set) var findings: [AuditFinding] = []

    /// In a call with Anna, who has the source `cam`, and Bob, who has `web`; both are on the tape. The tile is seen.
    init(isReplay: Bool = false, draw: @escaping @Sendable (TileRecord) -> DrawnTile = BlankCells.drawn) {
        watch = TileWatch(limit: .seconds(2), draw: draw)
        watch.isReplay = isReplay
        hear(0, .state(.joined, call: "c1"))
        hear(0, .source("cam", []))
        hear(0, .source("web", []))
        hear(0, .member("anna", [.name("Anna"), .publishesVideo(true), .source("cam")]))
        hear(0, .member("bob", [.name("Bob"), .publishesVideo(true), .source("web"), .image(.file("bob.png"))]))
    }

    var kinds: [AuditFinding.Kind] { findings.map(\.kind) }

    mutating func hear(_ seconds: Double, _ event: CallEvent) {
        findings += watch.receiveEvent(Event(Instant(seconds: seconds), .wire(.call(event))))
    }

    mutating func hear(_ seconds: Double, _ input: TileInput) {
        findings += watch.receiveEvent(Event(Instant(seconds: seconds), .local(.tile(input))))
    }

    /// The tile has nothing new to show.
    mutating func tick(_ seconds: Double) {
        findings += watch.receiveEvent(Event(Instant(seconds: seconds), .local(.ticked)))
    }

    mutating func show(_ seconds: Double, _ record: TileRecord) {
        tick(seconds)
        findings += watch.receiveRecord(record, at: Instant(seconds: seconds))
    }

    mutating func end(_ seconds: Double) { findings += watch.finish(at: Instant(seconds: seconds)) }

    static func picture(_ number: UInt8) -> Payload {
        Payload(hash: ContentHash(words: (UInt64(number), 0, 0, 0)), byteCount: 1)
    }

    static let size = PixelSize(width: 4, height: 3)

    /// A frame of a source comes and is decoded.
    mutating func frame(_ seconds: Double, _ source: String, instance: Int = 0, _ number: UInt8 = 1) {
        hear(seconds, CallEvent.frame(source: source, picture: Self.picture(number)))
        hear(
            seconds,
            TileInput.frameDecoded(
                SourceIdentity(name: source, instance: instance), Self.picture(number), Self.size))
    }

    static func anna(_ picture: TileRecord.Picture = .placeholder) -> TileRecord {
        record("anna", "Anna", "cam", picture)
    }

    static func bob(_ picture: TileRecord.Picture = .placeholder) -> TileRecord {
        var record = record("bob", "Bob", "web", picture)
        record.snapshot.image = .file("bob.png")
        return record
    }

    static func record(
        _ member: String, _ name: String?, _ source: String?, _ picture: TileRecord.Picture
    ) -> TileRecord {
        var record = TileRecord()
        (record.snapshot.call, record.snapshot.content) = ("c1", source == nil ? .avatar : .video)
        (record.snapshot.member, record.snapshot.name) = (member, name)
        record.snapshot.source = source.map { SourceIdentity(name: $0) }
        record.picture = picture
        record.place = CellRect(origin: CellPoint(column: 50, row: 1), size: CellSize(columns: 20, rows: 8))
        return record
    }
}
