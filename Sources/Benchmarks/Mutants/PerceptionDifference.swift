import Events
import Frames
import Sound

/// How far what was seen and heard of one run is from what is seen and heard of another one, the clean one.
///
/// Messages are laid beside each other at their first frame or sound, so that one that begins later is not different; each is
/// compared with the clean message that it is most like, up to where another one takes its place. What is seen or heard within
/// 50 ms of its time counts as being in time: less than that nobody notices (the limits of `check` for freezes and for sound).
/// While neither of the two talks, any base frame of the stream may be shown: how an avatar idles, and comes home, is as it was
/// when nobody spoke.
struct PerceptionDifference: Hashable, Sendable, Comparable {
    /// For how long another picture was shown.
    var pictures = TimeSpan.zero
    /// For how long something else was heard.
    var sound = TimeSpan.zero
    /// Frames that look otherwise than in the clean run, however short, or that only one of the two has.
    var frames = 0

    /// Another picture for two frames, or something else to be heard for 30 ms.
    func isNoticeable(period: TimeSpan) -> Bool { pictures >= period * 2 || sound >= .milliseconds(30) }
    /// Nothing at all: less than half a frame of it is how times are rounded.
    func isNone(period: TimeSpan) -> Bool {
        frames == 0 && pictures * 2 < period && sound < PerceptionComparison.soundStep
    }

    static func < (a: Self, b: Self) -> Bool { a.pictures + a.sound < b.pictures + b.sound }

    static func += (a: inout Self, b: Self) {
        a.pictures += b.pictures
        a.sound += b.sound
        a.frames += b.frames
    }
}

/// Compares runs with a clean one.
struct PerceptionComparison {
    private let clean: Perception
    private let cleanWatch: PerceptionWatch
    private let other: Perception
    private let otherWatch: PerceptionWatch
    private let idle: Idle
    private let cleanPictures: Set<ContentHash>
    private var sameLooks: [[Perception.Look]: Bool] = [:]

    static let tolerance = TimeSpan.milliseconds(50)
    static let pictureStep = TimeSpan.milliseconds(5)
    static let soundStep = TimeSpan.milliseconds(10)
    /// Pictures whose pixels are apart by less than this of 255, on the average, are the same to the eye.
    private static let samePixels = 2.0

    init(
        _ clean: (Perception, PerceptionWatch), with other: (Perception, PerceptionWatch)
    ) {
        (self.clean, cleanWatch) = clean
        (self.other, otherWatch) = other
        idle = Idle(clean.0)
        cleanPictures = clean.0.bases.union(
            clean.0.parts.flatMap { $0.shown.compactMap { $0.look?.overlay } })
    }

    mutating func difference() -> PerceptionDifference {
        var sum = PerceptionDifference()
        let spoken = other.parts.indices.filter { other.parts[$0].hasContent }
        let wanted = clean.parts.filter(\.hasContent)
        for place in spoken {
            let isCut = place != spoken.last
            sum +=
                wanted.map { difference(other.parts[place], $0, isCut: isCut) }.min()
                ?? Self.all(of: other.parts[place])
        }
        for missing in wanted.dropFirst(spoken.count) { sum += Self.all(of: missing) }
        sum.pictures += idling() + beginning()
        if sum.frames == 0, hasStrangeLook() { sum.frames = 1 }
        return sum
    }

    /// A message that is only in one of the runs.
    private static func all(of part: Perception.Part) -> PerceptionDifference {
        let sound = part.heard.reduce(TimeSpan.zero) { $0 + ($1.end - $1.begin) }
        let line = Line(part)
        return PerceptionDifference(pictures: line.end - line.begin, sound: sound)
    }

    /// How much longer there is no picture at all.
    private func beginning() -> TimeSpan {
        guard let wanted = clean.firstLook else { return .zero }
        guard let found = other.firstLook else { return (clean.parts.last?.end ?? wanted) - wanted }
        return found - wanted > Self.tolerance ? found - wanted : .zero
    }

    /// A picture that the clean run never shows, for however short a time.
    private func hasStrangeLook() -> Bool {
        let known = Set(clean.parts.flatMap { $0.shown.compactMap(\.look) })
        return other.parts.contains { part in
            part.shown.contains { shown in
                shown.look.map { !known.contains($0) && ($0.overlay != nil || !clean.bases.contains($0.base)) } == true
            }
        }
    }

    // MARK: One message

    private mutating func difference(
        _ part: Perception.Part, _ wanted: Perception.Part, isCut: Bool
    ) -> PerceptionDifference {
        var least: PerceptionDifference?
        // Laid beside each other at the first picture, or at the first sound.
        for start in [(part.firstPicture, wanted.firstPicture), (part.firstSound, wanted.firstSound)] {
            guard let (first, second) = start.0.flatMap({ first in start.1.map { (first, $0) } }) else { continue }
            var found = difference(Line(part, zero: first), Line(wanted, zero: second), isCut: isCut)
            found.frames = Self.frames(part, wanted, isCut: isCut)
            least = min(least ?? found, found)
        }
        return least ?? max(Self.all(of: part), Self.all(of: wanted))
    }

