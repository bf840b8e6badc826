import Engine
import Events
import Rewriting
import Sound

/// A kind of fault that people report of talking avatars, put into a clean tape at a place and with a size that chance chooses.
struct MutationOperator: Sendable {
    /// How it is known whether a viewer or listener notices it.
    enum Notice: Sendable {
        /// The run is compared with the clean one.
        case compared
        /// The stream contradicts itself: two contents for one place, which differ. `check` has to say so, whichever is shown.
        case contradiction
        /// They cannot: the change makes no difference to eye or ear, and `check` must not object.
        case healthy
    }

    let name: String
    let notice: Notice
    /// `nil` if the tape is too short for it, or lacks what it needs.
    let rules: @Sendable (inout MutationDraw) throws -> [RewriteRule]?

    init(
        _ name: String, _ notice: Notice = .compared,
        _ rules: @escaping @Sendable (inout MutationDraw) throws -> [RewriteRule]?
    ) {
        (self.name, self.notice, self.rules) = (name, notice, rules)
    }

    static let all: [MutationOperator] = contradictions + sums + lips + colors + mouths + healthy
}

// MARK: Small faults in every chunk

extension MutationOperator {
    static let sums: [MutationOperator] = [
        MutationOperator("13 ms hole after 20 ms of speech") { draw in
            try draw.recut(1...1) { speech, frames in
                let start = speech.period * Int64(frames.lowerBound)
                return (Array(frames), speech.sound(from: start, to: start + .milliseconds(20)))
            }
        },
        MutationOperator("sound 80 ms short in each chunk") { draw in
            try draw.recut(10...20) { speech, frames in
                let (start, end) = (speech.period * Int64(frames.lowerBound), speech.period * Int64(frames.upperBound))
                return (Array(frames), speech.sound(from: start, to: end - .milliseconds(80)))
            }
        },
        MutationOperator("sound 80 ms long in each chunk") { draw in
            try draw.respoken(10...20) { speech, start, count in
                let end = start + speech.period * Int64(count)
                let frames = (0..<count).map { speech.frame(at: start + speech.period * Int64($0)) }
                return (frames, start, end + .milliseconds(80))
            }
        },
        MutationOperator("frames for 25 a second played at 30") { draw in
            guard (33_000...33_700).contains(draw.material.period.microseconds) else { return nil }
            return try draw.respoken(10...20) { speech, start, count in
                let frames = (0..<count).map { speech.frame(at: start + .milliseconds(40) * Int64($0)) }
                return (frames, start, start + .milliseconds(40) * Int64(count))
            }
        },
        MutationOperator("sound 9 % fast") { draw in
            let real = try draw.speech?.samples.resampled(to: 22_050)
            return try draw.recut(20...30) { speech, frames in
                let slow = MutationDraw.Speech(samples: real ?? speech.samples, period: speech.period)
                return (
                    Array(frames),
                    Samples(rate: 24_000, channels: slow.samples.channels, values: slow.sound(ofFrames: frames).values)
                )
            }
        },
    ]
}

extension MutationDraw {
    /// As many seconds of speech as the sums of `check` need.
    fileprivate static let enough = TimeSpan.seconds(5)

    /// The message in chunks of so many frames, each with the sound that `make` gives it.
    fileprivate mutating func recut(
        _ sizes: ClosedRange<Int>, _ make: (Speech, Range<Int>) -> (frames: [Int], sound: Samples)
    ) throws -> [RewriteRule]? {
        guard let speech, speech.length >= Self.enough else { return nil }
        let size = sizes.lowerBound + chance.below(sizes.count)
        let pieces = (0..<speech.frames.count / size).map { number in
            let start = number * size
            // The last one takes what is left over.
            let (frames, sound) = make(
                speech, start..<(start + 2 * size > speech.frames.count ? speech.frames.count : start + size))
            return Piece(frames: frames, sound: sound)
        }
        return try rules("cut anew", pieces: pieces, of: speech)
    }

    /// The same, where one chunk's sound begins where the one before ends, and the frames are those for it.
    fileprivate mutating func respoken(
        _ sizes: ClosedRange<Int>, _ make: (Speech, TimeSpan, Int) -> (frames: [Int], start: TimeSpan, end: TimeSpan)
    ) throws -> [RewriteRule]? {
        guard let speech, speech.length >= Self.enough else { return nil }
        let size = sizes.lowerBound + chance.below(sizes.count)
        var (pieces, start): ([Piece], TimeSpan) = ([], .zero)
        while start < speech.length {
            let (frames, from, to) = make(speech, start, size)
            guard to <= speech.length else { break }
            pieces.append(Piece(frames: frames, sound: speech.sound(from: from, to: to)))
            start = to
        }
        guard !pieces.isEmpty else { return nil }
        // The clip that leads home begins where the last frame ends.
        pieces[pieces.count - 1].frames[size - 1] = speech.frames.count - 1
        return try rules("spoken anew", pieces: pieces, of: speech)
    }
}

