import Engine
import Events

/// Which findings belong together, while they come one by one: those that go on from frame to frame or within a moment are one run,
/// and consequences belong to the run of their cause. What came late or never leaves frames without their picture, and the picture
/// before them standing; what cannot be decoded leaves them bare; a clip with holes draws other base frames; a base frame that cannot
/// be decoded is one, however often it is wanted, and a hole; of a wrong rate chunks and sounds differ in length, and mouths do not fit.
///
/// Some 80 bytes a finding at most; a finding costs the same however many there are, and the runs always stand in order.
package struct FindingGroups: Sendable {
    private struct Item: Sendable {
        let kind: AuditFinding.Kind
        let time: Instant
        /// Consequences are in no run; -1 for none, as below.
        var run: Int32 = -1
        /// In its run.
        var next: Int32 = -1
        var previous: Int32 = -1
        var cause: Int32 = -1
    }

    /// Findings of one kind: a run, or the consequences of one.
    package struct Part: Hashable, Sendable {
        package let kind: AuditFinding.Kind
        /// Places of the first and of the last one, in the order in which they were added.
        package fileprivate(set) var first: Int
        package fileprivate(set) var last: Int
        package fileprivate(set) var count = 1

        fileprivate init(_ kind: AuditFinding.Kind, _ id: Int32) {
            self.kind = kind
            (first, last) = (Int(id), Int(id))
        }
    }

    /// Findings that go on, none of them a consequence, and what follows from them: a part for each kind.
    private struct Run: Sendable {
        var findings: Part
        var consequences: [Part] = []

        mutating func add(_ part: Part) {
            guard let place = consequences.firstIndex(where: { $0.kind == part.kind }) else {
                consequences.append(part)
                return
            }
            consequences[place].first = min(consequences[place].first, part.first)
            consequences[place].last = max(consequences[place].last, part.last)
            consequences[place].count += part.count
        }
    }

    private var items: [Item] = []
    /// Also those that all findings have left.
    private var runs: [Run] = []
    /// The first finding of each run, by their times.
    private var heads: [Int32] = []
    private var latest: [AuditFinding.Kind: (finding: AuditFinding, form: Int, id: Int32)] = [:]
    private var (late, lost, undecodable) = (FrameSpans(), FrameSpans(), FrameSpans())
    private var bare = FrameSpans()
    /// Places of findings that turned out to be consequences later, or to be those of another cause, in the order in which they did.
    package private(set) var regrouped: [Int] = []
    private var freezes: [Instant: Int32] = [:]
    private var holes: [BasePlace: Int32] = [:]
    /// Of clips with holes: how many of these are not known to be base frames that cannot be decoded.
    private var lacking: [Int32: Int] = [:]
    /// By message.
    private var rates: [Generation: Int32] = [:]
    /// What a wrong rate explains, by message, while none has been told.
    private var unfit: [Generation: [Int32]] = [:]
    /// The first finding of each base frame that cannot be decoded.
    private var broken: [BasePlace: Int32] = [:]
    /// Of frames that demanded a base frame of which nothing has been told.
    private var unexplained: [BasePlace: [Int32]] = [:]

    private struct BasePlace: Hashable {
        let clip: ClipName
        let index: Int
    }

    package init() {}

    package init(_ findings: [AuditFinding]) {
        for finding in findings { add(finding) }
    }

    // MARK: Asking

    /// Runs, with what follows from them.
    package var count: Int { heads.count }

    /// Places of the first findings of all runs, by their times.
    package var firsts: some RandomAccessCollection<Int> { heads.lazy.map { Int($0) } }

    /// Place of the finding of which this one is a consequence, and that is none itself; `nil` where it is none's.
    package func cause(of place: Int) -> Int? { items[place].cause < 0 ? nil : Int(root(Int32(place))) }

    /// The run that a finding is in or follows from.
    package func run(of place: Int) -> Part { runs[runPlace(of: Int32(place))].findings }

    /// What follows from a run: a part for each kind.
    package func consequences(of run: Part) -> [Part] {
        let place = items[run.first].run
        return place < 0 ? [] : runs[Int(place)].consequences
    }

    /// Places of all findings of a run.
    package func places(of run: Part) -> some Sequence<Int> {
        sequence(first: run.first) { items[$0].next < 0 ? nil : Int(items[$0].next) }
    }

    private func root(_ id: Int32) -> Int32 {
        var id = id
        while items[Int(id)].cause >= 0 { id = items[Int(id)].cause }
        return id
    }

    private func runPlace(of id: Int32) -> Int { Int(items[Int(root(id))].run) }

    // MARK: Adding

    /// - Returns: its place: how many were added before.
    @discardableResult
    package mutating func add(_ finding: AuditFinding) -> Int {
        let id = Int32(items.count)
        items.append(Item(kind: finding.kind, time: finding.time))
        let cause = knownCause(of: finding)
        join(id, finding, isConsequence: cause != nil)
        if let cause { attach(id, to: cause) }
        keep(id, finding)
        adopt(id, finding)
        return Int(id)
    }

    private func knownCause(of finding: AuditFinding) -> Int32? {
        switch finding.kind {
        case .noOverlay:
            guard let frame = finding.frame else { return nil }
            let spans = [undecodable, late, lost]
            return spans.lazy.compactMap { $0.first(holding: frame...frame, of: finding.generation) }.first
        case .lost: return finding.frames.flatMap { late.first(holding: $0, of: finding.generation) }
        case .freeze:
            // It began with the first frame of which nothing came.
            let began = bare.all(at: finding.time).first { leavesPicture($0) }
            return began.map { items[Int($0)].cause }
        case _ where finding.followsFromRate: return rates[finding.generation]
        case .decodeFailed: return Self.places(finding.baseFrames).lazy.compactMap { broken[$0] }.first
        case .note:
            let places = Self.places(finding.baseFrames)
            return places.allSatisfy { broken[$0] != nil } ? places.first.flatMap { broken[$0] } : nil
        case _ where finding.kind.isDesync:
            return Self.places(finding.baseFrames).lazy.compactMap { holes[$0] ?? broken[$0] }.first
        default: return nil
        }
    }

    /// Whether nothing came of a frame in time.
    private func leavesPicture(_ id: Int32) -> Bool {
        let cause = items[Int(id)].cause
        return cause >= 0 && [.late, .lost].contains(items[Int(cause)].kind)
    }

    private mutating func join(_ id: Int32, _ finding: AuditFinding, isConsequence: Bool) {
        let form = finding.form
        defer { latest[finding.kind] = (finding, form, id) }
        guard !isConsequence else { return }
        // Each loss has consequences of its own, and may be one.
        let isAlone = finding.kind == .lost && finding.frames != nil
        if let last = latest[finding.kind], !isAlone, items[Int(last.id)].cause < 0, form == last.form,
            finding.continues(last.finding)
        {
            let run = items[Int(last.id)].run
            (items[Int(id)].run, items[Int(id)].previous, items[Int(last.id)].next) = (run, last.id, id)
            runs[Int(run)].findings.last = Int(id)
            runs[Int(run)].findings.count += 1
        } else {
            items[Int(id)].run = Int32(runs.count)
            runs.append(Run(findings: Part(finding.kind, id)))
            heads.insert(id, at: headPlace(of: id))
        }
    }

    private mutating func keep(_ id: Int32, _ finding: AuditFinding) {
        let own = finding.frame.map { $0...$0 }
        switch finding.kind {
        case .noOverlay: bare.insert(id, own, finding)
        case .decodeFailed:
            undecodable.insert(id, own, finding)
            for place in Self.places(finding.baseFrames) where broken[place] == nil { broken[place] = id }
        case .late: late.insert(id, finding.frames, finding)
        case .lost: lost.insert(id, finding.frames, finding)
        case .freeze: if items[Int(id)].cause < 0 { freezes[finding.time] = id }
        case .note:
            let places = Self.places(finding.baseFrames)
            lacking[id] = places.isEmpty ? nil : places.count { broken[$0] == nil }
            for place in places where holes[place] == nil { holes[place] = id }
        case .rate where rates[finding.generation] == nil: rates[finding.generation] = id
        case _ where finding.followsFromRate && items[Int(id)].cause < 0:
            unfit[finding.generation, default: []].append(id)
        case _ where finding.kind.isDesync && items[Int(id)].cause < 0:
            for place in Self.places(finding.baseFrames) { unexplained[place, default: []].append(id) }
        default: break
        }
    }

    /// Those that were told before their cause.
    private mutating func adopt(_ id: Int32, _ finding: AuditFinding) {
        switch finding.kind {
        case .late, .lost:
            guard let frames = finding.frames else { return }
            let inside = bare.all(in: frames, of: finding.generation)
            let losses = finding.kind == .late ? lost.all(in: frames, of: finding.generation) : []
            for other in inside + losses where items[Int(other)].cause < 0 { attach(other, to: id) }
        case .decodeFailed:
            let inside = finding.frame.map { bare.all(in: $0...$0, of: finding.generation) } ?? []
            for other in inside where items[Int(other)].cause < 0 { attach(other, to: id) }
            adoptDemands(id, finding)
            for place in Self.places(finding.baseFrames) where broken[place] == id { adoptHole(id, place) }
        case .note: adoptDemands(id, finding)
        case .rate: for other in unfit.removeValue(forKey: finding.generation) ?? [] { attach(other, to: id) }
        default: break
        }
    }

    private mutating func adoptDemands(_ id: Int32, _ finding: AuditFinding) {
        for place in Self.places(finding.baseFrames) {
            for other in unexplained.removeValue(forKey: place) ?? [] { attach(other, to: id) }
        }
    }

    /// A clip lacks only base frames that cannot be decoded.
    private mutating func adoptHole(_ id: Int32, _ place: BasePlace) {
        guard let note = holes[place], let others = lacking[note].map({ $0 - 1 }) else { return }
        lacking[note] = others
        if others == 0, items[Int(note)].cause < 0 { attach(note, to: id) }
    }

    private static func places(_ frames: ClipHoles?) -> [BasePlace] {
        frames.map { frames in frames.missing.map { BasePlace(clip: frames.clip, index: $0) } } ?? []
    }

    // MARK: Consequences

    private mutating func attach(_ id: Int32, to cause: Int32) {
        let own = items[Int(id)].run
        if own >= 0 {
            regrouped.append(Int(id))
            leaveRun(id)
        }
        items[Int(id)].cause = cause
        let run = runPlace(of: cause)
        runs[run].add(Part(items[Int(id)].kind, id))
        if own >= 0 {
            // A loss that was late after all.
            let parts = runs[Int(own)].consequences
            runs[Int(own)].consequences = []
            for part in parts {
                regrouped.append(part.first)
                runs[run].add(part)
            }
        }
        guard items[Int(id)].kind == .noOverlay, leavesPicture(id),
            let freeze = freezes.removeValue(forKey: items[Int(id)].time)
        else { return }
        attach(freeze, to: cause)
    }

    /// What stands before it and behind it in its run are two runs from now on. It is mostly near the end, since causes follow soon.
    private mutating func leaveRun(_ id: Int32) {
        let (run, next, previous) = (Int(items[Int(id)].run), items[Int(id)].next, items[Int(id)].previous)
        (items[Int(id)].run, items[Int(id)].next, items[Int(id)].previous) = (-1, -1, -1)
        if previous >= 0 { items[Int(previous)].next = -1 } else { removeHead(id) }
        runs[run].findings.count -= 1
        guard next >= 0 else {
            runs[run].findings.last = Int(previous)
            return
        }
        items[Int(next)].previous = -1
        if previous < 0 {
            runs[run].findings.first = Int(next)
        } else {
            var behind = runs[run].findings
            (behind.first, behind.count) = (Int(next), rename(next, Int32(runs.count)))
            runs[run].findings.last = Int(previous)
            runs[run].findings.count -= behind.count
            runs.append(Run(findings: behind))
        }
        heads.insert(next, at: headPlace(of: next))
    }

    private mutating func rename(_ first: Int32, _ run: Int32) -> Int {
        var (id, count) = (first, 0)
        while id >= 0 {
            items[Int(id)].run = run
            (id, count) = (items[Int(id)].next, count + 1)
        }
        return count
    }

    private func headPlace(of id: Int32) -> Int {
        let time = items[Int(id)].time
        return heads.partitionPoint { (items[Int($0)].time, $0) >= (time, id) }
    }

    private mutating func removeHead(_ id: Int32) {
        let place = headPlace(of: id)
        if heads.indices.contains(place), heads[place] == id { heads.remove(at: place) }
    }
}

