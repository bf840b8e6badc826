import Bytes
import Platform

/// One who is connected to a tile.
struct ServedClient {
    let socket: QuietSocket
    var lines = LineSplitter(longest: TileLimits.lineBytes)
    /// Begins an utterance, for which there is no room among the open ones yet.
    var held: TileRequest?
    /// Lines that the client has not been given yet.
    var answers: [UInt8] = []
    /// That it has begun and not ended; it may have been told its end before.
    var unended: UtteranceID?
    /// Utterances that it has begun.
    var count = 0
    /// When it last said something, or could not have, in milliseconds.
    var lastWord: Int64
    var isStalled = false
    /// It will say nothing more, and may still want answers.
    var isSilent = false
    /// It has gone, and what it has said before is not all read.
    var isHungUp = false
    /// All that has come was understood, and there is room for more.
    var wantsInput = true

    init(_ socket: QuietSocket, now: Int64) {
        self.socket = socket
        lastWord = now
    }

    mutating func answer(_ answer: TileAnswer) { answers += answer.line }

    var readsAnswers: Bool { answers.count <= TileLimits.answerBytes }

    /// For `poll`.
    var entry: pollfd {
        var events: Int32 = 0
        if wantsInput, !isSilent { events |= Int32(POLLIN) }
        if !answers.isEmpty { events |= Int32(POLLOUT) }
        // What `poll` would say of it again and again is known.
        var isKnown = isHungUp
        #if canImport(Darwin)
            // Here one that only says nothing more counts as hung up as well.
            isKnown = isKnown || isSilent
        #endif
        return pollfd(fd: isKnown && events == 0 ? -1 : socket.descriptor, events: Int16(events), revents: 0)
    }
}

/// An utterance that the owner has not told the end of.
struct OpenUtterance {
    /// Whose it is; `nil` once that one has gone.
    var client: Int?
    /// Which of the client's.
    let number: Int
    /// Bytes of text that its speaker has not taken.
    var waitingBytes = 0
}
