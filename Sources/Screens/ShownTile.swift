import Cells
import Engine
import Events
import Frames
import Panels
import PictureInPicture

/// What the tile shows at the playhead: of a call the member whom it is about, else the avatar itself, which is a call of one.
package struct ShownTile: Hashable, Sendable {
    /// Where its picture comes from.
    package enum Frame: Hashable, Sendable {
        case none
        /// What the engine of this one draws.
        case avatar(DrawnFrame, Member)
        /// A frame that a script gave.
        case scripted(Payload)
        /// The newest one of a pipe or a file.
        case stream(SourceIdentity)
        /// Of the film that is read, by its number.
        case film(Int)
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
        if let film = played.book.film, played.isAtEdge {
            self.init(film, played)
        } else if let call = played.call {
            self.init(call, played)
        } else {
            self.init(played, named: avatar)
        }
    }

    private init(_ tile: Tile, _ played: Played) {
        (record, aspect) = (tile.record, tile.preferred.aspect)
        appeared = tile.appeared ?? .zero
        if let avatar = tile.shownAvatar {
            take(played, avatar)
            return
        }
        // Who was only seen as an avatar is seen as that when the call is over.
        isCall = record.content != .inactive || played.composite == nil
        guard record.picture == .frame || record.hasFrameBehind, let source = record.snapshot.source else { return }
        if let scripted = tile.scriptedFrame {
            frame = .scripted(scripted)
        } else if !(played.isAtEdge && played.isGrowing), let painted = tile.paintedFrame {
            // Pipes and files can be read while it is live.
            frame = .painted(painted)
        } else {
            frame = .stream(source)
        }
    }

    /// Of a film whose sound is read.
    private init(_ film: ShownFilm, _ played: Played) {
        (record, aspect) = (TileRecord(), film.aspect)
        record.snapshot = TileSnapshot(
            ofAvatar: played.reader?.book?.title, isReconnecting: false, hasPicture: true, isTalking: false)
        record.snapshot.overlays.hasAudio = record.snapshot.overlays.hasAudio && played.sound.isHeard
        record.picture = .frame
        frame = .film(film.number)
    }

    /// Of a tape, or of a session with a backend.
    private init(_ played: Played, named avatar: String?) {
        let (engine, composite) = (played.engine, played.composite)
        (record, aspect) = (TileRecord(), PreferredSize().aspect)
        // What has never been there is not lost: at first there is neither a link nor a picture.
        let isFirst = played.link == .connecting(attempt: 0) && composite == nil
        let isLost = played.isAtEdge && !isFirst && played.link.map { !$0.isConnected } == true
        record.snapshot = TileSnapshot(
            ofAvatar: avatar, isReconnecting: isLost, hasPicture: composite != nil,
            isTalking: engine.modeName == .overlay)
        (record.picture, record.hasFrameBehind) =
            isLost ? (.panel, composite != nil) : (composite == nil ? .placeholder : .frame, false)
        take(played, .main)
    }

    /// What the engine draws, and whether its sound is heard here, which is its microphone.
    private mutating func take(_ played: Played, _ avatar: Member) {
        record.snapshot.overlays.hasAudio = record.snapshot.overlays.hasAudio && played.sound.isHeard
        if avatar.isMain, let narrated = played.shown(played.narrated, by: played.engine) {
            if let size = played.source.size(of: narrated) { aspect = Double(size.width) / Double(max(1, size.height)) }
            // Mouths are decoded by what they are, as those of the past.
            frame = .avatar(DrawnFrame(composite: narrated, mode: .overlay, isPast: true), avatar)
            return
        }
        guard let engine = played.timeline.engine(of: avatar), case let plan = engine.framePlan,
            let composite = played.shown(plan.composite, by: engine)
        else { return }
        if let size = played.source.size(of: composite) { aspect = Double(size.width) / Double(max(1, size.height)) }
        frame = .avatar(
            DrawnFrame(composite: composite, mode: plan.record?.mode, isPast: !played.isAtEdge), avatar)
    }
}

/// What stands on the stage of a call while nobody is shown.
enum EmptyStage {
    static func panel(_ shown: ShownTile, in picture: CellRect) -> Panel? {
        guard shown.isCall, shown.record.content == .inactive else { return nil }
        let words = shown.record.snapshot.call == nil ? "no call" : "you are alone in this call"
        let columns = min(words.count, picture.size.columns)
        let rect = CellRect(
            column: picture.origin.column + (picture.size.columns - columns) / 2,
            row: picture.origin.row + (picture.size.rows - 1) / 2, columns: columns, rows: 1)
        return Panel(rect, [TextLine(words, TextStyle(.faint))])
    }
}
