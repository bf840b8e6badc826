import Events

/// A piece of speech, from its assembly until it has been played (specification 2.2).
struct Chunk: Hashable, Sendable {
    let index: Int
    var group: Int?
    private var slots = FrameSlots()
    var zone: PixelPoint?
    /// Whether nothing that surely belongs to its message has named the chunk.
    var isGuess = false

    var sound: Payload?
    /// Whether the sound may belong to an older message.
    var isSoundGuessed = false
    var hasAudioEvent = false
    /// `animation_name` of the audio event: the clip of frames that name no clip.
    var firstClip: ClipName?
    var soundDuration: TimeSpan?
    var soundFailed = false
    /// Sorted by time.
    var words: [SpokenWord] = []

    /// `total_frame_images` or the length of the frame list, whichever is larger.
    private(set) var announced: Int?
    /// The longest sound to which the frames announced at its arrival can have been made; `nil` if none were
    /// announced.
    private(set) var longestSound: TimeSpan?
    /// `total_images_sent`.
    private(set) var sentTotal: Int?
    /// Playback time at which `chunk_images_ready` arrived.
    private(set) var sentAt: Instant?
    /// Lengths that may belong to another message. One that agrees with another source is believed (specification
    /// 3.10).
    private var doubtfulTotals: Set<Int> = []
    private static let doubtfulTotalsKept = 8
    private(set) var totalBatches: Int?
    private(set) var batches: Set<Int> = []
    var claims = SendingClaims()
    /// Playback time of the last event that named this chunk.
    var lastEventAt: Instant
    /// Playback time since which the chunk is next in order.
    var nextSince: Instant?
    /// Playback time since which the chunk is next and its frames are known; its buffer wait starts there.
    var waitingSince: Instant?
    /// Whether a note has reported what the chunk waits for.
    var isWaitNoted = false

    private(set) var isComplete = false
    private(set) var received = 0
    var duplicates = 0
    var late = 0
    /// Indexes of frames of which nothing arrived, rising.
    private(set) var lost: [Int] = []
    /// Positions (section, sequence) of frames that arrived after the playhead had passed them.
    private var latePlaces: Set<[Int]> = []
    /// Whether pictures arrived that may belong to another message.
    private(set) var hasGuesses = false
    /// No frame before this index has a picture that still needs to be requested. Saves looking at all frames each
    /// time.
    var askedCount = 0
    /// Number of frames at the start that were shown or given up; nothing can be filled in there any more.
    var passedCount = 0

    init(index: Int, at time: Instant) {
        self.index = index
        lastEventAt = time
    }

    /// Sorted by (section, sequence); holes are in their places. Complete once an event has been filed.
    var frames: [ChunkFrame] { slots.frames }

    /// The announced length, or the number declared sent if that is larger; `nil` as long as nothing was announced.
    var expected: Int? { announced.map { max($0, sentTotal ?? 0) } }
    /// Records how long the received sound may be: the announced frames and one more, because they may be one too
    /// few.
    mutating func noteLongestSound(_ period: TimeSpan) {
        longestSound = announced.flatMap { $0 > 0 ? period * Int64($0 + 1) : nil }
    }

    /// Number of frames as far as known, including announced ones without any data.
    var frameCount: Int { max(frames.count, expected ?? 0) }
    /// Whether its frame list is known, or that it has none.
    var isFrameListKnown: Bool { !frames.isEmpty || isComplete || isSoundAlone }
    /// Whether there is sound and no sign of frames (N22).
    var isSoundAlone: Bool {
        sound != nil && frames.isEmpty && announced == nil && sentTotal == nil && totalBatches == nil
    }

    /// Whether the mouth is at rest from an index on, as far as its frames tell: avatar packs use that viseme
    /// (docs/reference/avatar-packs.md).
    func isSilent(from place: Int) -> Bool {
        guard !frames.isEmpty, frames.count >= frameCount else { return false }
        return frames.dropFirst(place).allSatisfy { $0.frame.viseme == "rest" }
    }

    /// Whether frames are announced and none of their pictures has arrived.
    var isWaitingForPictures: Bool { !isComplete && received == 0 && expected != 0 && !isSoundAlone }

