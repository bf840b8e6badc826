import Events

/// Decides when the next tick has an effect: the earliest limit of the mode, the queue, requests and held events.
extension PlaybackEngine {
    /// Session time at which the next tick has an effect; `nil` if only an event can change anything.
    package var nextDeadline: Instant? {
        if isPaused || settings.clock == .manual { return nil }
        guard let clockedAt else { return now }
        let requestDeadline = requests.deadline(limit: settings.clipRequestLimit)
        // Without a list of them: this is asked after each event.
        let ofPlaying = Self.earlier(modeDeadline, queueDeadline)
        let ofRequests = Self.earlier(requests.manifestDeadline, requestDeadline)
        guard let soonest = Self.earlier(Self.earlier(ofPlaying, ofRequests), releaseDue) else { return nil }
        return max(clockedAt, clockedAt + (soonest - clock))
    }

    /// Playback time at which a held event becomes part of a message, or of none.
    var releaseDue: Instant? {
        message.heldAside.isEmpty
            ? nil : Self.earlier(Self.earlier(repeatsDue, unsolicitedDue), contradictionDue)
    }

    /// Playback time of the next change in the current mode.
    private var modeDeadline: Instant? {
        switch mode {
        case .idle:
            clips[clip].map { $0.isEmpty } ?? true ? nil : owesDraw ? clock : clock + (idlePeriod - accumulator)
        case .transition, .finishingBase, .returnTransition:
            owesDraw ? clock : clock + (period - accumulator)
        case .overlay(.playing):
            if message.active?.isDrawn == false {
                clock
            } else {
                // Counted from the last tick: other events, however dense, do not put it off.
                max(clock + (isPacedBySound ? waitForSound() : period - accumulator), actedAt + shortestShowing)
            }
        case .overlay(.waiting(let since)):
            if isCurrentReady || isSoundOver || isAfterLastFrame {
                clock
            } else if isOfUnknownLength {
                nil  // no limit applies while nobody knows whether there is a frame to wait for
            } else if message.active?.isPastWaitLimit == true {
                clock + max(period - accumulator, .zero)
            } else {
                since + settings.decodeLimit
            }
        case .overlay(.holding(let since)): since + settings.holdLimit
        case .overlay(.gap(let since)): isFinished ? clock : since + settings.gapLimit
        }
    }

    /// Playback time at which a waiting chunk may become complete or ready to start.
    private var queueDeadline: Instant? {
        var soonest = message.active?.chunk.completionDeadline(isNext: true, settings: settings)
        for place in message.queue.indices {
            soonest = Self.earlier(
                soonest, message.queue[place].completionDeadline(isNext: place == 0, settings: settings))
        }
        if mayStart, let next = message.queue.first {
            if canStartNow(next) || (message.gateSince == nil && isGateDue(next)) { return clock }
            if let limit = bufferDeadline(next, isFirstReady: readyCount(of: next, most: 1) > 0), clock < limit {
                soonest = Self.earlier(soonest, limit)
            }
        }
        // A gate that opened for a later chunk than the one that is first by now is acted on by no tick.
        if let gateSince = message.gateSince, let next = message.queue.first, isGateDue(next) {
            soonest = Self.earlier(soonest, gateSince + settings.chunkGapLimit)
        }
        return soonest
    }

    private static func earlier(_ first: Instant?, _ second: Instant?) -> Instant? {
        guard let first, let second else { return first ?? second }
        return min(first, second)
    }

    /// Whether the next tick would start this chunk, in a mode in which one may start.
    private func canStartNow(_ chunk: Chunk) -> Bool { chunk.index <= message.nextExpected && isBuffered(chunk) }
}
