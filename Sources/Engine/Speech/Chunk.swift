import Events

/// A piece of speech while it is put together and until it has been played (specification 2.2).
struct Chunk: Hashable, Sendable {
    let index: Int
    var group: Int?
    private var slots = FrameSlots()
    var zone: PixelPoint?
    /// Nothing has named it that is surely of its message.
    var isGuess = false

    var sound: Payload?
    /// The sound may be of an older message.
    var isSoundGuessed = false
    var hasAudioEvent = false
    /// `animation_name` of the audio event: the clip of frames that name none.
    var firstClip: ClipName?
    var soundDuration: Span?
    var soundFailed = false
    /// In the order of their times.
    var words: [SpokenWord] = []

    /// `total_frame_images` or the length of the frame list, the larger.
    private(set) var announced: Int?
    /// As long at the most as a sound is to which the frames were made that had been announced when it came; `nil` where none had.
    private(set) var longestSound: Span?
    /// `total_images_sent`.
    private(set) var sentTotal: Int?
    /// Playback time at which `chunk_images_ready` came.
    private(set) var sentAt: Instant?
    /// Lengths of which nobody can tell whether they are this message's: one that agrees with another source is believed
    /// (specification 3.10).
    private var doubtfulTotals: Set<Int> = []
    private static let doubtfulTotalsKept = 8
    private(set) var totalBatches: Int?
    private(set) var batches: Set<Int> = []
    var claims = SendingClaims()
    /// Playback time of the last event that named this chunk.
    var lastEventAt: Instant
    /// Playback time since which it is next in order.
    var nextSince: Instant?
    /// Playback time since which it is next and its frames are known; its buffer wait runs from there.
    var waitingSince: Instant?
    /// It has been said what it waits for.
    var isWaitNoted = false

    private(set) var isComplete = false
    private(set) var received = 0
    var duplicates = 0
    var late = 0
    /// Places of which nothing has come, rising.
    private(set) var lost: [Int] = []
    /// Places of frames that came after the playhead had passed where they belong, by (section, sequence).
    private var latePlaces: Set<[Int]> = []
    /// Pictures have come that may be of another message.
    private(set) var hasGuesses = false
    /// No frame in front of this place has a picture that is still to be asked for, so that not all need be looked at each time.
    var askedCount = 0
    /// Frames at the front that have been shown or abandoned; nothing can be filled in there any more.
    var passedCount = 0

    init(index: Int, at time: Instant) {
        self.index = index
        lastEventAt = time
    }

    /// Sorted by (section, sequence); holes stand in their places. All of them once an event has been filed.
    var frames: [ChunkFrame] { slots.frames }

    /// The announced length, raised by what was declared sent; `nil` as long as nothing was announced.
    var expected: Int? { announced.map { max($0, sentTotal ?? 0) } }
    /// Keeps how long its sound may be, which has come: as long as the announced frames and one more, for they may be one too few.
    mutating func noteLongestSound(_ period: Span) {
        longestSound = announced.flatMap { $0 > 0 ? period * Int64($0 + 1) : nil }
    }

    /// Frames as far as known, announced ones without any data included.
    var frameCount: Int { max(frames.count, expected ?? 0) }
    /// Whether its frame list, or the fact that it has none, is known.
    var isFrameListKnown: Bool { !frames.isEmpty || isComplete || isSoundAlone }
    /// A sound of which nothing says that there are frames with it (N22).
    var isSoundAlone: Bool {
        sound != nil && frames.isEmpty && announced == nil && sentTotal == nil && totalBatches == nil
    }

    /// Whether the mouth rests from a place on, as far as its frames tell: avatar packs call that so (docs/reference/avatar-packs.md).
    func isSilent(from place: Int) -> Bool {
        guard !frames.isEmpty, frames.count >= frameCount else { return false }
        return frames.dropFirst(place).allSatisfy { $0.frame.viseme == "rest" }
    }

    /// Announced, and no picture of it has come.
    var isWaitingForPictures: Bool { !isComplete && received == 0 && expected != 0 && !isSoundAlone }

    /// What its audio event brings, the first or a better one.
    mutating func receive(_ audio: AudioChunk, isGuess: Bool) {
        if sound != audio.sound { (soundDuration, soundFailed) = (nil, false) }
        (hasAudioEvent, isSoundGuessed) = (true, isGuess)
        (sound, words) = (audio.sound, audio.words)
        (group, zone) = (audio.group, audio.zone)
        firstClip = audio.firstClip ?? firstClip
    }

    mutating func receive(_ batch: OverlayBatch) {
        if let total = batch.totalBatches { totalBatches = total }
        if let number = batch.batch, (0..<Limits.chunkFrames).contains(number) { batches.insert(number) }
    }

    mutating func announce(_ total: Int?) {
        guard let total, total >= 0 else { return }
        announced = max(announced ?? 0, min(total, Limits.chunkFrames))
    }

    /// The audio event of the chunk announces its length where another one, of which it is not known whose it is, has announced it
    /// before: of two different lengths none is believed by itself.
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

    /// A length that may be of another message.
    mutating func doubt(_ total: Int?) {
        guard let total, total > 0, doubtfulTotals.count < Self.doubtfulTotalsKept else { return }
        doubtfulTotals.insert(min(total, Limits.chunkFrames))
    }

    /// Believes the length with which the announced one agrees, or, where none is, what has come.
    private mutating func believeTotals(at time: Instant) {
        guard sentTotal == nil, !doubtfulTotals.isEmpty, let known = announced ?? (received > 0 ? received : nil),
            doubtfulTotals.contains(known)
        else { return }
        finishSending(known, at: time)
    }