    /// Takes the content of an audio event, the first or a better one.
    mutating func receiveAudio(_ audio: AudioChunk, isGuess: Bool) {
        if sound != audio.sound { (soundDuration, soundFailed) = (nil, false) }
        (hasAudioEvent, isSoundGuessed) = (true, isGuess)
        (sound, words) = (audio.sound, audio.words)
        (group, zone) = (audio.group, audio.zone)
        firstClip = audio.firstClip ?? firstClip
    }

    mutating func receiveBatch(_ batch: OverlayBatch) {
        if let total = batch.totalBatches { totalBatches = total }
        if let number = batch.batch, (0..<Limits.chunkFrames).contains(number) { batches.insert(number) }
    }

    mutating func announce(_ total: Int?) {
        guard let total, total >= 0 else { return }
        announced = max(announced ?? 0, min(total, Limits.chunkFrames))
    }

    /// Handles a second announced length, from the chunk's audio event, when it is unknown which message the first
    /// one belongs to. If they differ, neither is believed by itself.
    mutating func announceAnew(_ total: Int?) {
        let before = announced
        (announced, sentTotal, sentAt, isComplete, lost) = (nil, nil, nil, false, [])
        slots.dropLast { $0.picture == .expected }
        announce(total)
        guard let before, before != announced else { return }
        doubt(before)
        doubt(announced)
        announced = nil
    }

    /// `chunk_images_ready`.
    mutating func finishSending(_ total: Int?, at time: Instant) {
        if sentAt == nil { sentAt = time }
        sentTotal = total.map { max(0, min($0, Limits.chunkFrames)) } ?? sentTotal
    }

    /// Records a length that may belong to another message.
    mutating func doubt(_ total: Int?) {
        guard let total, total > 0, doubtfulTotals.count < Self.doubtfulTotalsKept else { return }
        doubtfulTotals.insert(min(total, Limits.chunkFrames))
    }

    /// Believes the length that agrees with the announced one or, if none is announced, with what arrived.
    private mutating func believeTotals(at time: Instant) {
        guard sentTotal == nil, !doubtfulTotals.isEmpty, let known = announced ?? (received > 0 ? received : nil),
            doubtfulTotals.contains(known)
        else { return }
        finishSending(known, at: time)
    }

    /// Marks frames as guesses if there are more than the chunk's own sound announces: those that arrived before the
    /// sound may belong to another message.
    mutating func doubtFrames(beyond length: Int) {
        guard length > 0, passedCount == 0, let last = frames.last, last.frame.section == 0,
            last.frame.sequence >= length, last.picture != .expected
        else { return }
        for place in frames.indices where frames[place].picture != .expected {
            slots.change(place) { $0.standing = .guess }
        }
        (isComplete, totalBatches, batches, lost, received, hasGuesses) = (false, nil, [], [], 0, true)
    }

    /// Whether a picture arrived for each frame of its length, including guesses.
    var hasAllPictures: Bool {
        guard let length = announced ?? sentTotal, length > 0, slots.count >= length else { return false }
        return (0..<length).allSatisfy { slots[$0].picture != .expected }
    }

    /// Whether the picture at the position of one of these frames has been shown.
    func hasShown(_ others: [OverlayFrame]) -> Bool {
        others.contains { frame in place(ofPictureFor: frame).map { $0 < passedCount } ?? false }
    }

    /// Whether a picture exists at the position of each of these frames.
    func hasPictures(for others: [OverlayFrame]) -> Bool { others.allSatisfy { place(ofPictureFor: $0) != nil } }

    private func place(ofPictureFor frame: OverlayFrame) -> Int? {
        slots.place(of: frame).flatMap { slots[$0].picture != .expected ? $0 : nil }
    }

    enum Filing: Hashable {
        case filed, duplicate, late, refused
        /// It replaced a frame whose picture had this name.
        case replaced(PictureKey?)
    }

