import BookFolders
import Engine
import Events
import Sound
import Synchronization

/// Plays what a reader wants to be heard, to the sample: a segment is all that the device gets of its file.
///
/// Owner: the loop that reads, main actor.
@MainActor
package final class BookPlayer {
    private let loudspeaker: any Loudspeaker
    private let sounds: BookSounds
    private var request: ReaderSound?
    private var sound: StreamedSound?
    /// What of it the device is still to get; `nil` before it was begun.
    private var feed: SoundFeed?
    private var isOver = false
    /// Keeps the time where only a program that is not here would let it be heard: the text is read all the same.
    private var silent: VirtualPlayer?
    private var hasWarned = false
    private let warn: (String) -> Void

    /// What a device takes at once, and a little more.
    private static let piece = TimeSpan.milliseconds(12)

    /// - Parameter warn: told once what is missing, where something cannot be heard without it.
    package init(_ loudspeaker: any Loudspeaker, _ sounds: BookSounds, warn: @escaping (String) -> Void = { _ in }) {
        (self.loudspeaker, self.sounds, self.warn) = (loudspeaker, sounds, warn)
    }

    /// The place of its chunk may change while it plays: the book may grow before it.
    private func name(of request: ReaderSound) -> SoundName { SoundName(0, request.generation.number) }

    /// Files that are heard soon.
    package func prepare(_ sounds: [BookSound]) { for sound in sounds { _ = self.sounds.sound(sound) } }

    // MARK: Following

    /// - Returns: what comes of a wish that is another one, or of what was being heard.
    package func follow(_ next: ReaderSound?, at now: Instant) -> ReaderSoundEvent? {
        if next?.generation != request?.generation { reset(for: next) }
        guard let next else { return nil }
        if silent != nil { return silent?.follow(next, at: now) ?? silent?.event(at: now) }
        guard let sound else { return load(next, at: now) }
        change(to: next, sound, at: now)
        feed?.give(to: loudspeaker)
        return heard(next, sound, at: now)
    }

    private func reset(for next: ReaderSound?) {
        loudspeaker.stop()
        loudspeaker.setPaused(true)
        (request, sound, feed, isOver, silent) = (next, nil, nil, false, nil)
    }

    private func load(_ next: ReaderSound, at now: Instant) -> ReaderSoundEvent? {
        request = next
        guard !isOver, let result = sounds.sound(next.sound) else { return nil }
        do throws(SoundError) {
            let sound = try result.get()
            let start = sound.frame(at: next.start)
            if let failure = sound.failure { throw failure }
            guard sound.beginning(of: start..<start + 1) != nil else { return nil }
            self.sound = sound
            return .ready(duration: sound.duration)
        } catch .noProgram {
            if !hasWarned { warn(SoundError.noProgram.reason) }
            hasWarned = true
            silent = VirtualPlayer()
            return silent?.follow(next, at: now)
        } catch {
            isOver = true
            return .failed(reason: "\(next.sound.path): \(error.reason)")
        }
    }

    /// Begins, goes on, stands still, or goes on at another speed.
    private func change(to next: ReaderSound, _ sound: StreamedSound, at now: Instant) {
        let before = request
        request = next
        if next.isRunning, feed == nil {
            startPlaying(next, sound, from: next.start)
        } else if feed != nil, before?.percent != next.percent, !isOver {
            startPlaying(next, sound, from: position(of: next, at: now) ?? next.start)
        }
        if before?.isRunning != next.isRunning || before?.generation != next.generation {
            feed?.give(to: loudspeaker)
            loudspeaker.setPaused(!next.isRunning)
        }
    }

    private func startPlaying(_ request: ReaderSound, _ sound: StreamedSound, from start: TimeSpan) {
        feed = SoundFeed(
            sound, as: name(of: request), over: loudspeaker, from: start, to: request.stop, speed: request.percent)
    }

    /// Of what plays, in its file.
    package func position(at now: Instant) -> TimeSpan? { request.flatMap { position(of: $0, at: now) } }

    private func position(of request: ReaderSound, at now: Instant) -> TimeSpan? {
        loudspeaker.place(at: now).flatMap { $0.name == name(of: request) ? $0.position : nil }
    }

    /// When a place of what plays is heard; `nil` where that cannot be told.
    package func time(of place: TimeSpan, at now: Instant) -> Instant? {
        if let silent { return silent.nextTime }
        guard let request, request.isRunning, !isOver, let position = position(of: request, at: now) else { return nil }
        return now + TimeSpan(seconds: max(.zero, place - position).seconds * 100 / Double(request.percent))
    }

    /// When what plays is over.
    package func end(at now: Instant) -> Instant? {
        if let silent { return silent.nextTime }
        guard let request, request.isRunning, !isOver, let sound, let position = position(of: request, at: now),
            let end = request.stop ?? sound.duration
        else { return nil }
        let left = max(.zero, end - position - Self.piece)
        return now + TimeSpan(seconds: left.seconds * 100 / Double(request.percent))
    }

    private func heard(_ request: ReaderSound, _ sound: StreamedSound, at now: Instant) -> ReaderSoundEvent? {
        guard request.isRunning, !isOver, let place = loudspeaker.place(at: now), place.name == name(of: request) else {
            return nil
        }
        // All of it is on its way, and nothing comes between it and what follows.
        let isHanded = !loudspeaker.names.contains(name(of: request))
        // Once all of it is given it is known where the file ends.
        let end = [request.stop, sound.duration].compactMap(\.self).min()
        guard place.isOver || isHanded && end.map({ $0 - place.position <= Self.piece }) ?? true else {
            return .moved(end.map { min(place.position, $0) } ?? place.position)
        }
        isOver = true
        return request.stop.map { stop in sound.duration.map { stop <= $0 } ?? true } == true ? .reached : .ended
    }
}

