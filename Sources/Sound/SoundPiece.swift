import Events

/// What came of a chunk's sound, which may be a file, or a piece of one that other chunks have begun (specification 1.14, N25).
package struct SoundPiece: Sendable {
    package var samples: Result<Samples, SoundError>
    /// How it begins.
    package var start = SoundStart.file
    /// It goes on with the sound of an earlier chunk.
    package var isContinued = false
    /// And begins in the middle of a sample, of a frame or of a page.
    package var isTorn = false
    /// Of what the file says that it has, up to here.
    package var missingBytes = 0
    /// What not every player can do with it.
    package var remark: String?
    /// Silence that the coder may have put in front of it.
    package var delay: CoderDelay?
    /// What the next chunk's sound may go on with.
    package var rest: SoundRest?
    /// What later sounds of its message that have no header may be read with.
    package var header: BorrowedHeader?

    /// - Parameter rest: what is left over where it is a piece.
    init(_ samples: Result<Samples, SoundError>, isTorn: Bool = false, missingBytes: Int = 0, rest: SoundRest?) {
        (self.samples, self.isTorn, self.missingBytes, self.rest) = (samples, isTorn, missingBytes, rest)
        (start, isContinued) = (.other, true)
    }

    /// The sound by itself.
    package init(_ bytes: [UInt8], _ limits: SoundLimits = SoundLimits()) {
        start = SoundStart(bytes)
        do throws(SoundError) {
            let (found, remark) = try decodeJoined(bytes, limits)
            samples = .success(found)
            self.remark = remark
            missingBytes = SoundExtent.missingBytes(in: bytes)
            delay = CoderDelay(in: bytes, rate: found.rate)
            rest = SoundRest(behind: bytes, found)
        } catch {
            samples = .failure(error)
            rest = SoundRest(undecoded: bytes)
        }
        header = BorrowedHeader(bytes)
    }

    /// The sound as one that goes on with earlier ones.
    /// - Returns: `nil` where it does not.
    package init?(_ bytes: [UInt8], after context: SoundContext, _ limits: SoundLimits = SoundLimits()) {
        guard SoundStart(bytes) != .file, !bytes.isEmpty else { return nil }
        if let piece = context.rest?.continued(by: bytes, limits) {
            self = piece
        } else if let joined = context.first?.joined(bytes) {
            let found = Result { () throws(SoundError) in try decodeSound(joined, limits) }
            guard case .success = found else { return nil }
            self.init(found, rest: nil)
        } else {
            return nil
        }
    }

    /// The sound as one that goes on with earlier ones, where it can; otherwise by itself.
    package init(_ bytes: [UInt8], asAfter context: SoundContext?, _ limits: SoundLimits = SoundLimits()) {
        self.init(bytes, limits)
        guard let context, mayContinue(context), let piece = SoundPiece(bytes, after: context, limits) else { return }
        if case .failure = piece.samples, case .success = samples { return }
        self = piece
    }

    /// Without the silence of its coder, where its length says that it is there.
    /// - Parameter longest: that the sound can be without it; `nil` where nobody knows.
    package func sound(longest: Span?) -> Result<Samples, SoundError> {
        samples.map { samples in
            let lead = delay?.lead(in: samples.duration, longest: longest) ?? .zero
            return lead > .zero ? samples.dropping(samples.frame(at: lead)) : samples
        }
    }

    /// Whether it may go on with an earlier sound: whoever decodes has to try.
    package func mayContinue(_ context: SoundContext) -> Bool {
        switch start {
        case .file: false
        case .frame: context.rest?.goesOnWithFrames ?? false
        case .other: true
        }
    }
}

/// What a sound may go on with.
package struct SoundContext: Hashable, Sendable {
    /// What the sound of the chunk before left over; `nil` where that has not come.
    package var rest: SoundRest?
    /// The beginning of the message's first sound.
    package var first: BorrowedHeader?

    /// - Returns: `nil` where it may go on with nothing.
    package init?(rest: SoundRest?, first: BorrowedHeader?) {
        guard rest != nil || first != nil else { return nil }
        (self.rest, self.first) = (rest, first)
    }
}
