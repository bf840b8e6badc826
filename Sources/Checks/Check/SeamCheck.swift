import Engine
import Events
import Frames
import Platform

/// Tests the seams of a run's frames: each pair of overlay and base frame once, many together so that all cores have work,
/// and beside the run, which goes on meanwhile.
///
/// Decodes the base frames that were drawn, too, for `BaseFrameCheck`.
struct SeamCheck: Sendable {
    /// What makes two frames look the same.
    fileprivate struct Pair: Hashable, Sendable {
        let overlay: ContentHash
        let base: ContentHash
        let placement: OverlayPlacement
        /// Drawn as demanded: of another frame the stream may be right.
        let isSync: Bool
    }

    fileprivate struct Job: Sendable {
        let pair: Pair
        let clip: ClipName
        let index: Int
        var others: [BasePicture]
        /// The first frames that look so, and how many do.
        var records: [FrameRecord]
        var count: Int
    }

    struct BasePicture: Hashable, Sendable {
        let index: Int
        let hash: ContentHash
    }

    /// A frame whose overlay was made for another base frame, or another place.
    struct Seam: Sendable {
        let record: FrameRecord
        let clip: ClipName
        let drawn: Int
        /// `nil` where no base frame fits at that place.
        let madeFor: Int?
        /// Another base frame of the clip, or one that has not come, may be meant.
        var isNear = false
    }

    /// A frame whose overlay has other colors than its base frame.
    struct Tinted: Sendable {
        let record: FrameRecord
        let tint: SeamTint
    }

    /// A frame whose overlay does not lie on its base frame.
    struct Outside: Sendable {
        let record: FrameRecord
        let overlay: PixelRect
        let base: PixelSize
        let isWhole: Bool
    }

    /// Frames, not pairs.
    struct Counts: Hashable, Sendable {
        var fitting = 0
        var seams = 0
        /// No base frame fits, or too little of the overlay is opaque.
        var unclear = 0
        /// Those of the unclear ones that fit none by far. A stream in which most overlays fit has none of them by intent.
        var strange = 0
        /// Those of the unclear ones that have other colors than their base frame.
        var tinted = 0
        /// Whatever else is wrong with them.
        var outside = 0
        /// Outside, and nothing else is wrong with them.
        var onlyOutside = 0
    }

    /// What comes of a pair.
    fileprivate struct Verdict: Hashable, Sendable {
        var seam = SeamTest.Verdict.unclear
        /// `nil` where base frame or overlay is no picture.
        var extent: Extent?

        struct Extent: Hashable, Sendable {
            let overlay: PixelRect
            let base: PixelSize
            let kind: SeamPart.Extent
        }
    }

    private(set) var counts = Counts()
    private var seams: [Seam] = []
    /// Frames that fit no base frame by far, while it is not known whether others do.
    private var strange: [Seam] = []
    private(set) var tinted: [Tinted] = []
    private var outside: [Outside] = []
    /// Those of the base frames that were drawn.
    var baseFrames = BaseFrameCheck()
    private var bases: [ClipName: [Int: ContentHash]] = [:]
    /// In the order in which they came up; what is tested just now stands at the front.
    private var jobs: [Job] = []
    private var places: [Pair: Int] = [:]
    private var underWay: (count: Int, bases: Set<ContentHash>, results: BackgroundResult<Results>)?
    private var verdicts: [Pair: Verdict] = [:]
    /// Base frames that clips have by what was announced.
    private var totals: [ClipName: Int] = [:]
    /// Whole clips that may still be searched: those in vain, and those to name an index, of which each costs decoding a clip.
    private var searches = Searches()

    fileprivate struct Searches: Hashable, Sendable {
        var vain = 20
        var naming = 20
    }

    private static let jobsAtOnce = 48
    static let framesWaiting = 4_096
    private let recordsOfOnePair: Int
    private static let verdictsKept = 100_000
    private static let strangeKept = 10_000

    /// - Parameter records: frames of one pair that are told at the least.
    init(records: Int) { recordsOfOnePair = max(20, records) }

