import Engine
import Events

/// The faults of a session, sorted by position: those found while events arrived, and those found later by tests of
/// pixels and sound.
///
/// Takes some 100 bytes per fault, 40 more for faults of a moment. The texts of the first ones of each kind are
/// stored, too.
package struct FaultLog: Sendable {
    /// All faults in the order in which they were found. Everything else refers to their indexes here.
    private var reported: [Fault] = []
    private var groups = FindingGroups()
    private var heard: [Int32] = []
    private var found: [Int32] = []
    /// Faults that belong to no frame, by their moments; some are found long after it.
    private var moments: [Fault] = []
    /// Faults found later than the frame that they are about, by its ordinal.
    private var later: [Int: [Fault]] = [:]
    private var words: [Fault: AuditFinding] = [:]
    private var counts: [AuditFinding.Kind: Int] = [:]
    private static let wordsOfOneKind = 1_000

    var isEmpty: Bool { reported.isEmpty }

    /// - Parameter isLater: whether its frame was shown earlier.
    mutating func addFinding(_ finding: AuditFinding, heard place: EventCount, isLater: Bool = false) {
        guard finding.kind.isFault else { return }
        let fault = fault(finding, heard: place)
        heard.append(keep(fault, finding))
        if isLater, let frame = fault.frame { later[frame, default: []].append(fault) }
    }

    /// Creates the fault for a finding; faults of one event are numbered.
    private func fault(_ finding: AuditFinding, heard place: EventCount) -> Fault {
        var fault = Fault(finding, heard: place)
        var twin: UInt16 = 0
        while words[fault] != nil, twin < .max {
            twin += 1
            fault = Fault(finding, heard: place, twin: twin)
        }
        return fault
    }

    /// Adds findings from pixels and sound that are not known yet. A sound that is known to be undecodable is not added again when it is
    /// decoded again.
    mutating func addMediaFindings(_ findings: [(finding: AuditFinding, heard: EventCount)]) {
        var known = Set(reported.map(Name.init))
        let sounds = Set(heard.compactMap { self[$0].sound })
        // One that goes on stands behind the one before it.
        for (finding, place) in findings.sorted(by: { $0.heard < $1.heard }) where finding.kind.isFault {
            let fault = fault(finding, heard: place)
            if let sound = fault.sound, sounds.contains(sound) { continue }
            guard known.insert(Name(fault)).inserted else { continue }
            found.append(keep(fault, finding))
        }
        let reported = reported
        found.sort { reported[Int($0)].heard < reported[Int($1)].heard }
    }

    /// The identity of a finding.
    private struct Name: Hashable {
        var kind: AuditFinding.Kind
        var time: Instant
        var frame: Int?

        init(_ fault: Fault) { (kind, time, frame) = (fault.kind, fault.time, fault.frame) }
    }

    private mutating func keep(_ fault: Fault, _ finding: AuditFinding) -> Int32 {
        let place = Int32(groups.add(finding))
        reported.append(fault)
        if fault.frame == nil {
            moments.insert(fault, at: (0..<moments.count).partitionPoint { moments[$0].time > fault.time })
        }
        guard counts[fault.kind, default: 0] < Self.wordsOfOneKind else { return place }
        counts[fault.kind, default: 0] += 1
        words[fault] = finding
        return place
    }

    private subscript(place: Int32) -> Fault { reported[Int(place)] }

    var count: Int { reported.count }

    /// Number of faults found up to this number of events.
    func count(heard end: EventCount) -> Int {
        [heard, found].reduce(0) { $0 + $1.partitionPoint { self[$0].heard > end } }
    }

    /// Faults found in this range of event numbers.
    func faults(_ range: ClosedRange<EventCount>) -> [Fault] { places(range).map { self[$0] } }

    /// The first event number after this one with a fault; `nil` if there is none.
    package func place(after place: EventCount) -> EventCount? {
        [heard, found].compactMap { faults in
            let next = faults.partitionPoint { self[$0].heard > place }
            return next < faults.count ? self[faults[next]].heard : nil
        }.min()
    }

    /// The last event number before this one with a fault; `nil` if there is none.
    package func place(before place: EventCount) -> EventCount? {
        [heard, found].compactMap { faults in
            let next = faults.partitionPoint { self[$0].heard >= place }
            return next > 0 ? self[faults[next - 1]].heard : nil
        }.max()
    }

    // MARK: One cause, one row, one stop

    var groupCount: Int { groups.count }

    /// Rows of faults without a cause, sorted by time, each followed by its consequences.
    /// - Parameter isWanted: rows without such a fault are omitted, except causes of others; `nil` omits none.
    func rows(atMost most: Int, where isWanted: ((Fault) -> Bool)?) -> [FaultRow] {
        let wanted = isWanted.map(parts)
        var rows: [FaultRow] = []
        for first in groups.firsts {
            let run = groups.run(of: first)
            if let wanted, wanted[first] == nil { continue }
            let parts = [run] + groups.consequences(of: run).filter { wanted?[first]?.contains($0.kind) ?? true }
            for (place, part) in parts.enumerated() {
                rows.append(
                    FaultRow(
                        fault: reported[part.first], count: part.count, end: reported[part.last].time,
                        isConsequence: place > 0)
                )
            }
            guard rows.count < most else { return Array(rows.prefix(most)) }
        }
        return rows
    }

    /// Kinds of the wanted faults, by the first fault of their run.
    private func parts(where isWanted: (Fault) -> Bool) -> [Int: Set<AuditFinding.Kind>] {
        reported.indices.reduce(into: [:]) { parts, place in
            if isWanted(reported[place]) {
                parts[groups.run(of: place).first, default: []].insert(reported[place].kind)
            }
        }
    }

    /// The fault that caused this one; `nil` if it is no consequence.
    func cause(of fault: Fault) -> Fault? {
        places(fault.heard...fault.heard).first { self[$0] == fault }.flatMap { groups.cause(of: Int($0)) }
            .map { reported[$0] }
    }

    /// A place at which a run stops: a cause with everything that continues it or soon follows from it, at the first
    /// wanted fault; or consequences that begin long after their cause.
    package struct Stop {
        /// Kind of the cause, or of the consequences.
        package let kind: AuditFinding.Kind
        /// Kinds of all faults of this stop.
        package let kinds: Set<AuditFinding.Kind>
    }

    /// Consequences that begin later than this after their cause are a stop of their own: at the cause they are not
    /// visible.
    static let longAfter = TimeSpan.seconds(1)

    /// The stops at an event number.
    package func stops(at heard: EventCount, of kinds: Set<AuditFinding.Kind>) -> [Stop] {
        places(heard...heard).compactMap { stop(at: Int($0), of: kinds) }
    }

    private func stop(at place: Int, of kinds: Set<AuditFinding.Kind>) -> Stop? {
        let run = groups.run(of: place)
        let consequences = groups.consequences(of: run)
        if let own = consequences.first(where: { $0.first == place && isLong($0, after: run) }) {
            return kinds.contains(own.kind) ? Stop(kind: own.kind, kinds: [own.kind]) : nil
        }
        let parts = [run] + consequences.filter { !isLong($0, after: run) }
        let first = parts.filter { kinds.contains($0.kind) }.min {
            reported[$0.first].heard < reported[$1.first].heard
        }?.first
        return first == place ? Stop(kind: run.kind, kinds: Set(parts.map(\.kind))) : nil
    }

    /// Kinds of a fault's cause and of its stop.
    package func stopKinds(of fault: Fault) -> [AuditFinding.Kind] {
        guard let place = places(fault.heard...fault.heard).first(where: { self[$0] == fault }).map(Int.init) else {
            return [fault.kind]
        }
        let run = groups.run(of: place)
        guard groups.cause(of: place) != nil,
            groups.consequences(of: run).contains(where: { $0.kind == fault.kind && isLong($0, after: run) })
        else { return [run.kind] }
        return [run.kind, fault.kind]
    }

    /// Whether consequences begin long after their cause, and after it was found.
    private func isLong(_ part: FindingGroups.Part, after cause: FindingGroups.Part) -> Bool {
        let (first, cause) = (reported[part.first], reported[cause.first])
        return first.heard > cause.heard && first.time - cause.time > Self.longAfter
    }

    /// How often faults turned out to be consequences after they had been found.
    package var regroupingCount: Int { groups.regrouped.count }

    /// The first event number at which `stops` changed since this many regroupings; `nil` if there is none.
    package func place(regroupedSince count: Int) -> EventCount? {
        groups.regrouped[count...].map { reported[$0].heard }.min()
    }

    private func places(_ range: ClosedRange<EventCount>) -> [Int32] {
        isEmpty ? [] : Array(part(heard, range)) + part(found, range)
    }

    /// Faults that belong to no frame, at these moments.
    func faults(ofMoments times: ClosedRange<Instant>) -> ArraySlice<Fault> {
        guard let last = moments.last, last.time >= times.lowerBound else { return [] }
        let first = moments.partitionPoint { $0.time >= times.lowerBound }
        return moments[first..<moments[first...].partitionPoint { $0.time > times.upperBound }]
    }

    private func part(_ faults: [Int32], _ range: ClosedRange<EventCount>) -> ArraySlice<Int32> {
        guard let last = faults.last, self[last].heard >= range.lowerBound else { return [] }
        let first = faults.partitionPoint { self[$0].heard >= range.lowerBound }
        return faults[first...].prefix { self[$0].heard <= range.upperBound }
    }

    /// Faults about a frame that were found after it was shown.
    func faults(laterThanFrame ordinal: Int) -> [Fault] { later[ordinal] ?? [] }

    /// The full text of a fault; `nil` if there are too many of its kind.
    func finding(_ fault: Fault) -> AuditFinding? { words[fault] }
}

