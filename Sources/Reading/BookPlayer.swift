import Books
import Events
import Playback
import Reader
import Sound

/// Plays what a reader wants to be heard, to the sample: a segment is all that the device gets of its file.
///
/// Owner: the loop that reads, main actor.
@MainActor
package final class BookPlayer {
    private let loudspeaker: any Loudspeaker
    private let sounds: BookSounds
    private var wish: ReaderSound?
    private var samples: Samples?
    /// What of it was given to the device.
    private var hasBegun = false
    private var isOver = false

    /// What a device takes at once, and a little more.
    private static let piece = Span.milliseconds(12)

    package init(_ loudspeaker: any Loudspeaker, _ sounds: BookSounds) {
        (self.loudspeaker, self.sounds) = (loudspeaker, sounds)
    }

    /// The place of its chunk may change while it plays: the book may grow before it.
    private func name(of wish: ReaderSound) -> SoundName { SoundName(0, wish.generation.number) }

    /// Files that are heard soon.
    package func prepare(_ sounds: [BookSound]) { for sound in sounds { _ = self.sounds.samples(of: sound) } }

    // MARK: Following

    /// - Returns: what comes of a wish that is another one, or of what was being heard.
    package func follow(_ next: ReaderSound?, at now: Instant) -> ReaderSoundEvent? {
        if next?.generation != wish?.generation { begin(next) }
        guard let next else { return nil }
        guard let samples else { return load(next) }
        change(to: next, samples, at: now)
        return heard(next, samples, at: now)
    }

    private func begin(_ next: ReaderSound?) {
        loudspeaker.stop()
        loudspeaker.setPaused(true)
        (wish, samples, hasBegun, isOver) = (next, nil, false, false)
    }

    private func load(_ next: ReaderSound) -> ReaderSoundEvent? {
        wish = next
        guard !isOver, let result = sounds.samples(of: next.sound) else { return nil }
        switch result {
        case .success(let samples):
            self.samples = samples
            return .ready(duration: samples.duration)
        case .failure(let error):
            isOver = true
            return .failed(reason: "\(next.sound.path): \(error.reason)")
        }
    }

    /// Begins, goes on, stands still, or goes on at another speed.
    private func change(to next: ReaderSound, _ samples: Samples, at now: Instant) {
        let before = wish
        wish = next
        if next.isRunning, !hasBegun {
            hasBegun = true
            play(next, samples, from: next.start)
        } else if hasBegun, before?.percent != next.percent, !isOver {
            play(next, samples, from: position(of: next, at: now) ?? next.start)
        }
        if before?.isRunning != next.isRunning || before?.generation != next.generation {
            loudspeaker.setPaused(!next.isRunning)
        }
    }

    private func play(_ wish: ReaderSound, _ samples: Samples, from start: Span) {
        let piece = samples.part(from: start, to: wish.stop ?? samples.duration).stretched(toSpeed: wish.percent)
        loudspeaker.play(name(of: wish), piece, from: start, speed: wish.percent)
    }

    private func position(of wish: ReaderSound, at now: Instant) -> Span? {
        loudspeaker.place(at: now).flatMap { $0.name == name(of: wish) ? $0.position : nil }
    }

    /// When a place of what plays is heard; `nil` where that cannot be told.
    package func time(of place: Span, at now: Instant) -> Instant? {
        guard let wish, wish.isRunning, !isOver, let position = position(of: wish, at: now) else { return nil }
        return now + Span(seconds: max(.zero, place - position).seconds * 100 / Double(wish.percent))
    }

    /// When what plays is over.
    package func end(at now: Instant) -> Instant? {
        guard let wish, wish.isRunning, !isOver, let samples, let position = position(of: wish, at: now) else {
            return nil
        }
        let left = max(.zero, (wish.stop ?? samples.duration) - position - Self.piece)
        return now + Span(seconds: left.seconds * 100 / Double(wish.percent))
    }

    private func heard(_ wish: ReaderSound, _ samples: Samples, at now: Instant) -> ReaderSoundEvent? {
        guard wish.isRunning, !isOver, let place = loudspeaker.place(at: now), place.name == name(of: wish) else {
            return nil
        }
        // All of it is on its way, and nothing comes between it and what follows.
        let isHanded = !loudspeaker.names.contains(name(of: wish))
        let end = wish.stop ?? samples.duration
        guard place.isOver || isHanded && end - place.position <= Self.piece else {
            return .moved(min(place.position, end))
        }
        isOver = true
        return wish.stop.map { $0 <= samples.duration } == true ? .reached : .ended
    }
}
