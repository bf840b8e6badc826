import Events

/// Sound: when it starts, and how it paces the picture (specification 3.8, 3.11).
extension PlaybackEngine {
    mutating func soundDecoded(_ chunk: Int, _ generation: Generation, _ duration: TimeSpan) {
        changeSound(chunk, generation) { $0.soundDuration = max(duration, .zero) }
    }

    mutating func soundFailed(_ chunk: Int, _ generation: Generation, _ reason: String, _ effects: inout [Effect]) {
        guard generation == self.generation else { return }
        note(.audioFailed, chunk: chunk, "sound of chunk \(chunk): \(reason)", &effects)
        changeSound(chunk, generation) { $0.soundFailed = true }
    }

    private mutating func changeSound(_ chunk: Int, _ generation: Generation, _ change: (inout Chunk) -> Void) {
        guard generation == self.generation else { return }
        if message.active?.chunk.index == chunk {
            if var playing = message.active {
                message.active = nil
                change(&playing.chunk)
                message.active = playing
            }
        } else if let place = message.queue.firstIndex(where: { $0.index == chunk }) {
            change(&message.queue[place])
        }
    }

    mutating func soundMoved(_ chunk: Int, _ generation: Generation, _ position: TimeSpan) {
        guard generation == self.generation, let active = message.active, active.chunk.index == chunk else { return }
        message.active?.soundPlace = .init(position: max(position, active.soundPlace?.position ?? .zero), at: clock)
    }

    mutating func soundEnded(_ chunk: Int, _ generation: Generation) {
        guard generation == self.generation, let active = message.active, active.chunk.index == chunk else { return }
        if let last = soundPosition(of: active) { message.active?.soundPlace?.position = last }
        message.active?.hasSoundEnded = true
    }

    /// Starts the sound with the first draw of frame 0 (K60).
    func startSound(_ playing: inout ActiveChunk) {
        playing.start = .init(session: now, clock: clock)
        guard playing.chunk.sound != nil, !playing.chunk.soundFailed, playing.soundStart == nil else { return }
        playing.soundStart = .init(position: .zero, at: clock)
    }

    /// Starts a sound that arrives after its frame 0 at the picture's position (K61, N23).
    mutating func startLateSound(_ effects: inout [Effect]) {
        guard let active = message.active, active.start != nil, active.chunk.sound != nil, active.soundStart == nil
        else { return }
        let offset = pictureTime(of: active)
        message.active?.soundStart = .init(position: offset, at: clock)
        counters.lateSounds += 1
        note(
            .audioLate, chunk: active.chunk.index,
            "sound of chunk \(active.chunk.index) arrived \(offset.wholeMilliseconds) ms after its first frame",
            &effects)
    }

    /// How much of the chunk has been shown. This is less than the time since frame 0 if the picture had to wait.
    private func pictureTime(of active: ActiveChunk) -> TimeSpan {
        let passed = period * Int64(active.cursor)
        if case .overlay(.holding) = mode { return passed + period }
        return passed + (active.isDrawn ? min(accumulator, period) : .zero)
    }

    // MARK: What a loudspeaker has to do

    /// The sound of a chunk that should play now.
    package struct Sounding: Hashable, Sendable {
        package var chunk: Int
        package var generation: Generation
        package var sound: Payload
        /// The longest sound to which the chunk's frames can have been made; `nil` if none are announced.
        package var longest: TimeSpan?
        /// The position in the sound at this moment: the last reported position, or the start, plus the time since
        /// then.
        package var position: TimeSpan
    }

    /// `nil` while no sound should play: between chunks, before frame 0, and if the sound cannot be played.
    package var sounding: Sounding? {
        guard let active = message.active, let start = active.soundStart, let sound = active.chunk.sound,
            !active.chunk.soundFailed,
            !active.hasSoundEnded
        else { return nil }
        let position = position(since: active.soundPlace ?? start)
        // What paces says itself when it is over: a device may lag by more than the chunk is long.
        if let duration = active.chunk.soundDuration, position >= duration, !isPacedBySound { return nil }
        return sounding(active.chunk, sound, at: position)
    }

