import Events
import JSON
import Wire

/// Reads a recording in its order and gathers what it tells about the open questions. A value; memory is bounded by the
/// limits on clips and on waiting chunks.
package struct ProtocolProbe: Sendable {
    // 1, 2
    var audios = 0
    var withSections = 0
    var withFirstPicture = 0
    // 3
    var overlayForms: [PayloadReference.Form: Int] = [:]
    var baseForms: [PayloadReference.Form: Int] = [:]
    // 4
    var clipLengths: [ClipName: Int] = [:]
    var highest: [ClipName: (index: Int, count: Int)] = [:]
    // 5
    var bridgeStarts = 0
    var otherStarts: [String: Int] = [:]
    // 6
    var readies = 0
    var earlyReadies = 0
    var interleaved = 0
    // 7
    var endings: [EndOrder: Int] = [:]
    /// Messages that were cut off while they could still be heard, before the backend had ended them: by a send, with the link, or with
    /// the recording.
    var cutMessages = 0
    // 8
    var sendsInAnswers = 0
    var lateAfterSend = 0
    var longestAfterSend = TimeSpan.zero
    /// Of chunk 0 between such a send and the new answer's first sound.
    var ambiguousAfterSend = 0
    // 9
    var reconnects = 0
    var repeatedSounds = 0
    var soundsAfterReconnect = 0
    // 10
    var sounds: [MP3Header: Int] = [:]
    var unknownSounds = 0
    var soundSeconds = 0.0
    var soundFrames = 0

    /// Which of a message's end signals have come, and which of them first.
    enum EndOrder: Int, CaseIterable, Sendable {
        case endFirst, animationFirst, endOnly, animationOnly, neither

        /// `audio_end` has come.
        var hasEnd: Bool { self != .animationOnly && self != .neither }

        mutating func addEnd() {
            if self == .neither { self = .endOnly } else if self == .animationOnly { self = .animationFirst }
        }

        mutating func addAnimation() {
            if self == .neither { self = .animationOnly } else if self == .endOnly { self = .endFirst }
        }
    }

    private var message: Message?
    private var last = Instant.zero
    private var linkWasLost = false
    private var sent: (time: Instant, isAnswering: Bool)?
    private var knownSounds: Set<ContentHash> = []
    private static let mostSounds = 100_000

    /// At most as many chunks of a message as a player lets wait.
    private struct Chunks {
        private var numbers: Set<Int> = []

        func contains(_ chunk: Int) -> Bool { numbers.contains(chunk) }

        /// Whether it is new.
        @discardableResult
        mutating func insert(_ chunk: Int) -> Bool {
            numbers.count < Limits.waitingChunks && numbers.insert(chunk).inserted
        }

        /// Whether it was there.
        mutating func remove(_ chunk: Int) -> Bool { numbers.remove(chunk) != nil }

        var isEmpty: Bool { numbers.isEmpty }
    }

    /// What is known of the message that runs.
    private struct Message {
        var chunks = Chunks()
        var early = Chunks()
        var left = Chunks()
        var crossed = Chunks()
        var last: Int?
        var hasStart = false
        var ends = EndOrder.neither
        /// When the first of it came, and how long all of it takes to be heard, as far as it came.
        var begun: Instant?
        var length = TimeSpan.zero
        /// It was cut off before the backend had ended it: what ends it then is not what usually does.
        var isCut = false
        /// The same by a lost link; what comes on another one goes on with it.
        var isParted = false

        /// - Parameter time: behind the answer's own length, and some time for the way, whatever ends it has had is all that it gets.
        func isCut(at time: Instant) -> Bool {
            guard ends != .endFirst, ends != .animationFirst, let begun else { return false }
            return time < begun + length + .seconds(2)
        }
    }

    package init() {}

    /// - Parameter sound: the bytes of a sound by their name, where they can be had.
    package mutating func receiveMessage(_ stored: StoredMessage, at time: Instant, sound: (ContentHash) -> [UInt8]?) {
        countForms(stored)
        last = time
        switch interpret(stored).event {
        case .audioArrived(let audio): receiveAudio(audio, at: time, sound)
        case .overlaysArrived(let batch): receiveOverlays(batch, at: time)
        case .chunkSent(let chunk, _): countReady(chunk, at: time)
        case .audioEnded:
            message?.ends.addEnd()
            message?.isParted = false
        case .baseAnimationRequested: message?.ends.addAnimation()
        case .manifestArrived(.clips(let clips)): for clip in clips { announce(clip.clip, clip.frames) }
        case .clipAnnounced(let clip, let total): announce(clip, total)
        case .clipCompleted(let clip, let total?): announce(clip, total)
        default: break
        }
    }

    package mutating func receiveInput(_ input: LocalInput, at time: Instant) {
        last = time
        switch input {
        case .sent:
            // An answer that has ended, or that a link has cut off, is none that could be stopped.
            let isAnswering = message.map { !$0.ends.hasEnd && !$0.isParted } ?? false
            if isAnswering { sendsInAnswers += 1 }
            sent = (time, isAnswering)
            cut(at: time)
        case .linkLost, .linkClosed:
            linkWasLost = true
            if message?.isCut(at: time) == true { message?.isParted = true }
        case .linkRestored:
            if linkWasLost { reconnects += 1 }
        default: break
        }
    }

    private mutating func announce(_ clip: ClipName, _ total: Int) {
        if clipLengths.count < Limits.clips || clipLengths[clip] != nil { clipLengths[clip] = total }
    }

    // MARK: Chunks

    private mutating func receiveAudio(_ audio: AudioChunk, at time: Instant, _ sound: (ContentHash) -> [UInt8]?) {
        audios += 1
        if !audio.frames.isEmpty { withSections += 1 }
        if audio.firstPicture != nil { withFirstPicture += 1 }
        let seconds = audio.sound.flatMap { countSound($0, frames: audio.totalFrames, sound) }
        if audio.chunk == 0, message?.chunks.contains(0) ?? true { begin() }
        if audio.chunk == 0 { sent = nil } else { countAfterSend(audio.chunk, at: time) }
        open()
        if message?.begun == nil { message?.begun = time }
        message?.length += TimeSpan(seconds: seconds ?? Double(max(0, audio.totalFrames ?? 0)) / 30)
        message?.chunks.insert(audio.chunk)
        if audio.chunk == 0 {
            start(audio.frames.first { $0.section == 0 && $0.sequence == 0 }?.clip ?? audio.firstClip)
        }
        count(audio.frames)
    }

    private mutating func receiveOverlays(_ batch: OverlayBatch, at time: Instant) {
        countAfterSend(batch.chunk, at: time)
        open()
        if let last = message?.last, last != batch.chunk { message?.left.insert(last) }
        if message?.left.contains(batch.chunk) == true, message?.crossed.insert(batch.chunk) == true {
            interleaved += 1
        }
        if message?.early.remove(batch.chunk) == true { earlyReadies += 1 }
        message?.last = batch.chunk
        if batch.chunk == 0 { start(batch.frames.first { $0.section == 0 && $0.sequence == 0 }?.clip) }
        count(batch.frames)
    }

    /// Early is one behind which a batch of the same chunk still comes.
    private mutating func countReady(_ chunk: Int, at time: Instant) {
        countAfterSend(chunk, at: time)
        readies += 1
        message?.early.insert(chunk)
    }

    /// Up to the new answer's first sound. What comes of chunk 0 may be the new one's already, and counts by itself.
    private mutating func countAfterSend(_ chunk: Int, at time: Instant) {
        guard let sent, sent.isAnswering else { return }
        guard chunk > 0 else {
            ambiguousAfterSend += 1
            return
        }
        lateAfterSend += 1
        longestAfterSend = max(longestAfterSend, time - sent.time)
    }

    private mutating func start(_ clip: ClipName?) {
        guard message?.hasStart == false, let clip else { return }
        message?.hasStart = true
        if let start = clip.startPose, let end = clip.endPose, start.point == .end, end.point == .start,
            start.state != end.state || start.variant != end.variant
        {
            bridgeStarts += 1
        } else if otherStarts.count < 8 || otherStarts[clip.rawValue] != nil {
            otherStarts[clip.rawValue, default: 0] += 1
        }
    }

    private mutating func count(_ frames: [OverlayFrame]) {
        var clip: ClipName?
        for frame in frames {
            clip = frame.clip ?? clip
            guard let clip, let index = frame.givenBaseIndex, highest.count < Limits.clips || highest[clip] != nil
            else {
                continue
            }
            let before = highest[clip] ?? (Int.min, 0)
            highest[clip] = (max(before.0, index), before.1 + 1)
        }
    }

    private mutating func open() {
        if message == nil { message = Message() }
        message?.isParted = false
    }

    private mutating func cut(at time: Instant) { if message?.isCut(at: time) == true { message?.isCut = true } }

    private mutating func begin() {
        closeMessage()
        message = Message()
    }

    /// At the end of the recording.
    package mutating func finish() {
        cut(at: last)
        closeMessage()
    }

    private mutating func closeMessage() {
        guard let message, !message.chunks.isEmpty else { return }
        if message.isCut || message.isParted { cutMessages += 1 } else { endings[message.ends, default: 0] += 1 }
        self.message = nil
    }

    // MARK: Bytes

    /// - Returns: how long it is, in seconds; `nil` where that is not known.
    private mutating func countSound(_ payload: Payload, frames: Int?, _ sound: (ContentHash) -> [UInt8]?) -> Double? {
        if reconnects > 0 {
            soundsAfterReconnect += 1
            if knownSounds.contains(payload.hash) { repeatedSounds += 1 }
        } else if knownSounds.count < Self.mostSounds {
            knownSounds.insert(payload.hash)
        }
        guard let bytes = sound(payload.hash) else { return nil }
        guard let read = MP3Header.read(bytes) else {
            unknownSounds += 1
            return nil
        }
        // Frames of one file differ in length by one byte of filling, which is no parameter.
        let known = sounds.keys.first { $0.hasSameParameters(as: read.first) } ?? read.first
        if sounds.count < 16 || sounds[known] != nil { sounds[known, default: 0] += 1 }
        if let frames, frames > 0 {
            soundSeconds += read.seconds
            soundFrames += frames
        }
        return read.seconds
    }

    private mutating func countForms(_ stored: StoredMessage) {
        switch stored.event {
        case .batch, .single:
            for value in stored.arguments { Self.forms(value, &overlayForms) }
        case .baseFrame: for value in stored.arguments { Self.forms(value, &baseForms) }
        default: break
        }
    }

    private static func forms(_ value: JSON, _ counts: inout [PayloadReference.Form: Int]) {
        switch value {
        case .array(let values): for value in values { forms(value, &counts) }
        case .object(let object):
            if let reference = PayloadReference(object) {
                counts[reference.form, default: 0] += 1
            } else {
                for member in object.members { forms(member.value, &counts) }
            }
        default: break
        }
    }
}

extension MP3Header {
    func hasSameParameters(as other: MP3Header) -> Bool {
        (samplesPerSecond, channels, bitsPerSecond) == (other.samplesPerSecond, other.channels, other.bitsPerSecond)
    }
}
