/// Whose turn it is to be spoken.
///
/// Those wait in the order in which they were opened, and who has said nothing yet does not keep the others: the turn goes to the
/// first with text. Who begins and then stalls is finished at the point reached when another is there; what he says later has another
/// turn, behind the others.
package struct UtteranceQueue: Equatable, Sendable {
    private struct Waiting: Equatable {
        let id: UtteranceID
        /// That nobody has been given yet.
        var text = ""
        var isEnded = false
        /// It has had a turn.
        var isBegun = false
        /// Its client could say more and does not.
        var isStalled = false

        var isReady: Bool { isEnded || !text.isEmpty }
    }

    private struct Turn: Equatable {
        var utterance: Waiting
        /// Whoever speaks knows that no more comes in this turn.
        var isFinished = false
    }

    private var turn: Turn?
    private var waiting: [Waiting] = []
    private var refusal: String?
    private var effects: [UtteranceEffect] = []

    /// - Parameter refusal: why nothing can be said, for a source that cannot speak.
    package init(refusal: String? = nil) { self.refusal = refusal }

    /// That was begun, and is neither said nor stopped.
    package var spoken: UtteranceID? { turn?.utterance.id }

    /// How many are neither begun nor told their end.
    package var waitingCount: Int { waiting.count }

    /// - Returns: what is to be done, in this order.
    package mutating func handle(_ event: UtteranceEvent) -> [UtteranceEffect] {
        switch event {
        case .opened(let id, let interrupts): open(id, interrupts)
        case .text(let id, let text): receive(text, of: id)
        case .ended(let id), .abandoned(let id): end(id)
        case .stalled(let id): stall(id)
        case .said(let id): if spoken == id { endTurn() }
        case .failed(let id, let reason): drop(id, .refused(reason: reason))
        case .silenced: dropAll(.interrupted)
        case .speakerChanged(let refusal):
            self.refusal = refusal
            if let refusal { dropAll(.refused(reason: refusal)) }
        }
        advance()
        defer { effects = [] }
        return effects
    }

    private mutating func open(_ id: UtteranceID, _ interrupts: Bool) {
        if let refusal { return effects.append(.tell(id, .refused(reason: refusal))) }
        if interrupts { dropAll(.interrupted) }
        guard waiting.count < TileLimits.waiting else {
            let reason = "\(TileLimits.waiting) texts are already waiting"
            return effects.append(.tell(id, .refused(reason: reason)))
        }
        effects.append(.tell(id, .accepted(before: waiting.count + (turn == nil ? 0 : 1))))
        waiting.append(Waiting(id: id))
    }

    private mutating func receive(_ text: String, of id: UtteranceID) {
        if spoken == id {
            turn?.utterance.isStalled = false
            if turn?.isFinished == false {
                effects.append(.append(id, text))
            } else {
                turn?.utterance.text += text
            }
        } else if let place = place(of: id) {
            waiting[place].isStalled = false
            waiting[place].text += text
        }
    }

    private mutating func stall(_ id: UtteranceID) {
        if spoken == id {
            turn?.utterance.isStalled = true
        } else if let place = place(of: id) {
            waiting[place].isStalled = true
        }
    }

    private mutating func end(_ id: UtteranceID) {
        if spoken == id {
            effects.append(.tell(id, .heard))
            turn?.utterance.isEnded = true
            finishTurn()
        } else if let place = place(of: id) {
            effects.append(.tell(id, .heard))
            waiting[place].isEnded = true
        }
    }

    private func place(of id: UtteranceID) -> Int? { waiting.firstIndex { $0.id == id } }

    private mutating func finishTurn() {
        guard let turn, !turn.isFinished else { return }
        self.turn?.isFinished = true
        effects.append(.finish(turn.utterance.id))
    }

    private mutating func endTurn() {
        guard let utterance = turn?.utterance else { return }
        turn = nil
        if utterance.isEnded, utterance.text.isEmpty {
            effects.append(.tell(utterance.id, .said))
        } else {
            waiting.append(utterance)
        }
    }

    // MARK: Without being said

    private mutating func drop(_ id: UtteranceID, _ answer: UtteranceAnswer) {
        if spoken == id {
            turn = nil
        } else if let place = place(of: id) {
            waiting.remove(at: place)
        } else {
            return
        }
        effects.append(.tell(id, answer))
    }

    private mutating func dropAll(_ answer: UtteranceAnswer) {
        if let spoken {
            effects += [.stop(spoken), .tell(spoken, answer)]
            turn = nil
        }
        effects += waiting.map { .tell($0.id, answer) }
        waiting = []
    }

    // MARK: The next turn

    private mutating func advance() {
        while turn == nil, let place = waiting.firstIndex(where: \.isReady) { begin(waiting.remove(at: place)) }
        if turn?.utterance.isStalled == true, waiting.contains(where: \.isReady) { finishTurn() }
    }

    private mutating func begin(_ utterance: Waiting) {
        let id = utterance.id
        if utterance.text.isEmpty {
            // All of it was said in an earlier turn, or it never had any.
            effects += utterance.isBegun ? [.tell(id, .said)] : [.tell(id, .saying), .tell(id, .said)]
            return
        }
        effects.append(.begin(id))
        if !utterance.isBegun { effects.append(.tell(id, .saying)) }
        effects.append(.append(id, utterance.text))
        turn = Turn(utterance: utterance)
        turn?.utterance.text = ""
        turn?.utterance.isBegun = true
        if utterance.isEnded { finishTurn() }
    }
}

/// An utterance of any client, as the tile's owner knows it.
package struct UtteranceID: Hashable, Sendable {
    package let number: Int

    package init(_ number: Int) { self.number = number }
}

/// What happens to utterances.
package enum UtteranceEvent: Hashable, Sendable {
    // Of the socket.

    case opened(UtteranceID, interrupts: Bool)
    /// More of its text.
    case text(UtteranceID, String)
    /// All of its text has come.
    case ended(UtteranceID)
    /// Its client has gone before that: no more comes.
    case abandoned(UtteranceID)
    /// Its client could go on and has not for a while (`TileLimits.patience`); it may still.
    case stalled(UtteranceID)

    // Of whoever speaks.

    /// What was begun and finished has been heard to its end.
    case said(UtteranceID)
    /// What was begun cannot be said; one sentence for people.
    case failed(UtteranceID, reason: String)
    /// The user wants none of it.
    case silenced
    /// From now on nothing can be said, and why; or it can again, where that is `nil`.
    case speakerChanged(refusal: String?)
}

/// What the owner of the tile has to do.
package enum UtteranceEffect: Hashable, Sendable {
    /// Nothing else is being spoken.
    case begin(UtteranceID)
    /// More text of the one that was begun.
    case append(UtteranceID, String)
    /// No more text of the one that was begun comes; `UtteranceEvent.said` is waited for.
    case finish(UtteranceID)
    /// Silence at once; nothing more of it is waited for.
    case stop(UtteranceID)
    /// For `TileServer.tell`.
    case tell(UtteranceID, UtteranceAnswer)
}