    /// More frames have come than the chunk's own sound announces: then those that came before it are not surely its message's.
    mutating func doubtFrames(beyond length: Int) {
        guard length > 0, passedCount == 0, let last = frames.last, last.frame.section == 0,
            last.frame.sequence >= length, last.picture != .expected
        else { return }
        for place in frames.indices where frames[place].picture != .expected {
            slots.change(place) { $0.standing = .guess }
        }
        (isComplete, totalBatches, batches, lost, received, hasGuesses) = (false, nil, [], [], 0, true)
    }

    /// Whether a picture has come for each place of its length, if only guesses for some.
    var hasAllPictures: Bool {
        guard let length = announced ?? sentTotal, length > 0, slots.count >= length else { return false }
        return (0..<length).allSatisfy { slots[$0].picture != .expected }
    }

    /// Whether one of these has a place whose picture has been shown.
    func hasShown(_ others: [OverlayFrame]) -> Bool {
        others.contains { frame in place(ofPictureFor: frame).map { $0 < passedCount } ?? false }
    }

    /// Whether each of these has a place that has a picture.
    func hasPictures(for others: [OverlayFrame]) -> Bool { others.allSatisfy { place(ofPictureFor: $0) != nil } }

    private func place(ofPictureFor frame: OverlayFrame) -> Int? {
        slots.place(of: frame).flatMap { slots[$0].picture != .expected ? $0 : nil }
    }

    enum Filing: Hashable {
        case filed, duplicate, late, refused
        /// It took the place of a frame that gave way, whose picture had this name.
        case replaced(PictureKey?)
    }

    /// The frame in the same place that gives way to this one, because it has not been shown and is less sure.
    /// - Parameter replacesOwn: its batch is known to be the chunk's, and that of another picture in its place is not.
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

    /// The frame with what a description of it says and it does not; as it is when there is none.
    func completed(_ frame: OverlayFrame) -> OverlayFrame {
        guard let place = slots.place(of: frame), !slots[place].isUnknown, slots[place].standing != .guess else {
            return frame
        }
        return frame.completed(by: slots[place].frame)
    }

    /// Puts a frame into its place. A described frame is completed by its picture; a second picture is a duplicate.
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

    /// What is filed at this place is not lost any more.
    private mutating func found(_ place: Int) {
        let number = lost.partitionPoint { $0 >= place }
        if number < lost.count, lost[number] == place { lost.remove(at: number) }
    }

    /// A guess has been shown in the place of this frame, which has come all the same.
    private mutating func passedGuess(at place: Int, _ picture: ChunkFrame.PictureKnowledge) -> Filing {
        guard picture != .expected else { return .filed }
        slots.change(place) { $0.standing = .own }
        received += 1
        return .late
    }

    /// Something that is surely of its message has named the chunk: what was guessed decides nothing about it any more, and stays
    /// only to be shown where nothing better comes.
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

    /// As before anything of it was shown.
    mutating func rewind() {
        (passedCount, askedCount, latePlaces) = (0, 0, [])
        (nextSince, waitingSince, isWaitNoted) = (nil, nil, false)
    }

    /// Guesses and holes at the end that lie beyond what is known of the chunk's length: they decide nothing (specification 3.10).
    private mutating func dropGuessedEnd() -> [ChunkFrame] {
        guard !isGuess, frames.contains(where: { $0.standing == .guess }) else { return [] }
        let own = (frames.lastIndex { $0.standing != .guess && !$0.isUnknown }).map { $0 + 1 } ?? 0
        let length = max(own, announced ?? 0, sentTotal ?? 0, passedCount)
        guard length > 0, length < frames.count else { return [] }
        return slots.cut(to: length)
    }

    /// Guesses that came and are not among the `received`, since they decide nothing; they are shown where nothing better came.
    var guessCount: Int {
        guard hasGuesses, !isGuess else { return 0 }
        return frames.count { $0.standing == .guess && $0.picture != .expected }
    }

    /// A guess counts only where there is nothing else.
    private func isCounted(_ frame: ChunkFrame) -> Bool {
        frame.picture != .expected && (frame.standing != .guess || isGuess)
    }

    /// Whether this picture is another one than the chunk has, or expects by its description, in the same place.
    func contradicts(_ frame: OverlayFrame) -> Bool {
        guard frame.picture != nil, let place = slots.place(of: frame), place >= passedCount else { return false }
        let there = slots[place]
        guard !there.isUnknown, there.standing == .own else { return false }
        return there.picture == .expected ? !frame.mayBeNamed(as: there.frame) : there.frame.picture != frame.picture
    }

    /// What another batch has brought for the place of this frame with another picture, shown or not.
    func otherPicture(than frame: OverlayFrame) -> ChunkFrame? {
        guard let picture = frame.picture, let place = slots.place(of: frame) else { return nil }
        let there = slots[place]
        guard !there.isUnknown, there.standing == .own, there.source != nil, let before = there.frame.picture,
            there.picture != .expected, before != picture
        else { return nil }
        return there
    }

    /// A frame that no place can be made for any more has been received all the same, but only once.
    private mutating func fileLate(_ frame: OverlayFrame, _ picture: ChunkFrame.PictureKnowledge) -> Filing {
        guard picture != .expected, latePlaces.count < Limits.chunkFrames else { return .late }
        guard latePlaces.insert([frame.section, frame.sequence]).inserted else { return .duplicate }
        received += 1
        return .late
    }

    /// Closes the list: fills it up to the announced length and gives up what has not come.
    ///
    /// - Parameter room: most places that may be added; an announced length is a stranger's number.
    /// - Returns: the guesses that have no place after the chunk's end.
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

    /// To be called when an event has been filed.
    mutating func settle(at time: Instant) {
        slots.settle()
        believeTotals(at: time)
    }
}