/// A row of faults in a list, given by its first one.
package struct FaultRow: Hashable, Sendable {
    package let fault: Fault
    /// Number of faults; the last one is at `end`.
    package let count: Int
    package let end: Instant
    /// Whether it is a consequence of the last row above that is none.
    package let isConsequence: Bool
}

extension SessionLog {
    /// Faults grouped by cause and time: a row for each cause with everything that continues it, and below it a row
    /// for each kind of consequence.
    /// - Parameter isWanted: rows without such a fault are omitted, except causes of others; `nil` omits none.
    package func faultRows(atMost most: Int, where isWanted: ((Fault) -> Bool)? = nil) -> [FaultRow] {
        faults.rows(atMost: most, where: isWanted)
    }

    /// Number of rows without consequences.
    package var faultGroupCount: Int { faults.groupCount }

    /// The fault that caused this one; `nil` if it is no consequence.
    package func cause(of fault: Fault) -> Fault? { faults.cause(of: fault) }

    /// Whether there is any fault.
    package var hasFaults: Bool { !faults.isEmpty }

    package var faultCount: Int { faults.count }

    /// Number of faults found up to this number of events.
    package func faultCount(heard end: EventCount) -> Int { faults.count(heard: end) }

    /// Faults found at this number of events.
    package func faults(at heard: EventCount) -> [Fault] { faults.faults(heard...heard) }