extension AuditFinding {
    /// What one cause brings over a link comes within this.
    private static let moment = Span.milliseconds(100)

    /// Whether it goes on from another one of its kind: about the next frame, or about no frame and nearly the same moment.
    package func continues(_ last: AuditFinding) -> Bool {
        guard generation == last.generation, (position == nil) == (last.position == nil) else { return false }
        if let before = last.frame { return frame == before + 1 }
        return frame == nil && time - last.time <= Self.moment && expected == last.expected
    }

    /// Of lengths, and of mouths that fit at no lag: where the rate of its message is wrong that is why.
    fileprivate var followsFromRate: Bool {
        kind == .length || kind == .lips && found.hasPrefix(LipFigures.unrelatedWords)
    }

    /// Two with another form say something else, not only of other names and numbers.
    fileprivate var form: Int {
        var hasher = Hasher()
        let keepsNames = kind == .note || kind == .decodeFailed
        for text in madeFor == nil ? [found, expected] : [shortWords] {
            Self.addForm(of: text, keepsNames: keepsNames, to: &hasher)
        }
        return hasher.finalize()
    }

    /// Words that have a digit or `_`, or stand in quotes, count by their places only.
    /// - Parameter keepsNames: names of clips and messages count, too: numbers beside them are about these alone. Those of files do not.
    private static func addForm(of text: String, keepsNames: Bool, to hasher: inout Hasher) {
        var (word, isValue, isName, before) = (Hasher(), false, false, UInt8(ascii: " "))
        func end() -> Int { isValue && !(keepsNames && isName) || before == UInt8(ascii: "\"") ? 0 : word.finalize() }
        for byte in text.utf8 {
            guard !separators.contains(byte) else {
                hasher.combine(end())
                hasher.combine(byte)
                (word, isValue, isName, before) = (Hasher(), false, false, byte)
                continue
            }
            word.combine(byte)
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): isValue = true
            // What stands behind a slash is a picture of what stands before it.
            case UInt8(ascii: "_"): (isValue, isName) = (true, before != UInt8(ascii: "/"))
            case UInt8(ascii: "."): isName = false
            default: break
            }
        }
        hasher.combine(end())
    }

    private static let separators = Set(" ,;:/|+()[]=%#?!\"".utf8)
}