    private mutating func difference(_ line: Line, _ wanted: Line, isCut: Bool) -> PerceptionDifference {
        let begin = min(line.begin, wanted.begin)
        let end = isCut ? line.last : max(line.end, wanted.end)
        var sum = PerceptionDifference()
        var time = begin
        while time < end {
            if !isShown(line, wanted, at: time) { sum.pictures += Self.pictureStep }
            time += Self.pictureStep
        }
        time = begin
        while time < end {
            if !isHeard(line, wanted, at: time) { sum.sound += Self.soundStep }
            time += Self.soundStep
        }
        return sum
    }

    /// Frames of chunks, each by its first picture.
    private static func frames(_ part: Perception.Part, _ wanted: Perception.Part, isCut: Bool) -> Int {
        func looks(_ part: Perception.Part) -> [Perception.Place: Perception.Look] {
            var looks: [Perception.Place: Perception.Look] = [:]
            for shown in part.shown {
                if let place = shown.place, let look = shown.look, looks[place] == nil { looks[place] = look }
            }
            return looks
        }
        let (found, wanted) = (looks(part), looks(wanted))
        let others = found.count { wanted[$0.key] != $0.value }
        return isCut ? others : others + wanted.keys.count { found[$0] == nil }
    }

    private mutating func isShown(_ line: Line, _ wanted: Line, at time: TimeSpan) -> Bool {
        let look = line.look(at: time)
        if let look, look.overlay == nil, clean.bases.contains(look.base), !line.isTalking(at: time),
            !wanted.isTalking(at: time)
        {
            return true
        }
        return hasPicture(look, wanted.looks(around: time))
    }

    private mutating func hasPicture(_ look: Perception.Look?, _ wanted: [Perception.Look?]) -> Bool {
        if wanted.contains(look) { return true }
        guard let look else { return wanted.isEmpty }
        return wanted.contains { wanted in wanted.map { isSame(look, $0) } == true }
    }

    /// By their pixels, where they are made of other bytes.
    private mutating func isSame(_ look: Perception.Look, _ wanted: Perception.Look) -> Bool {
        if let known = sameLooks[[look, wanted]] { return known }
        let isSame = isSamePicture(look.base, wanted.base) && isSameOverlay(look, wanted)
        sameLooks[[look, wanted]] = isSame
        return isSame
    }

    private func isSameOverlay(_ look: Perception.Look, _ wanted: Perception.Look) -> Bool {
        guard let overlay = look.overlay, let other = wanted.overlay else { return look.overlay == wanted.overlay }
        return look.placement == wanted.placement && isSamePicture(overlay, other)
    }

    private func isSamePicture(_ hash: ContentHash, _ wanted: ContentHash) -> Bool {
        if hash == wanted { return true }
        // Two of the clean stream's own are two.
        guard !cleanPictures.contains(hash) else { return false }
        guard let first = otherWatch.picture(hash), let second = cleanWatch.picture(wanted) else { return false }
        return Self.areAlike(first, second)
    }

    /// Whether two pictures are the same to the eye.
    static func areAlike(_ one: Picture, _ other: Picture) -> Bool {
        guard one.size == other.size else { return false }
        let sum = zip(one.bytes, other.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) < samePixels * Double(one.bytes.count)
    }

    // MARK: Sound

    private func isHeard(_ line: Line, _ wanted: Line, at time: TimeSpan) -> Bool {
        let heard = line.heard(at: time)
        let around = wanted.heard(around: time)
        guard let heard else {
            let other = wanted.heard(at: time)
            return other.map { isSilent($0, cleanWatch) } ?? true || around.count == 0 || hasSilence(wanted, time)
        }
        for (candidate, position) in around where candidate.sound == heard.sound.sound {
            if (heard.position - position).magnitude <= Self.tolerance { return true }
        }
        if isSilent(heard, otherWatch), around.isEmpty || hasSilence(wanted, time) { return true }
        guard let other = wanted.heard(at: time) else { return isSilent(heard, otherWatch) }
        return isSame(heard, other)
    }

    /// Whether near that time nothing is to be heard for a moment.
    private func hasSilence(_ line: Line, _ time: TimeSpan) -> Bool {
        [time - Self.tolerance, time, time + Self.tolerance].contains { line.heard(at: $0) == nil }
    }

    private func isSilent(_ moment: Line.Moment, _ watch: PerceptionWatch) -> Bool {
        guard let window = window(moment, watch) else { return true }
        return Self.power(window) < Self.silence
    }

    /// By the samples, where the bytes are others.
    private func isSame(_ moment: Line.Moment, _ wanted: Line.Moment) -> Bool {
        guard let first = window(moment, otherWatch), let second = window(wanted, cleanWatch) else { return false }
        let difference = zip(first, second).map { $0 - $1 } + (first.count == second.count ? [] : first.map { $0 })
        return Self.power(difference) <= max(Self.silence, 0.1 * Self.power(second))
    }

