import Engine
import Events
import Sessions

/// Where the drawn picture came from.
extension WhySearch {
    static let packets = "packets and their arrival times are not recorded"

    // MARK: A frame of a chunk

    var overlayOrigin: [Why.Step] { baseOrigin + [decoded] + arrival }

    /// Where the chunk came from that a frame waits for.
    func waitOrigin(_ awaited: PlaybackEngine.AwaitedChunk) -> [Why.Step] {
        let before = timeline.log.ordinal(shownBefore: record.ordinal)
        let decoded = Why.Step(
            .decoded, "nothing new: the screen shows the picture of " + (before.map { "frame \($0)" } ?? "no frame"),
            at: before.flatMap(frame))
        let first = { (event: WireEvent) in event.firstPicture(of: awaited.index) }
        if awaited.received > 0, let found = brought(places(0..<entry.heard).reversed(), first) {
            let words = found.event.words(ofChunk: awaited.index) + ", \(early(found.place))"
            return [decoded, Why.Step(.batch, words, at: place(found.place))] + wire(found.place, found.picture)
        }
        if let found = brought(places(entry.heard..<history.count), first) {
            let words = found.event.words(ofChunk: awaited.index) + ", \(early(found.place))"
            return [decoded, Why.Step(.batch, "arrived too late: " + words, at: place(found.place))]
                + wire(found.place, found.picture)
        }
        let words = "no picture of chunk \(awaited.index) arrived \(lookedUntil)"
        return [decoded, Why.Step(.batch, words), Why.Step(.message, "none"), Why.Step(.packet, "none")]
    }

    /// The base frame that the stream demands.
    private var baseOrigin: [Why.Step] {
        guard let clip = record.demandedClip else { return [] }
        let index = record.demandedIndex
        let name = "base \(index) of \(clip.rawValue)"
        let places = basePlaces(clip, index)
        if let place = places.last(where: { $0 < entry.heard }) {
            let sentence = "\(name) had arrived with \(self.name(place)), \(early(place))"
            return [Why.Step(.base, sentence + failure(clip, index, from: place), at: self.place(place))]
        }
        guard let later = places.first else {
            return [
                Why.Step(.base, "\(name) " + (knowsAllBases ? "never arrived" : "was not looked up among so many"))
            ]
        }
        return [
            Why.Step(
                .base, "\(name) arrived too late, with \(self.name(later)), \(early(later))", at: self.place(later))
        ]
    }

    /// Why a received base frame is no picture, as far as the engine had found out; empty for others.
    private func failure(_ clip: ClipName, _ index: Int, from place: Int) -> String {
        guard clip != record.clip || index != record.baseIndex else {
            return brokenBase.map { ", but cannot be decoded: \($0)" } ?? ""
        }
        let moments = history.moments[place..<min(entry.heard, history.count)]
        for moment in moments.prefix(Self.localsLookedAt) {
            guard case .local(.baseFrameFailed(clip, index, let reason)) = moment.body else { continue }
            return ", but is not a picture: \(reason)"
        }
        return ""
    }

    /// How long before or after the frame was shown.
    private func early(_ place: Int) -> String {
        let span = record.shown - history.moments[place].time
        return "\(span.magnitude.told) \(span < .zero ? "after" : "before") the frame"
    }

    private var decoded: Why.Step {
        guard let key = record.overlayKey else {
            return Why.Step(.decoded, "no picture of the frame was available to decode")
        }
        let name = "overlay \(key.rawValue)"
        if let time = record.decoded {
            let words = "\(name) had been decoded \((record.shown - time).magnitude.told) before the frame"
            guard let place = result(key, history.heard(before: time)..<history.heard(at: time)) else {
                return Why.Step(.decoded, "\(words); the event is not recorded")
            }
            return Why.Step(.decoded, words + outcome(place), at: self.place(place))
        }
        if let place = result(key, history.heard(before: record.arrived ?? record.due)..<entry.heard, isLast: true) {
            return Why.Step(.decoded, name + outcome(place), at: self.place(place))
        }
        guard let place = result(key, entry.heard..<min(history.count, entry.heard + Self.localsLookedAt)) else {
            return Why.Step(.decoded, "\(name) was not decoded by then or soon after")
        }
        return Why.Step(
            .decoded, "\(name) was decoded too late, \(early(place))\(outcome(place))", at: self.place(place))
    }