// MARK: Lips

extension MutationOperator {
    static let lips: [MutationOperator] = [
        MutationOperator("whole speech shifted") { draw in
            // Ten seconds have to be left (docs/reference/lips.md).
            guard let speech = draw.speech, speech.length >= .milliseconds(10_600) else { return nil }
            let most = min(.seconds(5), speech.length - .seconds(10))
            let shift = draw.span(from: .milliseconds(600), to: most)
            let later = draw.chance.below(2) == 0 ? shift : .zero - shift
            return try draw.rules("shifted", sounds: draw.sounds(of: speech, later: later))
        },
        MutationOperator("one chunk shifted by 200 ms") { draw in
            // Of at least eight, and as long as a chunk has to be to be measured by itself.
            guard let speech = draw.speech, draw.message.chunks.count >= 8,
                let (chunk, frames) = draw.one(
                    of: draw.placed.filter { draw.material.length($0.frames.count) >= .seconds(2) })
            else { return nil }
            let shift = TimeSpan.milliseconds(draw.chance.below(2) == 0 ? 200 : -200)
            return try draw.rules("shifted", sounds: [chunk.index: speech.sound(ofFrames: frames, later: shift)])
        },
        MutationOperator("mouths of other speech") { draw in
            // So many seconds are judged (docs/reference/lips.md). Turned by more than five, it fits nowhere.
            guard var speech = draw.speech, speech.length >= .seconds(12) else { return nil }
            let cut = draw.span(from: .milliseconds(5_500), to: speech.length - .milliseconds(5_500))
            let turned = [speech.sound(from: cut, to: speech.length), speech.sound(from: .zero, to: cut)]
            speech.samples = Samples(
                rate: speech.samples.rate, channels: speech.samples.channels, values: turned.flatMap(\.values))
            return try draw.rules("other speech", sounds: draw.sounds(of: speech, later: .zero))
        },
    ]
}

extension MutationDraw {
    /// Each chunk's sound, taken from a speech that begins later.
    fileprivate func sounds(of speech: Speech, later shift: TimeSpan) -> [Int: Samples] {
        Dictionary(
            uniqueKeysWithValues: placed.map { ($0.chunk.index, speech.sound(ofFrames: $0.frames, later: shift)) })
    }
}

// MARK: Colors

extension MutationOperator {
    static let colors: [MutationOperator] = [
        MutationOperator("red and blue exchanged") { draw in try draw.tinted(.redForBlue) },
        MutationOperator("mouths 30 levels brighter") { draw in try draw.tinted(.brighter(30)) },
        MutationOperator("every second mouth brighter") { draw in try draw.tinted(.brighter(30), each: 2) },
    ]
}

extension MutationDraw {
    fileprivate func tinted(_ tint: MutationTint, each step: Int = 1) throws -> [RewriteRule]? {
        var new: [Place: Frame] = [:]
        for chunk in message.chunks {
            for frame in chunk.frames where frame.sequence % step == 0 {
                guard let blob = frame.picture.flatMap({ material.tinted($0, tint) }) else { return nil }
                new[Place(chunk.index, frame)] = frame.showing(blob, named: "tinted")
            }
        }
        return try rules("tinted", frames: new)
    }
}

// MARK: What mouths do