    /// The frame at the same position that this one replaces, because it has not been shown and is less certain.
    /// - Parameter replacesOwn: its batch is known to belong to the chunk, and the batch of another picture at its
    ///   position is not.
    func givingWay(
        to frame: OverlayFrame, _ standing: ChunkFrame.Standing = .own, replacesOwn: Bool = false
    ) -> ChunkFrame? {
        guard let place = slots.place(of: frame), place >= passedCount, !slots[place].isUnknown else { return nil }
        let there = slots[place]
        switch there.standing {
        // A second picture in its place makes both doubtful; the later one is less likely to be of an older message.
        case .own:
            let isWeaker = standing == .guess || replacesOwn
            return isWeaker && there.picture != .expected && contradicts(frame) ? there : nil
        case .ahead: return there
        // The later one of two guesses is the better one.
        case .guess: return standing == .guess && there.frame == frame ? nil : there
        }
    }

    /// The frame, completed by its description; unchanged if there is none.
    func completed(_ frame: OverlayFrame) -> OverlayFrame {
        guard let place = slots.place(of: frame), !slots[place].isUnknown, slots[place].standing != .guess else {
            return frame
        }
        return frame.completed(by: slots[place].frame)
    }

    /// Files a frame at its position. A described frame is completed by its picture; a second picture is a duplicate.
    mutating func file(
        _ frame: OverlayFrame, picture: ChunkFrame.PictureKnowledge, at time: Instant?,
        standing: ChunkFrame.Standing = .own, from source: ChunkFrame.Source? = nil, replacesOwn: Bool = false
    ) -> Filing {
        if let expected, expected > 0, frame.section == 0, frame.sequence >= expected, picture != .expected {
            return .refused
        }
        guard frame.sequence >= 0, frame.sequence < Limits.chunkFrames else { return .refused }
        let place = slots.index(of: frame)
        let new = ChunkFrame(
            frame: frame, picture: picture, arrived: time, isUnknown: false, standing: standing, source: source)
        if standing == .guess, picture != .expected { hasGuesses = true }
        if let old = givingWay(to: frame, standing, replacesOwn: replacesOwn) {
            slots.change(place) { $0 = new }
            askedCount = min(askedCount, place)
            received += (isCounted(new) ? 1 : 0) - (isCounted(old) ? 1 : 0)
            return .replaced(old.key)
        }
        if slots.holds(frame, at: place) {
            if slots[place].standing == .guess, standing == .own { return passedGuess(at: place, picture) }
            guard slots[place].picture == .expected else { return .duplicate }
            if picture == .expected, !slots[place].isUnknown { return .duplicate }
            if place >= passedCount {
                slots.change(place) { $0 = new }
                askedCount = min(askedCount, place)
            } else if picture != .expected {
                // Has come, though too late: once more would be a duplicate.
                slots.change(place) { $0.picture = .absent }
            }
        } else {
            let holes = slots.holes(before: frame, at: place)
            guard slots.count + holes.count < Limits.chunkFrames else { return .refused }
            // Before the cursor it would push frames that have been shown to places after it, to be shown again.
            let isPassed = (place < slots.count ? place : place + holes.count) < passedCount
            guard !isPassed, !isComplete || place > passedCount else { return fileLate(frame, picture) }
            slots.insert(holes.map { ChunkFrame.hole(section: frame.section, sequence: $0) } + [new], at: place)
            for number in lost.partitionPoint({ $0 >= place })..<lost.count { lost[number] += holes.count + 1 }
            askedCount = min(askedCount, place)
        }
        guard picture != .expected else { return .filed }
        if isCounted(new) { received += 1 }
        found(place)
        return place < passedCount ? .late : .filed
    }

    /// Records that the frame at this index is no longer lost.
    private mutating func found(_ place: Int) {
        let number = lost.partitionPoint { $0 >= place }
        if number < lost.count, lost[number] == place { lost.remove(at: number) }
    }

    /// Handles a frame that arrived although a guess was shown in its place.
    private mutating func passedGuess(at place: Int, _ picture: ChunkFrame.PictureKnowledge) -> Filing {
        guard picture != .expected else { return .filed }
        slots.change(place) { $0.standing = .own }
        received += 1
        return .late
    }