    /// Number of events after a frame that are searched for the result of decoding: minutes of it.
    private static let localsLookedAt = 20_000

    /// Index of the event with the result of decoding an overlay.
    func result(_ key: PictureKey, _ range: Range<EventCount>, isLast: Bool = false) -> Int? {
        var found: Int?
        for place in places(range) {
            switch history.moments[place].body {
            case .local(.pictureDecoded(key, record.generation, _)), .local(.pictureFailed(key, record.generation, _)):
                if !isLast { return place }
                found = place
            default: continue
            }
        }
        return found
    }

    private func outcome(_ place: Int) -> String {
        switch history.moments[place].body {
        case .local(.pictureDecoded(_, _, let size)): " (\(size.width)x\(size.height) pixels)"
        case .local(.pictureFailed(_, _, let reason)): " could not be decoded: \(reason)"
        default: ""
        }
    }

    private var arrival: [Why.Step] {
        guard let position = record.position else { return [] }
        guard let found = broughtInTime(position) else { return broughtBare(position) ?? broughtLater(position) }
        return steps(found, position, isLate: false)
    }

    /// The origin of a frame that arrived without a picture; `nil` for others.
    private func broughtBare(_ position: FramePosition) -> [Why.Step]? {
        guard record.cameBare, let arrived = record.arrived,
            let found = event(
                places(0..<min(history.heard(at: arrived), entry.heard)).reversed(), { $0.lists(position) })
        else { return nil }
        let words = found.event.words(for: position) + ", without a picture"
        return [Why.Step(.batch, words, at: place(found.place))] + wire(found.place, nil)
    }

    private struct Brought {
        var place: Int
        var event: WireEvent
        var picture: Payload
    }

    /// The event that brought the frame's picture, at the time that the engine gives, else before that.
    private func broughtInTime(_ position: FramePosition) -> Brought? {
        guard let arrived = record.arrived else { return nil }
        let moment = history.heard(before: arrived)..<min(history.heard(at: arrived), entry.heard)
        let own = { (event: WireEvent) in event.picture(of: position) }
        if !moment.isEmpty, let found = brought(places(moment), own) { return found }
        // What was held aside until it was known whose it is has the time at which it came; what began a message has not.
        return brought(places(0..<min(history.heard(at: arrived), entry.heard)).reversed(), own)
    }

    /// - Parameter picture: returns the wanted picture of an event.
    private func brought(_ places: some Sequence<Int>, _ picture: (WireEvent) -> Payload?) -> Brought? {
        guard let found = event(places, { picture($0) != nil }), let picture = picture(found.event) else { return nil }
        return Brought(place: found.place, event: found.event, picture: picture)
    }

    /// The first matching one of the wire events at these indexes.
    private func event(
        _ places: some Sequence<Int>, _ isMeant: (WireEvent) -> Bool
    ) -> (place: Int, event: WireEvent)? {
        for (place, entry) in wire(places).read {
            if let event = timeline.archive.event(entry), isMeant(event) { return (place, event) }
        }
        return nil
    }

    /// The wire events at these indexes, as far as they are read, and why no further; `nil` if there are no more.
    private func wire(
        _ places: some Sequence<Int>
    ) -> (read: [(place: Int, entry: History.EntryID)], end: String?) {
        var read: [(place: Int, entry: History.EntryID)] = []
        for place in places {
            guard let entry = history.entry(at: place) else {
                if case .local(.sent) = history.moments[place].body { return (read, "until the next message was sent") }
                continue
            }
            guard read.count < WhyFinder.eventsRead else {
                return (read, "among the next \(WhyFinder.eventsRead) events")
            }
            read.append((place, entry))
        }
        return (read, nil)
    }

    /// How far events after the frame are searched.
    private var lookedUntil: String {
        wire(places(entry.heard..<history.count)).end ?? "until the last event received"
    }

    /// Data that arrived and was dropped when the connection was lost.
    struct Dropped {
        fileprivate var place: Int
        fileprivate var event: WireEvent
        var lostAt: Instant
    }

