import Events
import Platform
import Wire

/// Records a tape. Entries are written together, one transaction every `period`: a program that is killed loses what
/// it heard since the last one, at most 250 ms with the time that writing takes.
///
/// The first failure (disk full, say) is thrown once, by whichever call comes next; from then on everything is
/// refused silently, so that playing goes on without a tape.
///
/// A transaction waits for the disk, so all of it runs on a queue of its own.
package actor TapeWriter {
    static let period = Duration.milliseconds(150)
    /// Of a temporary tape, which nobody looks at after a crash.
    static let temporaryPeriod = Duration.milliseconds(300)
    /// Bytes of a recording for which nobody has said how large it may be: the demo's 19 s of speech
    /// have 4.3 MB with all clips, so that this is 5 hours of speech.
    package static let usualSizeLimit = 4_000_000_000
    /// Bytes that may wait in memory; reached, they are written at once.
    static let waitingLimit = 8 << 20

    private let store: TapeStore
    private let period: Duration
    private var waiting = TapeStore.Batch()
    private var timer: Task<Void, Never>?
    private var state = State.recording
    private let onWrite: @Sendable (Int) -> Void
    private let executor = BlockingExecutor(name: "cameo.tape")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private enum State {
        case recording
        case failed(TapeError, isReported: Bool)
        case closed
    }

    /// - Parameters:
    ///   - meta: what a reader may want to know: `program`, `source`, `started` (wall clock, ISO 8601), to which `ended` is added at its end.
    ///   - isTemporary: whether the tape is gone with the process: then entries are written less often, and the disk is not waited for.
    ///   - sizeLimit: bytes that the file may have, in whole pages of 4,096; beyond is `TapeError.recordedEnough`.
    ///   - isPrivate: whether nobody but its owner may read it.
    ///   - onWrite: called with the number of messages that have got onto the tape, each time some have.
    /// - Throws: `TapeError.missing` for an empty name, `.isDirectory`, `.recordingEnding`, `.alreadyExists`, `.unwritable`, `.diskFull`.
    package init(
        creating path: String, meta: [String: String] = [:], isTemporary: Bool = false,
        sizeLimit: Int = TapeWriter.usualSizeLimit, isPrivate: Bool = false,
        onWrite: @escaping @Sendable (Int) -> Void = { _ in }
    ) throws(TapeError) {
        // The database's library would take that for a tape that nobody keeps.
        guard !path.isEmpty else { throw .missing(path: path) }
        guard FileStatus(path)?.kind != .folder else { throw .isDirectory(path: path) }
        guard (try? StreamForm(path: path)) == .tape else { throw .recordingEnding(path: path) }
        self.onWrite = onWrite
        period = isTemporary ? Self.temporaryPeriod : Self.period
        store = try TapeStore(
            creating: path, meta: meta, mode: isTemporary ? .temporary : .recording, sizeLimit: sizeLimit,
            isPrivate: isPrivate)
    }

    /// - Throws: an earlier failure, once; `TapeError.closed`.
    package func append(
        _ message: StoredMessage, blobs: [Blob], at time: Instant, for member: Member = .main
    ) throws(TapeError) {
        guard try isRecording() else { return }
        try add(at: time) { (batch) throws(WireError) in try batch.addMessage(message, blobs, at: time, for: member) }
    }

    /// - Throws: an earlier failure, once; `TapeError.closed`.
    package func append(_ input: LocalInput, at time: Instant, for member: Member = .main) throws(TapeError) {
        guard try isRecording() else { return }
        try add(at: time) { (batch) throws(WireError) in try batch.addInput(input, at: time, for: member) }
    }

    /// What is too large for a tape ends the recording there, as a full disk does: without it the tape would not be complete.
    private func add(
        at time: Instant, _ addTo: (inout TapeStore.Batch) throws(WireError) -> Void
    ) throws(TapeError) {
        do {
            try addTo(&waiting)
        } catch {
            try flush()
            let reason = "the event at \(time.inSeconds) s is too large: \(error.reason)"
            state = .failed(.unwritable(path: store.path, reason: reason), isReported: false)
            _ = try isRecording()
        }
        try schedule()
    }

    /// Writes what waits, now.
    package func flush() throws(TapeError) {
        guard try isRecording() else { return }
        write()
        _ = try isRecording()
    }

    /// Writes what waits and leaves a single file. Further calls do nothing.
    package func close() throws(TapeError) {
        if case .closed = state { return }
        write()
        let failure = unreportedFailure()
        state = .closed
        timer?.cancel()
        do {
            try store.close()
        } catch {
            throw failure ?? error
        }
        if let failure { throw failure }
    }

    private func isRecording() throws(TapeError) -> Bool {
        switch state {
        case .recording: return true
        case .closed: throw .closed(path: store.path)
        case .failed:
            if let failure = unreportedFailure() { throw failure }
            return false
        }
    }

    private func unreportedFailure() -> TapeError? {
        guard case .failed(let failure, isReported: false) = state else { return nil }
        state = .failed(failure, isReported: true)
        return failure
    }

    private func schedule() throws(TapeError) {
        if waiting.byteCount >= Self.waitingLimit { return try flush() }
        guard timer == nil else { return }
        timer = Task { [weak self, period] in
            try? await Task.sleep(for: period)
            await self?.periodEnded()
        }
    }

    private func periodEnded() {
        timer = nil
        write()
    }

    private func write() {
        guard case .recording = state, !waiting.isEmpty else { return }
        let batch = waiting
        waiting = TapeStore.Batch()
        do {
            try store.write(batch)
            onWrite(batch.messageCount)
        } catch {
            state = .failed(error, isReported: false)
        }
    }
}