    /// Handles the first event that surely belongs to its message. Guesses decide nothing about the chunk any more,
    /// and are shown only where nothing better arrives.
    mutating func becomeOwn() {
        guard isGuess else { return }
        isGuess = false
        hasGuesses = received > 0
        doubt(announced)
        doubt(sentTotal)
        (announced, sentTotal, sentAt, totalBatches) = (nil, nil, nil, nil)
        (batches, lost, received) = ([], [], 0)
        (isComplete, hasAudioEvent, isSoundGuessed) = (false, false, sound != nil)
        // It waits for itself from now on.
        (nextSince, waitingSince) = (nil, nil)
    }

    /// Restores the state before anything of the chunk was shown.
    mutating func rewind() {
        (passedCount, askedCount, latePlaces) = (0, 0, [])
        (nextSince, waitingSince, isWaitNoted) = (nil, nil, false)
    }

    /// Removes guesses and holes at the end, beyond the known length of the chunk: they decide nothing (specification
    /// 3.10).
    private mutating func dropGuessedEnd() -> [ChunkFrame] {
        guard !isGuess, frames.contains(where: { $0.standing == .guess }) else { return [] }
        let own = (frames.lastIndex { $0.standing != .guess && !$0.isUnknown }).map { $0 + 1 } ?? 0
        let length = max(own, announced ?? 0, sentTotal ?? 0, passedCount)
        guard length > 0, length < frames.count else { return [] }
        return slots.cut(to: length)
    }

    /// Number of guesses that are not among the `received`, because they decide nothing. They are shown where nothing
    /// better arrived.
    var guessCount: Int {
        guard hasGuesses, !isGuess else { return 0 }
        return frames.count { $0.standing == .guess && $0.picture != .expected }
    }

    /// A guess counts only where nothing else has arrived.
    private func isCounted(_ frame: ChunkFrame) -> Bool {
        frame.picture != .expected && (frame.standing != .guess || isGuess)
    }

    /// Whether this picture differs from the one that the chunk has, or expects by its description, at the same
    /// position.
    func contradicts(_ frame: OverlayFrame) -> Bool {
        guard frame.picture != nil, let place = slots.place(of: frame), place >= passedCount else { return false }
        let there = slots[place]
        guard !there.isUnknown, there.standing == .own else { return false }
        return there.picture == .expected ? !frame.mayBeNamed(as: there.frame) : there.frame.picture != frame.picture
    }

    /// The frame that another batch brought for this position with a different picture, shown or not.
    func otherPicture(than frame: OverlayFrame) -> ChunkFrame? {
        guard let picture = frame.picture, let place = slots.place(of: frame) else { return nil }
        let there = slots[place]
        guard !there.isUnknown, there.standing == .own, there.source != nil, let before = there.frame.picture,
            there.picture != .expected, before != picture
        else { return nil }
        return there
    }

    /// Counts a frame that can no longer be placed as received, but only once.
    private mutating func fileLate(_ frame: OverlayFrame, _ picture: ChunkFrame.PictureKnowledge) -> Filing {
        guard picture != .expected, latePlaces.count < Limits.chunkFrames else { return .late }
        guard latePlaces.insert([frame.section, frame.sequence]).inserted else { return .duplicate }
        received += 1
        return .late
    }

    /// Closes the frame list: fills it up to the announced length, and gives up missing frames.
    ///
    /// - Parameter room: the largest number of frames to add; an announced length is outside data.
    /// - Returns: the guesses beyond the chunk's end.
    mutating func complete(room: Int) -> [ChunkFrame] {
        guard !isComplete else { return [] }
        isComplete = true
        let dropped = dropGuessedEnd()
        let length = max(announced ?? 0, sentTotal ?? 0)
        let section = frames.last?.frame.section ?? 0
        let next = (frames.last?.frame.sequence ?? -1) + 1
        let missing = max(0, min(length - frames.count, Limits.chunkFrames - frames.count, room))
        slots.append((0..<missing).map { ChunkFrame.hole(section: section, sequence: next + $0) })
        lost = frames.indices.filter { frames[$0].picture == .expected }
        return dropped
    }

    func frame(at place: Int) -> ChunkFrame? { place >= 0 && place < slots.count ? slots[place] : nil }

    /// Must be called after an event has been filed.
    mutating func settle(at time: Instant) {
        slots.settle()
        believeTotals(at: time)
    }
}
