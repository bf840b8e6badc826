import Engine
import PictureInPicture

extension Tile {
    /// Its state in words, in an order that stays.
    var fields: [StateField] {
        let snapshot = record.snapshot
        let place = record.place.map {
            "\($0.size.columns)x\($0.size.rows) at \($0.origin.column),\($0.origin.row)"
        }
        return [
            StateField("tile", snapshot.content.rawValue), StateField("tile call", call.id ?? "none"),
            StateField("tile call state", call.state.rawValue),
            StateField("tile members", String(call.members.count)),
            StateField("tile member", snapshot.member ?? "none"),
            StateField("tile source", snapshot.source.map { "\($0.name) \($0.instance)" } ?? "none"),
            StateField("tile picture", record.picture.rawValue),
            StateField("tile place", place ?? "none"),
            StateField("tile reason", record.reason),
        ]
    }

    /// Bytes that a copy takes besides what it shares with an earlier state, about.
    func copyBytes(besides other: Tile?) -> Int {
        guard other?.call.revision != call.revision else { return 0 }
        return call.members.count * MemoryLayout<CallMember>.stride + call.sourceCount * MemoryLayout<CallSource>.stride
    }
}