    private func window(_ moment: Line.Moment, _ watch: PerceptionWatch) -> [Double]? {
        guard let samples = watch.samples(of: moment.sound.sound) else { return nil }
        let first = samples.frame(at: moment.position)
        let last = samples.frame(at: moment.position + Self.soundStep)
        guard last > first else { return nil }
        return samples.values[first * samples.channels..<last * samples.channels].map { Double($0) / 32_768 }
    }

    /// -60 dB of the full scale.
    private static let silence = 1e-6
    private static func power(_ values: [Double]) -> Double {
        values.reduce(0) { $0 + $1 * $1 } / Double(max(1, values.count))
    }

    // MARK: Idling

    /// What the clean run shows while it idles: which pictures stand behind which, and how long each stays.
    private struct Idle {
        var steps: Set<[Perception.Look]> = []
        var stays: [Perception.Look: TimeSpan] = [:]

        init(_ perception: Perception) {
            for part in perception.parts {
                for (shown, next) in zip(part.shown, part.shown.dropFirst()) where shown.isIdle {
                    guard let look = shown.look, next.isIdle, let following = next.look else { continue }
                    steps.insert([look, following])
                    stays[look] = max(stays[look] ?? .zero, next.time - shown.time)
                }
            }
        }
    }

    /// For how long idling looks as it never does in the clean run.
    private func idling() -> TimeSpan {
        var sum = TimeSpan.zero
        for part in other.parts {
            for (shown, next) in zip(part.shown, part.shown.dropFirst()) where shown.isIdle && next.isIdle {
                guard let look = shown.look, let following = next.look else { continue }
                let stay = next.time - shown.time
                guard let usual = idle.stays[look] else {
                    // The clean run may not have idled for so long.
                    if look.overlay != nil || !clean.bases.contains(look.base) { sum += stay }
                    continue
                }
                if stay > usual + Self.tolerance { sum += stay - usual }
                if idle.stays[following] != nil, !idle.steps.contains([look, following]) { sum += usual }
            }
        }
        return sum
    }
}

/// A message's pictures and sounds by the time since its zero.
private struct Line {
    struct Moment {
        var sound: Perception.Heard
        var position: TimeSpan
    }

    private var shown: [(time: TimeSpan, look: Perception.Look?, isTalking: Bool)] = []
    private var heard: [(begin: TimeSpan, end: TimeSpan, sound: Perception.Heard)] = []
    /// From where on, and up to where, it is more than idling.
    private(set) var begin = TimeSpan.zero
    private(set) var end = TimeSpan.zero
    /// Where another message takes its place.
    private(set) var last: TimeSpan

    init(_ part: Perception.Part, zero: Instant? = nil) {
        let zero = zero ?? part.firstPicture ?? part.firstSound ?? part.begin
        last = part.end - zero
        for (place, one) in part.shown.enumerated() {
            let time = one.time - zero
            shown.append((time, one.look, one.place != nil))
            guard !one.isIdle else { continue }
            begin = min(begin, time)
            end = max(end, place + 1 < part.shown.count ? part.shown[place + 1].time - zero : last)
        }
        for one in part.heard {
            heard.append((one.begin - zero, one.end - zero, one))
            begin = min(begin, one.begin - zero)
            end = max(end, one.end - zero)
        }
    }

    func look(at time: TimeSpan) -> Perception.Look? { place(at: time).flatMap { shown[$0].look } }

    /// Whether a chunk's frame is shown, or sound is to be heard.
    func isTalking(at time: TimeSpan) -> Bool {
        place(at: time).map { shown[$0].isTalking } == true || heard(at: time) != nil
    }

    /// All that is shown near that time.
    func looks(around time: TimeSpan) -> [Perception.Look?] {
        let first = place(at: time - PerceptionComparison.tolerance) ?? 0
        let last = place(at: time + PerceptionComparison.tolerance) ?? 0
        guard first <= last, last < shown.count else { return [] }
        return shown[first...last].map(\.look)
    }

    /// Of the last one that is shown by then.
    private func place(at time: TimeSpan) -> Int? {
        let behind = shown.partitionPoint { $0.time > time }
        return behind == 0 ? nil : behind - 1
    }

    func heard(at time: TimeSpan) -> Moment? {
        heard.first { $0.begin <= time && time < $0.end }.map {
            Moment(sound: $0.sound, position: $0.sound.position + (time - $0.begin))
        }
    }

    /// Sounds near that time, and where each would be at that time.
    func heard(around time: TimeSpan) -> [(sound: Perception.Heard, position: TimeSpan)] {
        let tolerance = PerceptionComparison.tolerance
        return heard.filter { $0.begin - tolerance <= time && time < $0.end + tolerance }
            .map { ($0.sound, $0.sound.position + (time - $0.begin)) }
    }
}