    private func sounding(_ chunk: Chunk, _ sound: Payload, at position: TimeSpan) -> Sounding {
        Sounding(
            chunk: chunk.index, generation: generation, sound: sound, longest: chunk.longestSound,
            position: position)
    }

    /// The current position of a sound, assuming that it has continued evenly from a known position.
    private func position(since place: ActiveChunk.SoundPlace) -> TimeSpan { place.position + (clock - place.at) }

    /// The current position in the sound, assuming that it has continued evenly since the last report; `nil` before
    /// the first report.
    func soundPosition(of active: ActiveChunk) -> TimeSpan? {
        guard let last = active.soundPlace, !active.hasSoundEnded else { return active.soundPlace?.position }
        return max(last.position, min(position(since: last), active.chunk.soundDuration ?? last.position))
    }

    /// The sound that follows without a gap if nothing else happens: its chunk can start as soon as this one is over.
    package var nextSounding: Sounding? {
        guard isPacedBySound, let active = message.active, let next = message.queue.first,
            next.index <= message.nextExpected,
            next.index > active.chunk.index, let sound = next.sound, !next.soundFailed, next.soundDuration != nil,
            isBuffered(next)
        else { return nil }
        return sounding(next, sound, at: .zero)
    }

    /// The part of its chunk's sound that belongs to the shown frame: as paced, or as long as a frame. `nil` for a
    /// frame of no chunk, or of one without sound.
    package var shownSound: (sound: Sounding, length: TimeSpan)? {
        guard let active = message.active, let place = record?.position, place.chunk == active.chunk.index,
            let sound = active.chunk.sound, !active.chunk.soundFailed
        else { return nil }
        var (start, length) = (period * Int64(place.frame), period)
        if isPacedBySound, let duration = active.chunk.soundDuration {
            let share = duration.seconds / Double(max(1, active.chunk.frames.count))
            (start, length) = (TimeSpan(seconds: share * Double(place.frame)), TimeSpan(seconds: share))
        }
        return (sounding(active.chunk, sound, at: start), length)
    }

    /// The current or last spoken word of the chunk's text, in Unicode scalars; `nil` before the first word and
    /// without word times.
    package var spokenWord: Range<Int>? {
        guard let active = message.active, active.start != nil, !active.chunk.words.isEmpty else { return nil }
        let time = soundPosition(of: active) ?? pictureTime(of: active)
        return active.chunk.words.last { $0.span.lowerBound <= time }?.scalars
    }

    // MARK: What is still to be heard

    /// Whether something of the message is still audible, or may arrive. A chunk with word times counts until the end
    /// of its last word, any other until its sound is over. Mouths do not tell: a voice may report few phonemes, or
    /// speak too softly to move the mouth.
    /// - Parameters:
    ///   - tellsWords: whether the voice reports word times. A chunk without any is then one without words.
    ///   - isSilent: whether a chunk's sound is silent from a position on; `nil` if the sound was not analyzed.
    package func isStillHeard(tellsWords: Bool, isSilent: (_ chunk: Int, _ place: TimeSpan) -> Bool?) -> Bool {
        if releaseDue != nil { return true }
        guard message.phase == .open else { return false }
        guard message.hasEndSignal else { return true }
        func isHeard(_ chunk: Chunk, from place: TimeSpan, frame: Int) -> Bool {
            if let end = chunk.words.map(\.span.upperBound).max() { return place < end }
            guard chunk.sound != nil, !chunk.soundFailed else { return !chunk.isSilent(from: frame) }
            if let duration = chunk.soundDuration, place >= duration { return false }
            return !(isSilent(chunk.index, place) ?? (tellsWords && chunk.isSilent(from: frame)))
        }
        if let active = message.active, !active.hasSoundEnded {
            let place = soundPosition(of: active) ?? pictureTime(of: active)
            if isHeard(active.chunk, from: place, frame: active.cursor) { return true }
        }
        return message.queue.contains { isHeard($0, from: .zero, frame: 0) }
    }