    mutating func takeOutside() -> [Outside] {
        defer { outside = [] }
        return outside
    }

    mutating func takeSeams() -> [Seam] {
        defer { seams = [] }
        return seams
    }

    /// At the end of a run: overlays that fit no base frame by far are seams, too, where most of what could be told does fit.
    mutating func judgeStrange() {
        defer { strange = [] }
        guard counts.strange > 0, counts.fitting > counts.strange else { return }
        counts.unclear -= counts.strange
        counts.seams += counts.strange
        counts.strange = 0
        seams += strange
    }

    mutating func receiveEvent(_ event: Event) {
        guard case .wire(let wire) = event.body else { return }
        switch wire {
        case .baseFrameArrived(let clip, let index, let picture?): receiveBaseFrame(picture, clip, index)
        case .clipAnnounced(let clip, let total): announce(total, clip)
        case .clipCompleted(let clip, let total?): announce(total, clip)
        default: break
        }
    }

    private mutating func announce(_ total: Int, _ clip: ClipName) {
        guard totals[clip] != nil || totals.count < Limits.clips else { return }
        totals[clip] = max(totals[clip] ?? 0, total)
    }

    private mutating func receiveBaseFrame(_ picture: Payload, _ clip: ClipName, _ index: Int) {
        guard bases[clip] != nil || bases.count < Limits.clips else { return }
        if let before = bases[clip]?[index], before != picture.hash { baseFrames.change(clip) }
        bases[clip, default: [:]][index] = picture.hash
    }

    /// A frame that was drawn. For seams only one that is as demanded is tested: of another the stream may be right.
    mutating func receiveFrame(_ record: FrameRecord, _ composite: Composite, isSync: Bool) {
        baseFrames.receive(composite.base.hash, record)
        guard let overlay = composite.overlay else { return }
        let pair = Pair(
            overlay: overlay.picture.hash, base: composite.base.hash, placement: overlay.placement, isSync: isSync)
        if let verdict = verdicts[pair] {
            count(verdict, pair, 1, [record], composite.clip, composite.baseIndex)
        } else if let place = places[pair] {
            jobs[place].count += 1
            if jobs[place].records.count < recordsOfOnePair { jobs[place].records.append(record) }
        } else {
            places[pair] = jobs.count
            let others = isSync ? neighbors(of: composite.baseIndex, in: composite.clip) : []
            jobs.append(
                Job(
                    pair: pair, clip: composite.clip, index: composite.baseIndex, others: others, records: [record],
                    count: 1))
        }
    }

    private func neighbors(of index: Int, in clip: ClipName) -> [BasePicture] {
        guard let frames = bases[clip] else { return [] }
        return (index - SeamTest.reach...index + SeamTest.reach).compactMap { near in
            near == index ? nil : frames[near].map { BasePicture(index: near, hash: $0) }
        }
    }

    /// Whether there is enough to do for all cores, or enough waits for what comes of it: an hour of idling draws the same few base
    /// frames again and again.
    var isFull: Bool {
        jobs.count - (underWay?.count ?? 0) >= Self.jobsAtOnce || baseFrames.untested.count >= Self.jobsAtOnce
            || baseFrames.waiting >= Self.framesWaiting
    }

    /// Whether something is found that nobody has taken.
    var hasFound: Bool { !seams.isEmpty || !outside.isEmpty || baseFrames.hasBroken }

    // MARK: Testing

    /// What a test is about, and what came of it.
    fileprivate struct Batch: Sendable {
        var jobs: [Job]
        var looked: Set<ContentHash>
        var bases: [ClipName: [Int: ContentHash]]
        var totals: [ClipName: Int]
        var searches: SeamCheck.Searches
    }

    fileprivate struct Results: Sendable {
        var verdicts: [Verdict] = []
        /// Reasons of base frames that are no pictures, and sizes of those that are.
        var failures: [ContentHash: String]
        var sizes: [ContentHash: PixelSize]
        var searches: SeamCheck.Searches
    }