extension MutationOperator {
    static let mouths: [MutationOperator] = [
        MutationOperator("mouth shut in speech") { draw in
            let start = draw.chance.below(draw.message.chunks.count)
            var chunks: [MutationMaterial.Chunk] = []
            for chunk in draw.message.chunks[start...]
            where draw.material.length(chunks.flatMap(\.frames).count) < .seconds(4) {
                chunks.append(chunk)
            }
            guard draw.material.length(chunks.flatMap(\.frames).count) >= .seconds(4),
                let shut = draw.one(of: chunks.flatMap(\.frames).filter(\.isShut))
            else { return nil }
            return try draw.rules("shut", frames: draw.posed(chunks) { _, _ in shut })
        },
        MutationOperator("mouth open in silence") { draw in
            guard let (chunk, silence) = draw.quietChunk(), let open = draw.one(of: chunk.frames.filter(\.isOpen))
            else {
                return nil
            }
            let frames = draw.posed([chunk]) { _, place in silence.contains(place) ? open : nil }
            return try draw.rules("silent", sounds: draw.muted(chunk, silence)) + draw.rules("open", frames: frames)
        },
        MutationOperator("mouth moves in silence") { draw in
            guard let (chunk, silence) = draw.quietChunk(), let open = draw.one(of: chunk.frames.filter(\.isOpen)),
                let shut = draw.one(of: draw.message.frames.filter(\.isShut))
            else { return nil }
            let beat = 2 + draw.chance.below(3)
            let frames = draw.posed([chunk]) { _, place in
                silence.contains(place) ? (place / beat).isMultiple(of: 2) ? open : shut : nil
            }
            return try draw.rules("silent", sounds: draw.muted(chunk, silence)) + draw.rules("moving", frames: frames)
        },
        MutationOperator("mouth trembles") { draw in
            guard
                let chunk = draw.one(
                    of: draw.message.chunks.filter { draw.material.length($0.frames.count) >= .seconds(1) }),
                let open = draw.one(of: draw.message.frames.filter(\.isOpen)),
                let shut = draw.one(of: draw.message.frames.filter(\.isShut))
            else { return nil }
            return try draw.rules("trembling", frames: draw.posed([chunk]) { _, place in place % 2 == 0 ? open : shut })
        },
    ]
}

extension MutationDraw {
    /// Frames of these chunks that are shown in place of their own; the message's last one stays, from which a clip leads home.
    fileprivate func posed(_ chunks: [Chunk], _ pose: (Frame, Int) -> Frame?) -> [Place: Frame] {
        var new: [Place: Frame] = [:]
        for chunk in chunks {
            let isLast = chunk.index == message.chunks.last?.index
            for (place, frame) in chunk.frames.dropLast(isLast ? 1 : 0).enumerated() {
                if let other = pose(frame, place) { new[Place(chunk.index, frame)] = other }
            }
        }
        return new
    }

    /// A chunk, and the frames of it during which it is to be silent, some at either end left as they are.
    fileprivate mutating func quietChunk() -> (Chunk, Range<Int>)? {
        guard let chunk = one(of: message.chunks.filter { material.length($0.frames.count) >= .seconds(2) }) else {
            return nil
        }
        let edge = 6 + chance.below(4)
        return (chunk, edge..<chunk.frames.count - edge)
    }

    fileprivate func muted(_ chunk: Chunk, _ frames: Range<Int>) -> [Int: Samples] {
        let samples = chunk.samples
        let (from, to) = (
            samples.frame(at: material.length(frames.lowerBound)), samples.frame(at: material.length(frames.upperBound))
        )
        let values =
            samples.piece(0..<from).values + [Int16](repeating: 0, count: (to - from) * samples.channels)
            + samples.dropping(to).values
        return [chunk.index: Samples(rate: samples.rate, channels: samples.channels, values: values)]
    }
}

// MARK: Healthy

extension MutationOperator {
    static let healthy: [MutationOperator] = [
        MutationOperator("mouths as PNG", .healthy) { draw in try draw.tinted(.brighter(0)) },
        MutationOperator("mouths 3 levels brighter", .healthy) { draw in try draw.tinted(.brighter(3)) },
        MutationOperator("sounds as WAV", .healthy) { draw in
            let sounds = draw.message.chunks.map { ($0.index, $0.samples) }
            return try draw.rules("as WAV", sounds: Dictionary(uniqueKeysWithValues: sounds))
        },
        MutationOperator("sounds and batches twice", .healthy) { draw in
            // The copy is dated later: a first sound with another date begins a message.
            let duplicate = "duplicate \(1 + draw.chance.below(30))ms where"
            return [
                try RewriteRule("\(duplicate) \(draw.sounds) chunk=1.."),
                try RewriteRule("\(duplicate) \(draw.batches)"),
            ]
        },
        MutationOperator("batches in another order", .healthy) { draw in
            let chunks = draw.message.chunks.dropFirst().filter { $0.batches > 1 }
            guard let chunk = draw.one(of: Array(chunks)) else { return nil }
            return [try RewriteRule("reverse where \(draw.batches) \(MutationDraw.of(chunk))")]
        },
        MutationOperator("other chunks that fit", .healthy) { draw in
            try draw.recut(10...30) { speech, frames in (Array(frames), speech.sound(ofFrames: frames)) }
        },
    ]
}