    // MARK: Pacing

    /// Whether the sound moves the current chunk's frames. Without a known duration the wall clock does.
    var isPacedBySound: Bool {
        guard settings.clock == .sound, let active = message.active, active.soundStart != nil, !active.chunk.soundFailed
        else {
            return false
        }
        return (active.chunk.soundDuration ?? .zero) > .zero && active.chunk.isComplete
    }

    /// The frame at the sound's position: position over duration times frames (3.8); `nil` before the sound is
    /// audible.
    private func soundTarget(_ active: ActiveChunk) -> Int? {
        guard let position = active.soundPlace?.position, position > .zero, let duration = active.chunk.soundDuration
        else {
            return nil
        }
        let frames = active.chunk.frames.count
        let share = position.seconds / duration.seconds * Double(frames)
        return min(frames - 1, Int(min(max(share, 0), Double(frames))))
    }

    /// Playback time until the sound reaches the next frame, or its end, if it continues evenly; zero before it is
    /// audible.
    func waitForSound() -> TimeSpan {
        guard let active = message.active, let duration = active.chunk.soundDuration, let soundPlace = active.soundPlace
        else { return .zero }
        let frames = max(1, active.chunk.frames.count)
        let next = TimeSpan(seconds: duration.seconds * Double(active.cursor + 1) / Double(frames))
        let wait = next - position(since: soundPlace)
        // Somewhat later, so that a clock that shakes is after the mark and not before it.
        return wait > .zero ? wait + Self.soundMargin : .zero
    }

    private static let soundMargin = TimeSpan.milliseconds(2)

    /// Advances toward the sound's position as far as pictures are ready, never back. Skipped frames are logged.
    mutating func advanceBySound(_ effects: inout [Effect]) {
        accumulator = .zero
        guard let active = message.active, active.isDrawn else { return }
        if isSoundOver { return leaveWithSound(&effects) }
        guard let target = soundTarget(active), target > active.cursor else { return }
        var reachable = active.cursor
        while reachable < target, isReady(active.chunk.frames[reachable + 1], in: active.chunk) { reachable += 1 }
        // The very next frame is demanded even while its picture is missing: it then waits, and is seen to wait.
        reachable = max(reachable, active.cursor + 1)
        skip(to: reachable, &effects)
        moveCursor(by: reachable - active.cursor, due: now, &effects)
    }

    /// Whether the sound that paces the current chunk has ended.
    var isSoundOver: Bool {
        guard isPacedBySound, let active = message.active else { return false }
        return active.hasSoundEnded || (active.soundPlace?.position ?? .zero) >= (active.chunk.soundDuration ?? .zero)
    }

    /// Ends the chunk with its sound; frames not shown by then are skipped.
    mutating func leaveWithSound(_ effects: inout [Effect]) {
        skip(to: message.active?.chunk.frames.count ?? 0, &effects)
        leaveChunk(due: now, &effects)
    }

    /// After the wait limit: jumps to the sound's position, whether pictures are ready or not. `false` if the sound
    /// is not ahead.
    mutating func jumpToSound(_ effects: inout [Effect]) -> Bool {
        guard let active = message.active, let target = soundTarget(active), target > active.cursor else {
            return false
        }
        skip(to: target, &effects)
        moveCursor(by: target - active.cursor, due: now, &effects)
        return true
    }

    /// Logs the frames before `place` as skipped, including the current one if it has not been shown.
    mutating func skip(to place: Int, _ effects: inout [Effect]) {
        guard let active = message.active else { return }
        let first = active.isDrawn ? active.cursor + 1 : active.cursor
        guard first < place else { return }
        for skipped in first..<place {
            guard let frame = active.chunk.frame(at: skipped) else { continue }
            recordSkipped(frame, at: skipped, in: active, &effects)
        }
        message.active?.skipped += place - first
    }
}