    /// Begins to test what has been put together, once the test before it has ended.
    mutating func flush(_ pictures: SeamPictures) {
        settle()
        let looked = baseFrames.takeUntested()
        guard !jobs.isEmpty || !looked.isEmpty else { return }
        let batch = Batch(jobs: jobs, looked: looked, bases: bases, totals: totals, searches: searches)
        underWay = (jobs.count, looked, BackgroundResult { batch.test(pictures) })
    }

    /// Waits for the test that is under way.
    mutating func settle() {
        guard let (count, drawn, running) = underWay else { return }
        underWay = nil
        let results = running.wait()
        for (job, verdict) in zip(jobs, results.verdicts) { settle(job, verdict) }
        jobs.removeFirst(count)
        places = Dictionary(jobs.enumerated().map { ($1.pair, $0) }) { first, _ in first }
        baseFrames.settle(drawn, results.failures, results.sizes)
        searches = results.searches
    }

    private mutating func settle(_ job: Job, _ verdict: Verdict) {
        if verdicts.count >= Self.verdictsKept { verdicts = [:] }
        verdicts[job.pair] = verdict
        count(verdict, job.pair, job.count, job.records, job.clip, job.index)
    }

    private mutating func count(
        _ verdict: Verdict, _ pair: Pair, _ frames: Int, _ records: [FrameRecord], _ clip: ClipName, _ index: Int
    ) {
        var isSeam = false
        let isOutside = verdict.extent.map { $0.kind != .whole } ?? false
        if pair.isSync {
            switch verdict.seam {
            case .fits: counts.fitting += frames
            case .unclear, .fitsNone(isFar: false): counts.unclear += frames
            // What lies outside fits nothing for that reason.
            case .fitsNone where isOutside: counts.unclear += frames
            case .fitsNone(isFar: true):
                counts.unclear += frames
                counts.strange += frames
                if strange.count < Self.strangeKept {
                    strange += records.map { Seam(record: $0, clip: clip, drawn: index, madeFor: nil) }
                }
            case .tinted(let tint):
                counts.unclear += frames
                counts.tinted += frames
                if tinted.count < Self.strangeKept { tinted += records.map { Tinted(record: $0, tint: tint) } }
            case .madeFor(let other, let isClear):
                counts.seams += frames
                seams += records.map {
                    Seam(record: $0, clip: clip, drawn: index, madeFor: other, isNear: !isClear)
                }
                isSeam = true
            }
        }
        guard isOutside, let extent = verdict.extent else { return }
        counts.outside += frames
        if pair.isSync, !isSeam { counts.onlyOutside += frames }
        outside += records.map {
            Outside(record: $0, overlay: extent.overlay, base: extent.base, isWhole: extent.kind == .nothing)
        }
    }
}

extension SeamCheck.Batch {
    func test(_ pictures: SeamPictures) -> SeamCheck.Results {
        let overlays = pictures.overlays(jobs.map(\.pair.overlay))
        let tests = jobs.map { job in
            overlays[job.pair.overlay].map { SeamPictures.Test(overlay: $0, placement: job.pair.placement) }
        }
        var needs: [ContentHash: Set<PixelRect>] = [:]
        for hash in looked { needs[hash] = [] }
        for (job, test) in zip(jobs, tests) {
            guard let test else { continue }
            for hash in [job.pair.base] + job.others.map(\.hash) { needs[hash, default: []].insert(test.rect) }
        }
        let parts = pictures.parts(needs)
        var results = SeamCheck.Results(
            failures: parts.failures.filter { looked.contains($0.key) },
            sizes: parts.sizes.filter { looked.contains($0.key) }, searches: searches)
        let verdicts = inParallel(Array(zip(jobs, tests))) { job, test in
            pictures.isCanceled() ? SeamCheck.Verdict() : Self.judge(job, test, parts)
        }
        results.verdicts = zip(zip(jobs, tests), verdicts).map { known, verdict in
            guard let test = known.1 else { return verdict }
            var verdict = verdict
            verdict.seam = searched(verdict.seam, known.0, test, pictures, &results.searches)
            return verdict
        }
        return results
    }