    package func faults(_ range: ClosedRange<EventCount>) -> [Fault] { faults.faults(range) }

    /// Faults found since the frame that was the last one at this number of events.
    package func faults(sinceFrameAt heard: EventCount) -> [Fault] {
        guard let frame = frame(after: heard).flatMap(entry(ofFrame:)), frame.heard < heard else { return [] }
        return faults(frame.heard + 1...heard)
    }

    /// Ordinal of the frame to explain: the one on screen, or the one marked by a fault found with it or since. The
    /// frame's own faults come first.
    package func frame(explainedAt heard: EventCount) -> Int? {
        let own = frame(after: heard)
        let since = faults(sinceFrameAt: heard)
        let marked = (since.isEmpty ? faults(at: heard) : since).compactMap(frame(markedBy:))
        return since.isEmpty && own.map(marked.contains) == true ? own : marked.last ?? own
    }

    /// The full finding; `nil` if there are too many of its kind.
    package func finding(_ fault: Fault) -> AuditFinding? { faults.finding(fault) }

    /// Ordinal of the frame that a fault marks; `nil` in a log without frames.
    package func frame(markedBy fault: Fault) -> Int? { fault.frame ?? frame(markedAt: fault.time) }

    /// Ordinal of the frame marked by a finding about a moment; `nil` in a log without frames.
    package func frame(markedAt time: Instant) -> Int? {
        Fault.marked(
            frame: nil, time: time, count: frameCount,
            shown: { entry(ofFrame: $0)?.time ?? .zero }, wasShown: { record($0)?.wasShown ?? false })
    }