    /// Data of the frame's chunk that arrived before the connection was lost, and was dropped then, because the rest
    /// of an incomplete chunk never arrives (specification N45). `nil` if there is none.
    func dropped(_ isMeant: (WireEvent) -> Bool) -> Dropped? {
        guard let chunk = record.position?.chunk, let lost = lastLoss,
            let found = event(places(0..<lost).reversed(), isMeant)
        else { return nil }
        // The next one behind it, of several.
        let first = places(found.place..<lost + 1).first { isLoss($0) } ?? lost
        let before = timeline.engine(at: first)
        guard before.generation == record.generation, before.summary(of: chunk) != nil,
            timeline.engine(at: first + 1).summary(of: chunk) == nil
        else { return nil }
        return Dropped(place: found.place, event: found.event, lostAt: history.moments[first].time)
    }

    private func isLoss(_ place: Int) -> Bool {
        if case .local(.linkLost) = history.moments[place].body { true } else { false }
    }

    /// Index of the last loss of the connection before the frame, since the message was sent.
    private var lastLoss: Int? {
        for place in places(0..<entry.heard).reversed() {
            if isLoss(place) { return place }
            if history.moments[place].body == .local(.sent) { return nil }
        }
        return nil
    }

    private func broughtLater(_ position: FramePosition) -> [Why.Step] {
        let all = entry.heard..<history.count
        if record.arrived == nil, let found = brought(places(all), { $0.picture(of: position) }) {
            return steps(found, position, isLate: true)
        }
        if record.arrived == nil, let dropped {
            let words = dropped.event.words(for: position) + "; \(Self.words(dropped.lostAt))"
            return [Why.Step(.batch, words, at: place(dropped.place))]
                + wire(dropped.place, dropped.event.picture(of: position))
        }
        let words =
            record.arrived == nil
            ? "no picture of the frame arrived \(lookedUntil)"
            : "the event that brought the frame is no longer available"
        return [Why.Step(.batch, words), Why.Step(.message, "unknown"), Why.Step(.packet, "not recorded")]
    }

    static func words(_ lostAt: Instant) -> String {
        "it was dropped when the connection was lost at \(lostAt.inSeconds) s, because its chunk was incomplete"
    }

    private func steps(_ found: Brought, _ position: FramePosition, isLate: Bool) -> [Why.Step] {
        let late = isLate ? "arrived too late: " : ""
        let batch = Why.Step(.batch, late + found.event.words(for: position), at: place(found.place))
        return [batch] + wire(found.place, found.picture)
    }

    // MARK: A frame of a clip alone

    /// The origin of the drawn base frame.
    var clipOrigin: [Why.Step] {
        let decoded = Why.Step(
            .decoded,
            brokenBase.map { "the base frame cannot be decoded: \($0)" }
                ?? "base frames are decoded as they are drawn; the time is not recorded")
        guard let clip = record.clip else {
            return [
                decoded, Why.Step(.batch, "no base frame had arrived"), Why.Step(.message, "none"),
                Why.Step(.packet, "none"),
            ]
        }
        guard let place = basePlaces(clip, record.baseIndex).last(where: { $0 < entry.heard }),
            let id = history.entry(at: place),
            case .baseFrameArrived(_, let index, let picture?)? = timeline.archive.event(id)
        else {
            return [
                decoded, Why.Step(.batch, "the origin of the base frame is not recorded"),
                Why.Step(.message, "unknown"),
                Why.Step(.packet, "not recorded"),
            ]
        }
        let batch = Why.Step(
            .batch, "base \(index) of \(clip.rawValue) arrived on its own, \(early(place))", at: self.place(place))
        return [decoded, batch] + wire(place, picture)
    }

    // MARK: On the wire

    private func wire(_ place: Int, _ picture: Payload?) -> [Why.Step] {
        let moment = history.moments[place]
        let id = history.entry(at: place) ?? 0
        let name =
            "\(history.wireName(at: place) ?? ""), entry \(id) of the recording, received at \(moment.time.inSeconds) s"
        guard let carriage = timeline.archive.carriage(of: picture, in: id) else {
            return [
                Why.Step(.message, name, at: self.place(place)),
                Why.Step(.packet, "its transport is not recorded, or not yet; \(Self.packets)"),
            ]
        }
        let rest = carriage.hasInlinePayloads ? " without the media in it" : ""
        let text = "\(carriage.textBytes) bytes of text\(rest)"
        let message = "\(name): \(text), \(plural(carriage.attachments, "attachment"))"
        return [
            Why.Step(.message, message, at: self.place(place)),
            Why.Step(
                .packet, "\(picture.map(carriage.words) ?? "no picture in it"); \(Self.packets)", at: self.place(place)),
        ]
    }
}