    private static func judge(
        _ job: SeamCheck.Job, _ test: SeamPictures.Test?, _ parts: SeamPictures.Parts
    ) -> SeamCheck.Verdict {
        guard let test, let drawn = parts[job.pair.base, test.rect] else { return SeamCheck.Verdict() }
        let extent = SeamCheck.Verdict.Extent(overlay: test.rect, base: drawn.base, kind: drawn.extent)
        guard job.pair.isSync, let picture = test.picture else { return SeamCheck.Verdict(extent: extent) }
        let others = job.others.compactMap { other in
            parts[other.hash, test.rect].map { SeamTest.Candidate(index: other.index, part: $0) }
        }
        let seam = SeamTest.judge(picture, drawn: SeamTest.Candidate(index: job.index, part: drawn), others: others)
        return SeamCheck.Verdict(seam: seam, extent: extent)
    }

    /// What the whole clip says of an overlay that was not made for the drawn base frame. Made for none of the near ones, it may be
    /// for one far away; and of two that fit the better one may be far away. Both are searched a bounded number of times: what is not
    /// searched for is only near.
    private func searched(
        _ seam: SeamTest.Verdict, _ job: SeamCheck.Job, _ test: SeamPictures.Test, _ pictures: SeamPictures,
        _ searches: inout SeamCheck.Searches
    ) -> SeamTest.Verdict {
        switch seam {
        case .fits, .tinted, .unclear: return seam
        case .fitsNone:
            guard job.pair.isSync, searches.vain > 0 else { return seam }
            let whole = search(job, test, pictures) ?? seam
            guard case .madeFor = whole else {
                searches.vain -= 1
                return whole
            }
            return whole.unlessMissing(isWhole(job.clip))
        case .madeFor(let index, _):
            if job.others.count == whole(job.clip, but: job.index).count {
                return seam.unlessMissing(isWhole(job.clip))
            }
            guard searches.naming > 0, let whole = search(job, test, pictures) else {
                return .madeFor(index: index, isClear: false)
            }
            searches.naming -= 1
            return whole.unlessMissing(isWhole(job.clip))
        }
    }

    private func search(
        _ job: SeamCheck.Job, _ test: SeamPictures.Test, _ pictures: SeamPictures
    ) -> SeamTest.Verdict? {
        guard let picture = test.picture,
            let drawn = pictures.parts([job.pair.base: [test.rect]])[job.pair.base, test.rect]
        else { return nil }
        var search = SeamTest.Search(picture, drawn: SeamTest.Candidate(index: job.index, part: drawn))
        let others = whole(job.clip, but: job.index).sorted { abs($0.index - job.index) < abs($1.index - job.index) }
        for start in stride(from: 0, to: others.count, by: Self.framesAtOnce) {
            let some = others[start..<min(start + Self.framesAtOnce, others.count)]
            let parts = pictures.parts(
                Dictionary(some.map { ($0.hash, [test.rect]) }) { first, _ in first })
            search.look(
                at: some.compactMap { other in
                    parts[other.hash, test.rect].map { SeamTest.Candidate(index: other.index, part: $0) }
                })
        }
        return search.verdict
    }

    /// Base frames whose parts are in memory together.
    private static let framesAtOnce = 64

    /// Whether all base frames of a clip are known, as far as it was announced how many there are.
    private func isWhole(_ clip: ClipName) -> Bool { totals[clip].map { (bases[clip]?.count ?? 0) >= $0 } ?? true }

    private func whole(_ clip: ClipName, but index: Int) -> [SeamCheck.BasePicture] {
        (bases[clip] ?? [:]).filter { $0.key != index }.map { SeamCheck.BasePicture(index: $0.key, hash: $0.value) }
    }
}

extension SeamTest.Verdict {
    /// An index is only near where the base frame that was meant may not have come.
    fileprivate func unlessMissing(_ isWhole: Bool) -> SeamTest.Verdict {
        if case .madeFor(let index, _) = self, !isWhole { .madeFor(index: index, isClear: false) } else { self }
    }
}
