import Debugger
import Events
import PictureInPicture

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
        of record: TileRecord, _ told: ToldCall, loaded: Set<CallImage>, frames: ShownFrames?
    ) -> [Mismatch] {
        let snapshot = record.snapshot
        guard record.content != .inactive, let id = snapshot.member else { return [] }
        guard let member = told.members[id] else {
            return [Mismatch(kind: .otherMember, expected: "a member who is there", found: "\(id), who is not")]
        }
        var all: [Mismatch] = []
        func add(_ kind: AuditFinding.Kind, _ expected: String, _ found: String) {
            all.append(Mismatch(kind: kind, expected: expected, found: found))
        }
        if snapshot.name != member.name {
            add(.otherMember, "the name of \(id): \(member.name ?? "none")", snapshot.name ?? "none")
        }
        let image = told.image(of: id)
        if snapshot.image != image {
            add(.otherMember, "the picture of \(id): \(image?.words ?? "none")", snapshot.image?.words ?? "none")
        } else if record.isImageLoaded, let image, !loaded.contains(image) {
            add(.otherMember, "no picture of \(id) before it is loaded", "one that is taken for \(image.words)")
        }
        let source = told.source(of: id)
        let found = snapshot.source?.words ?? "none"
        if snapshot.source != source {
            add(
                record.picture == .frame ? .stalePicture : .otherMember,
                "the source of \(id): \(source?.words ?? "none")",
                found + (snapshot.source.flatMap { told.owner(of: $0.name) }.map { " of \($0)" } ?? ""))
        } else if record.picture == .frame, let frames, source.map({ frames.hasFrame($0, told) }) != true {
            add(.stalePicture, "the placeholder of \(id): no frame of \(found) has come", "a frame")
        }
        return all
    }
}
