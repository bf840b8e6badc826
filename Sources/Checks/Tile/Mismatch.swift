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
        let image = told.image(of: id)
        if snapshot.image != image {
            add(.otherMember, image?.words ?? "none", "picture of \(id): \(snapshot.image?.words ?? "none")")
        } else if record.isImageLoaded, let image, !loaded.contains(image) {
            add(.otherMember, "none before it is loaded", "picture of \(id): taken for \(image.words)")
        }
        let source = told.source(of: id)
        let found = snapshot.source?.words ?? "none"
        if snapshot.source != source {
            add(
                record.picture == .frame ? .stalePicture : .otherMember,
                source?.words ?? "none",
                "source of \(id): \(found)"
                    + (snapshot.source.flatMap { told.owner(of: $0.name) }.map { " of \($0)" } ?? ""))
        } else if record.picture == .frame, let frames, source.map({ frames.hasFrame($0, told) }) != true {
            add(.stalePicture, "the placeholder", "a frame of \(id), though \(found) has sent none")
        }
        return all
    }
}
