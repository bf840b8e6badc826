import Events
import Rewriting
import Wire

/// Writes a tape anew with rules applied. In memory are a few words for each of its entries; bodies and pictures are read
/// when they are written.
///
/// Of the local inputs only those from outside the engine go along (`InputName.isFromOutside`): ticks and decode
/// results belong to the stream as it was, so that the new tape is played afresh. Marks go along with the events around
/// them.
///
/// - Parameters:
///   - tape: read twice.
///   - input: the file that the user named, which is never overwritten.
///   - rules: what to do, chosen when it is known what is on the tape.
/// - Throws: `TapeError`, `RewriteError`. On any error there is nothing new.
/// - Returns: the number of entries written.
@discardableResult
package func rewrite(
    _ tape: TapeReader, from input: String, to output: String, marks: [Mark] = [], seed: UInt64 = 0,
    program: String = "cameo",
    rules: (RewriteIndex) throws -> [RewriteRule]
) throws -> Int {
    let form = try StreamForm(path: output)
    try refuseSame(input, output)
    // What is damaged would be written as if it had been recorded so.
    try tape.verifyBlobs()
    var plan = RewritePlan(try rewriteIndex(of: tape), seed: seed)
    for rule in try rules(plan.index) { try plan.apply(rule) }
    var meta = try tape.meta()
    meta["program"] = program
    meta["source"] = "rewritten"
    meta["rules"] = plan.rules.map(\.text).joined(separator: "\n")
    meta["seed"] = String(seed)
    // Nothing that an engine heard from its own side goes along.
    meta[TapeReader.engineRulesKey] = nil
    return try replacing(output) { partial in
        let sink = try createSink(partial, form, meta: meta)
        let marks = plan.moved(try tape.marks().covered(by: marks))
        var writing = RewriteWriting(tape: tape, plan: plan, marks: marks[...], sink: sink)
        try writing.writeAll()
        try sink.close()
        return plan.steps.count
    }
}

/// What rules and recipes ask of a tape.
package func rewriteIndex(of tape: TapeReader) throws -> RewriteIndex {
    var index = RewriteIndex()
    var cursor = TapeCursor(tape)
    while let entry = try cursor.next() {
        if entry.kind == .wire {
            index.addMessage(try entry.message(), at: entry.time, id: entry.id)
        } else if LocalInputCoding.isFromOutside(entry.name) {
            index.addInput(try entry.input(), named: entry.name, at: entry.time, id: entry.id)
        }
    }
    return index
}

/// The second reading: entry by entry, in the order of the plan.
private struct RewriteWriting {
    let tape: TapeReader
    let plan: RewritePlan
    /// Those that are not written yet.
    private var marks: ArraySlice<Mark>
    let sink: any StreamSink
    private var changed: Set<Int> = []
    /// Entries that follow the last one that was read: most are asked for in their old order.
    private var page: [Int64: TapeEntry] = [:]
    private static let pageSize = 64

    init(tape: TapeReader, plan: RewritePlan, marks: ArraySlice<Mark>, sink: any StreamSink) {
        self.tape = tape
        self.plan = plan
        self.marks = marks
        self.sink = sink
    }

    mutating func writeAll() throws {
        for step in plan.steps {
            try writeMarks { $0.time < step.time }
            do {
                try write(step)
            } catch TapeError.badEntry(let path, _, let reason) where path.isEmpty {
                throw TapeError.badEntry(path: tape.path, id: plan.id(of: step) ?? 0, reason: reason)
            }
        }
        try writeMarks { _ in true }
        if let idle = plan.idleRule(changed: changed) {
            throw RewriteError.changesNothing(rule: idle.text, recipe: idle.recipe)
        }
    }

    /// As in a conversion: behind the events of their moment.
    private mutating func writeMarks(while isDue: (Mark) -> Bool) throws {
        while let mark = marks.first, isDue(mark) {
            marks.removeFirst()
            try sink.add(StreamItem(time: mark.time, body: .mark(mark))) { _ in nil }
        }
    }

    private mutating func write(_ step: RewritePlan.Step) throws {
        let entry = try plan.id(of: step).map { try self.entry($0) }
        let member = entry?.member ?? .main
        let item = { (body: StreamItem.Body) in StreamItem(time: step.time, body: body, member: member) }
        if let entry, entry.kind == .local { return try sink.add(item(.input(try entry.input()))) { _ in nil } }
        if let input = plan.input(of: step) { return try sink.add(item(.input(input))) { _ in nil } }
        let (tape, original) = (self.tape, try entry?.message().emitted(later: step.dateShift))
        if let original, plan.isUnchanged(step) {
            return try sink.add(item(.wire(original))) { try tape.blob($0) }
        }
        let (message, blobs) = try plan.message(of: step, original: original, changed: &changed) {
            try tape.blob($0)
        }
        let byHash = Dictionary(blobs.map { ($0.hash, $0.bytes) }) { first, _ in first }
        try sink.add(item(.wire(message))) { byHash[$0] }
    }

    private mutating func entry(_ id: Int64) throws -> TapeEntry {
        if let entry = page[id] { return entry }
        let entries = try tape.entries(after: id - 1, limit: Self.pageSize)
        page = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
        guard let entry = page[id] else {
            throw TapeError.corrupt(path: tape.path, reason: "entry \(id) has disappeared")
        }
        return entry
    }
}