    /// The faults that mark a frame.
    package func faults(marking ordinal: Int) -> [Fault] {
        guard hasFaults, let here = entry(ofFrame: ordinal) else { return [] }
        let own =
            faults(at: here.heard).filter { $0.frame == ordinal } + faults.faults(laterThanFrame: ordinal)
        guard here.record?.wasShown == true else { return own }
        let before =
            self.ordinal(shownBefore: ordinal).flatMap { entry(ofFrame: $0)?.time } ?? Instant(microseconds: .min)
        // Only the last one is marked by what came after it.
        let last = entry(ofFrame: next(shownAfter: ordinal)) == nil ? Instant(microseconds: .max) : here.time
        let moments = faults.faults(ofMoments: min(before, last)...last)
        // A later moment never marks an earlier frame, and behind a frame that stays there may be any number of them.
        let first = moments.partitionPoint { frame(markedAt: $0.time) ?? -1 >= ordinal }
        let end = moments[first...].partitionPoint { frame(markedAt: $0.time) ?? -1 > ordinal }
        return own + moments[first..<end]
    }

    /// Whether a frame was drawn without its overlay, by its status or by a fault beside another status.
    package func lacksOverlay(_ record: FrameRecord) -> Bool {
        record.status == .noOverlay || faults(marking: record.ordinal).contains { $0.kind == .noOverlay }
    }

    /// Freezes during which a frame stayed or never arrived, without those that mark it.
    package func freezes(of ordinal: Int) -> [Fault] {
        guard hasFaults, let here = entry(ofFrame: ordinal), here.record?.wasShown == true else { return [] }
        return freezesBegun(before: ordinal, here) + freezesEnding(after: ordinal, here)
    }

    /// Freezes marking a later frame, up to the first frame that is not held: that frame ended them, or is the first
    /// of frames of which nothing can be drawn.
    private func freezesEnding(after ordinal: Int, _ here: LogEntry) -> [Fault] {
        var freezes: [Fault] = []
        var following = next(shownAfter: ordinal)
        while let after = entry(ofFrame: following), let record = after.record {
            let isUndrawn = record.isHole || record.lacksClip
            freezes += faults(marking: following).filter {
                guard $0.kind == .freeze else { return false }
                let isBefore = $0.time < after.time || isUndrawn && $0.time == after.time
                return $0.frame != nil || here.time <= $0.time && isBefore
            }
            // While frames are held the picture of this one stays.
            guard record.status == .held, !isUndrawn else { break }
            following = next(shownAfter: following)
        }
        return freezes
    }

    /// Freezes of frames of which nothing can be drawn, if this frame is one of them and not the first.
    private func freezesBegun(before ordinal: Int, _ here: LogEntry) -> [Fault] {
        guard here.record?.leavesPicture == true else { return [] }
        var (first, before) = (here.time, self.ordinal(shownBefore: ordinal))
        while let place = before, let earlier = entry(ofFrame: place), earlier.record?.leavesPicture == true {
            first = min(first, earlier.time)
            before = self.ordinal(shownBefore: place)
        }
        return faults.faults(ofMoments: first...here.time).filter {
            $0.kind == .freeze && $0.time < here.time && $0.time + ($0.amount ?? .zero) > here.time
                && frame(markedBy: $0) != ordinal
        }
    }

    /// Ordinal of the next frame that was on screen; after the last one, the number of frames.
    private func next(shownAfter ordinal: Int) -> Int {
        var next = ordinal + 1
        while let record = record(next), !record.wasShown { next += 1 }
        return next
    }
}

extension FrameRecord {
    /// Whether the previous picture stays: the frame never arrived, or is held.
    fileprivate var leavesPicture: Bool { isHole || status == .held }
}
