import Engine
import Events

/// Groups findings as they are added. Findings that continue from frame to frame or within a moment form one run;
/// consequences belong to the run of their cause:
///
/// - Late or missing frames have no picture, and the previous picture freezes.
/// - Undecodable overlays leave frames bare.
/// - A clip with holes draws other base frames. An undecodable base frame is one finding, however often it is
///   demanded, and leaves a hole.
/// - With a wrong rate, chunks and sounds differ in length, and mouths do not fit.
///
/// Takes at most some 80 bytes per finding. Adding one costs the same however many there are, and the runs are always
/// sorted.
package struct FindingGroups: Sendable {
    private struct Item: Sendable {
        let kind: AuditFinding.Kind
        let time: Instant
        /// Consequences are in no run; -1 for none, as below.
        var run: Int32 = -1
        /// The next finding of its run.
        var next: Int32 = -1
        var previous: Int32 = -1
        var cause: Int32 = -1
    }

    /// Findings of one kind: a run, or the consequences of one.
    package struct Part: Hashable, Sendable {
        package let kind: AuditFinding.Kind
        /// Indexes of the first and the last finding, in the order in which they were added.
        package fileprivate(set) var first: Int
        package fileprivate(set) var last: Int
        package fileprivate(set) var count = 1

        fileprivate init(_ kind: AuditFinding.Kind, _ id: Int32) {
            self.kind = kind
            (first, last) = (Int(id), Int(id))
        }
    }

    /// Findings that continue each other, none of them a consequence, and their consequences: a part for each kind.
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
    /// All runs, including empty ones.
    private var runs: [Run] = []
    /// The first finding of each run, sorted by time.
    private var heads: [Int32] = []
    private var latest: [AuditFinding.Kind: (finding: AuditFinding, form: Int, id: Int32)] = [:]
    private var (late, lost, undecodable) = (FrameSpans(), FrameSpans(), FrameSpans())
    private var bare = FrameSpans()
    /// Indexes of findings that later turned out to be consequences, or to have another cause, in that order.
    package private(set) var regrouped: [Int] = []
    private var freezes: [Instant: Int32] = [:]
    private var holes: [BasePlace: Int32] = [:]
    /// For clips with holes: how many missing base frames are not known to be undecodable.
    private var lacking: [Int32: Int] = [:]
    /// By message.
    private var rates: [Generation: Int32] = [:]
    /// Findings that a wrong rate would explain, by message, as long as no wrong rate has been found.
    private var unfit: [Generation: [Int32]] = [:]
    /// The first finding of each undecodable base frame.
    private var broken: [BasePlace: Int32] = [:]
    /// Frames that demanded a base frame without a finding of its own.
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

    /// Number of runs, each with its consequences.
    package var count: Int { heads.count }

    /// Indexes of the first findings of all runs, sorted by time.
    package var firsts: some RandomAccessCollection<Int> { heads.lazy.map { Int($0) } }

    /// Index of the finding that caused this one and has no cause itself; `nil` if it is no consequence.
    package func cause(of place: Int) -> Int? { items[place].cause < 0 ? nil : Int(root(Int32(place))) }

    /// The run that a finding is in or follows from.
    package func run(of place: Int) -> Part { runs[runPlace(of: Int32(place))].findings }

    /// The consequences of a run: a part for each kind.
    package func consequences(of run: Part) -> [Part] {
        let place = items[run.first].run
        return place < 0 ? [] : runs[Int(place)].consequences
    }

    /// Indexes of all findings of a run.
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

    /// - Returns: its index: the number of findings added before.
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

    /// Whether nothing of a frame arrived in time.
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

    /// Attaches consequences that were found before their cause.
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

    /// Handles a clip that lacks only undecodable base frames.
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

    /// Removes a finding from its run and splits that in two. The finding is mostly near the end, because causes
    /// follow soon.
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
    /// Data with one cause arrives over a connection within this time.
    private static let moment = TimeSpan.milliseconds(100)

    /// Whether it continues another one of its kind: it is about the next frame, or about no frame and nearly the
    /// same moment.
    package func continues(_ last: AuditFinding) -> Bool {
        guard generation == last.generation, (position == nil) == (last.position == nil) else { return false }
        if let before = last.frame { return frame == before + 1 }
        return frame == nil && time - last.time <= Self.moment && expected == last.expected
    }

    /// How a finding about mouths that fit at no lag begins.
    package static let unrelatedMouths = "mouths and sound both move, but fit at no lag"

    /// Whether a wrong rate of its message explains it: it is about lengths, or about mouths that fit at no lag.
    fileprivate var followsFromRate: Bool {
        kind == .length || kind == .lips && found.hasPrefix(Self.unrelatedMouths)
    }

    /// A hash of the text's form. Findings of different form differ in more than names and numbers.
    fileprivate var form: Int {
        var hasher = Hasher()
        let keepsNames = kind == .note || kind == .decodeFailed
        for text in madeFor == nil ? [found, expected] : [shortWords] {
            Self.addForm(of: text, keepsNames: keepsNames, to: &hasher)
        }
        return hasher.finalize()
    }

    /// Adds the form of a text: words that have a digit or `_`, or are in quotes, count only by their positions.
    /// - Parameter keepsNames: whether names of clips and messages count, too: numbers beside them are about these
    ///   alone. Names of files never count.
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
