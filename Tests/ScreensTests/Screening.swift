import Cells
import Debugger
import Engine
import Events
import Frames
import Keys
import Panels
import Sessions
import Support

@testable import Screens

/// A screen over a session that has been heard, without a terminal.
struct Screening {
    var model: ScreenModel
    var timeline: Timeline
    private var alter: [(inout Played) -> Void] = []
    private let source: KnownSource

    /// Pictures of one size, and nothing else.
    final class KnownSource: ScreenSource {
        var size: PixelSize? = PixelSize(width: 100, height: 80)
        var covered: CellRect?
        var inspectorScrollLimit = 0
        var statisticsScrollLimit = 0
        func isCovered(_ cell: CellPoint) -> Bool { covered?.contains(cell) == true }
        func size(of composite: Composite) -> PixelSize? { size }
        func reading(of composite: Composite, at point: PixelPoint) -> PixelReading? { nil }
        func event(of record: FrameRecord, in history: History) -> InspectorState.RawEvent? { nil }
        var levels: [Int: [UInt8]] = [:]
        func levels(ofChunk chunk: Int, _ generation: Generation) -> [UInt8]? { levels[chunk] }
        func levels(ofBook sound: BookSound, from start: TimeSpan, to end: TimeSpan) -> [UInt8]? { nil }
        var session: SessionFigures? { nil }
        func fill(_ statistics: inout StatisticsState) {}
    }

    private struct NoArchive: WireArchive {
        func event(_ entry: History.EntryID) -> WireEvent? { nil }
        func carriage(of payload: Payload?, in entry: History.EntryID) -> WireCarriage? { nil }
    }

    /// Clips, a message of two chunks and the way home: 12 s; the playhead is at the edge.
    static let heard: [Event] = {
        var session = EngineRun.loaded()
        session.at(1, Stream.chunk(0, frames: 30))
        session.at(1.2, Stream.chunk(1, frames: 20, from: 30))
        session.at(1.3, .audioEnded)
        session.run(to: 11.99)
        return session.heard + [Event(Instant(seconds: 12), .local(.ticked))]
    }()

    init(_ events: [Event] = heard, _ set: (inout ScreenModel.Opening) -> Void = { _ in }) {
        var opening = ScreenModel.Opening()
        set(&opening)
        model = ScreenModel(opening)
        model.geometry = ScreenGeometry(cells: CellSize(columns: 200, rows: 60))
        source = KnownSource()
        timeline = Timeline(PlaybackEngine(), archive: NoArchive(), judge: Audit(ticks: .live))
        receive(events)
    }

    mutating func receive(_ events: some Sequence<Event>) {
        for event in events {
            switch event.body {
            case .local(let input): _ = timeline.receiveInput(input, at: event.time, for: event.member)
            case .wire(let wire):
                _ = timeline.receiveWireEvent(wire, entry: 0, named: "", at: event.time, for: event.member)
            }
        }
    }

    var played: Played {
        var played = Played(timeline, source)
        (played.position, played.end, played.duration) = (timeline.now, timeline.edge.now, timeline.edge.now)
        played.now = timeline.edge.now
        (played.speeds, played.sound.volumes) = (10...400, 0...100)
        for change in alter { change(&played) }
        return played
    }

    /// That many more lines come into the log.
    mutating func say(_ lines: Int) {
        for number in 0..<lines {
            _ = timeline.receiveWireEvent(
                .ignored(name: "odd"), entry: 0, named: "odd", at: timeline.edge.now, oddities: ["line \(number)"])
        }
    }

    /// From now on this holds of what is played.
    mutating func change(_ change: @escaping (inout Played) -> Void) { alter.append(change) }

    /// What only a screen that was drawn can say.
    func cover(_ rect: CellRect?) { source.covered = rect }
    /// How loud a chunk is, as whoever has read its sound knows.
    func setLevels(_ levels: [UInt8], ofChunk chunk: Int = 0) { source.levels[chunk] = levels }
    func setInspectorScrollLimit(_ lines: Int) { source.inspectorScrollLimit = lines }

    /// Draws, as the renderer does.
    @discardableResult mutating func draw(with view: inout ScreenView) -> ScreenContent {
        hear(.panelsDue)
        let content = view.content(
            model, model.layout(played), played, tile: { ShownTile(self.played, avatar: self.model.opening.avatar) },
            rate: 0)
        source.inspectorScrollLimit = view.inspectorScrollLimit
        source.statisticsScrollLimit = view.statisticsScrollLimit
        return content
    }

    /// Base frames are no pictures any more.
    func breakPictures() { source.size = nil }

    @discardableResult mutating func hear(_ input: ScreenInput) -> [ScreenAction] { model.handle(input, played) }
    /// As the run loop does: the model hears of a turn where it waits for one.
    @discardableResult mutating func turn() -> [ScreenAction] { model.awaitsTurn ? hear(.turned) : [] }
    /// Turns until a voice that has said its last word has faded away.
    mutating func turnWhileFading() -> [ScreenAction] {
        let before = turn()
        change { $0.now = $0.now + InitialUtterance.fading }
        return before + turn()
    }

    @discardableResult mutating func press(_ key: Key) -> [ScreenAction] { hear(.key(key)) }

    /// The first key of a command.
    @discardableResult mutating func press(_ command: Command) -> [ScreenAction] {
        switch command {
        case .tenth(let tenth): return press(.character(Character("\(tenth)")))
        case .moveProbe(let arrow): return press(.named(arrow, .shift))
        default: break
        }
        guard let key = model.keys.rows.first(where: { $0.command == command })?.keys.first else { return [] }
        return press(key)
    }

    /// Types a line and enters it.
    @discardableResult mutating func type(_ text: String) -> [ScreenAction] {
        press(.named(.end))
        press(.control("u"))
        press(.paste(text))
        return press(.named(.enter))
    }
}