extension TimeSpan {
    /// Milliseconds; from a second on, seconds.
    var told: String { self < .seconds(1) ? words : "\(inSeconds) s" }
}

extension FrameRecord {
    /// Whether the frame itself arrived without a picture.
    var cameBare: Bool { overlayKey == nil && arrived != nil && position != nil }
}

extension WireCarriage {
    fileprivate func words(_ picture: Payload) -> String {
        let size = "the picture, \(plural(picture.byteCount, "byte")),"
        return switch form {
        case .attachment(let number)?: "\(size) arrived as binary attachment \(number) of \(attachments)"
        case .base64?: "\(size) arrived as base64 text inside the message"
        case .dataURL?: "\(size) arrived as a data URL inside the message"
        case .nodeBuffer?: "\(size) arrived as a Node Buffer inside the message"
        case nil: "the picture's transport is not recorded"
        }
    }
}

extension WireEvent {
    /// Any picture of a chunk that the event brings.
    func firstPicture(of chunk: Int) -> Payload? {
        switch self {
        case .overlaysArrived(let batch) where batch.chunk == chunk: batch.frames.lazy.compactMap(\.picture).first
        case .audioArrived(let audio) where audio.chunk == chunk:
            audio.firstPicture ?? audio.frames.lazy.compactMap(\.picture).first
        case .chunkDescribed(let description) where description.chunk == chunk:
            description.firstPicture ?? description.frames.lazy.compactMap(\.picture).first
        default: nil
        }
    }

    /// Names what brought a chunk's first picture.
    fileprivate func words(ofChunk chunk: Int) -> String {
        switch self {
        case .overlaysArrived(let batch):
            guard let number = batch.batch else {
                let what = batch.frames.count == 1 ? "a single frame" : plural(batch.frames.count, "frame")
                return "\(what) for chunk \(chunk)"
            }
            let total = batch.totalBatches.map { " of \($0)" } ?? ""
            return "batch \(number + 1)\(total) of chunk \(chunk) brought \(plural(batch.frames.count, "frame"))"
        case .audioArrived: return "the sound of chunk \(chunk) brought its picture"
        case .chunkDescribed: return "the description of chunk \(chunk) brought its picture"
        default: return "unknown"
        }
    }

    /// The picture of a frame that the event brings; `nil` if it brings none.
    func picture(of position: FramePosition) -> Payload? {
        switch self {
        case .overlaysArrived(let batch) where batch.chunk == position.chunk: return batch.frames.picture(of: position)
        case .audioArrived(let audio) where audio.chunk == position.chunk:
            return audio.frames.picture(of: position) ?? (position.frame == 0 ? audio.firstPicture : nil)
        case .chunkDescribed(let description) where description.chunk == position.chunk:
            return description.frames.picture(of: position) ?? (position.frame == 0 ? description.firstPicture : nil)
        default: return nil
        }
    }

    /// Whether it is a batch with the frame, with a picture or without.
    fileprivate func lists(_ position: FramePosition) -> Bool {
        guard case .overlaysArrived(let batch) = self, batch.chunk == position.chunk else { return false }
        return batch.frames.place(of: position) != nil
    }

    /// Names what brought a frame.
    fileprivate func words(for position: FramePosition) -> String {
        guard case .overlaysArrived(let batch) = self, batch.batch != nil,
            let place = batch.frames.place(of: position)
        else { return words(ofChunk: position.chunk) }
        return words(ofChunk: position.chunk) + ", this one as number \(place + 1)"
    }
}

extension [OverlayFrame] {
    /// Index of the first frame at this position with a picture, or else without.
    fileprivate func place(of position: FramePosition) -> Int? {
        let places = indices.filter {
            self[$0].sequence == position.sequence && self[$0].section == position.section
        }
        return places.first { self[$0].picture != nil } ?? places.first
    }

    fileprivate func picture(of position: FramePosition) -> Payload? {
        place(of: position).flatMap { self[$0].picture }
    }
}
