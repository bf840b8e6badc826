import Engine
import Events
import Frames
import PictureInPicture

/// What the tile shows at the playhead: of a call the member whom it is about, else the avatar itself, which is a call of one.
package struct ShownTile: Hashable, Sendable {
    /// Where its picture comes from.
    package enum Frame: Hashable, Sendable {
        case none
        case avatar(DrawnFrame)
        /// A frame that a script gave.
        case scripted(Payload)
        /// The newest one of a pipe or a file.
        case stream(SourceIdentity)
        /// One of those as it was painted.
        case painted(Tile.PaintedFrame)
    }

    package var record: TileRecord
    package var frame = Frame.none
    /// Width by height.
    package var aspect: Double
    /// Since when it has been there; its dots go by it.
    package var appeared = Instant.zero
    /// The stage shows it, too: there is nothing else to be seen of a call.
    package var isCall = false

    /// - Parameter avatar: what the avatar is called.
    package init(_ played: Played, avatar: String?) {
        if let call = played.call {
            self.init(call, isLive: played.isAtEdge && played.isGrowing)
        } else {
            self.init(played, named: avatar)
        }
    }

    /// - isLive: pipes and files are there to be read.
    private init(_ tile: Tile, isLive: Bool) {
        (record, aspect, isCall) = (tile.record, tile.preferred.aspect, true)
        appeared = tile.appeared ?? .zero
        guard record.picture == .frame || record.hasFrameBehind, let source = record.snapshot.source else { return }
        if let scripted = tile.scriptedFrame {
            frame = .scripted(scripted)
        } else if !isLive, let painted = tile.paintedFrame {
            frame = .painted(painted)
        } else {
            frame = .stream(source)
        }
    }

    /// Of a tape, or of a session with a backend.
    private init(_ played: Played, named avatar: String?) {
        let (engine, composite) = (played.engine, played.composite)
        record = TileRecord()
        let isLost = played.isAtEdge && played.link.map { !$0.isConnected } == true
        record.snapshot = TileSnapshot(
            ofAvatar: avatar, isReconnecting: isLost, hasPicture: composite != nil,
            isTalking: engine.modeName == .overlay, isHeard: !played.sound.isMuted)
        (record.picture, record.hasFrameBehind) =
            isLost ? (.panel, composite != nil) : (composite == nil ? .placeholder : .frame, false)
        let size = composite.flatMap { played.source.size(of: $0) }
        aspect = size.map { Double($0.width) / Double(max(1, $0.height)) } ?? PreferredSize().aspect
        let plan = engine.framePlan
        if composite != nil {
            frame = .avatar(DrawnFrame(composite: composite, mode: plan.record?.mode, isPast: !played.isAtEdge))
        }
    }
}
