import Debugger
import Engine
import Events
import Playback
import Sessions

/// What a run without a screen came to.
struct InspectedRun {
    /// In the order in which they left the stage, those that were cut off among them.
    var chunks: [ChunkReport] = []
    var notes: [Note] = []
    var noteCount = 0
    /// Of chunks whose sound was heard.
    private(set) var drifts: [SessionLog.ChunkName: DriftFigures] = [:]
    /// In their order.
    private(set) var messages: [MessageFigures] = []
    /// Messages of which the rest did not come.
    var cutOff = 0
    private static let notesKept = 50

    mutating func receiveStalls(_ stalls: [Generation: MessageFigures.Stalls]) {
        for place in messages.indices { messages[place].stalls = stalls[messages[place].generation] ?? .init() }
    }

    mutating func receiveItem(_ item: VirtualRun.Item) {
        switch item {
        case .chunk(let report):
            chunks.append(report)
            if let place = messages.lastIndex(where: { $0.generation == report.generation }) {
                messages[place].addChunk(report)
            }
        case .note(let note), .tile(_, let note), .reading(_, let note):
            noteCount += 1
            if notes.count < Self.notesKept { notes.append(note) }
        case .frame(let record, _):
            if messages.last?.generation != record.generation { messages.append(MessageFigures(record.generation)) }
            messages[messages.count - 1].addFrame(record)
            if let drift = record.drift, let name = record.chunkName { drifts[name].add(drift) }
        }
    }
}