/// Opens a book's files of sound beside everything else, and keeps those open that were wanted last.
///
/// Owner: whoever plays them, from any thread.
package final class BookSounds: Sendable {
    private struct State {
        /// The newest last.
        var done: [(path: String, result: Result<StreamedSound, SoundError>)] = []
        var underWay: Set<String> = []
    }

    private let book: any BookSource
    /// Samples a second that the device takes.
    private let rate: Int
    private let report: @Sendable () -> Void
    private let state = Mutex(State())

    /// Two chunks with two files each.
    private static let filesKept = 4

    /// - Parameter report: called from anywhere when one is open, and when more of one has been decoded.
    package init(_ book: any BookSource, rate: Int, report: @escaping @Sendable () -> Void = {}) {
        (self.book, self.rate, self.report) = (book, rate, report)
    }

    /// What came of opening it; `nil` while that goes on, or begins with this.
    package func sound(_ sound: BookSound) -> Result<StreamedSound, SoundError>? {
        let (found, isNew) = state.withLock { state -> (Result<StreamedSound, SoundError>?, Bool) in
            if let place = state.done.firstIndex(where: { $0.path == sound.path }) {
                state.done.append(state.done.remove(at: place))
                return (state.done.last?.result, false)
            }
            return (nil, state.underWay.insert(sound.path).inserted)
        }
        if isNew { Task.detached { [self] in finish(sound.path, await open(sound.path)) } }
        return found
    }

    private func finish(_ path: String, _ result: Result<StreamedSound, SoundError>) {
        state.withLock { state in
            state.underWay.remove(path)
            state.done.append((path, result))
            if state.done.count > Self.filesKept { state.done.removeFirst() }
        }
        report()
    }

    private func open(_ path: String) async -> Result<StreamedSound, SoundError> {
        do {
            return .success(try await StreamedSound.open(try await book.sound(path), rate: rate, report: report))
        } catch {
            return .failure(error as? SoundError ?? .unreadable(CommandError(error).reason))
        }
    }
}
