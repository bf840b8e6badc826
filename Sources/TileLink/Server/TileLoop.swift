import Platform

/// The thread of a tile's server: waits for all clients at once, and for none of them.
struct TileLoop {
    let report: @Sendable (UtteranceEvent) -> Void
    var clients: [Int: ServedClient] = [:]
    var utterances: [UtteranceID: OpenUtterance] = [:]
    /// Bytes of text of all of them that no speaker has taken.
    var waitingBytes = 0
    var lastUtterance = 0
    let patience: Int64
    private let listener: QuietSocket
    private let inbox: TileInbox
    private let name: String
    private var lastClient = 0
    /// The system has nothing left for another client before that, in milliseconds.
    private var acceptsFrom: Int64 = 0
    private var isClosed = false
    private static let readBytes = 64 << 10
    private static let acceptPause: Int64 = 1_000

    init(
        _ listener: QuietSocket, _ inbox: TileInbox, name: String, patience: Int64,
        report: @escaping @Sendable (UtteranceEvent) -> Void
    ) {
        (self.listener, self.inbox, self.name, self.patience) = (listener, inbox, name, patience)
        self.report = report
    }

    /// Returns once it is told to close.
    mutating func run() {
        while true {
            let keys = clients.keys.sorted()
            let isAccepting = Descriptor.now >= acceptsFrom
            var entries = [
                pollfd(fd: inbox.bell.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isAccepting ? listener.descriptor : -1, events: Int16(POLLIN), revents: 0),
            ]
            entries += keys.compactMap { clients[$0]?.entry }
            // With a signal there are no answers in it.
            guard poll(&entries, nfds_t(entries.count), timeout) >= 0 else { continue }
            obey(inbox.take())
            if isClosed { return sayGoodbye() }
            if entries[1].revents != 0 { accept() }
            for (key, entry) in zip(keys, entries.dropFirst(2)) { serve(key, Int32(entry.revents)) }
            // An order may have made room for any of them.
            for key in clients.keys.sorted() { understand(key) }
            findStalled()
        }
    }

    /// Milliseconds until something is to be done that nobody asks for; -1 where nothing is.
    private var timeout: Int32 {
        let now = Descriptor.now
        var next = acceptsFrom > now ? acceptsFrom : Int64.max
        for client in clients.values where mayStall(client) { next = min(next, client.lastWord + patience) }
        return next == .max ? -1 : Int32(clamping: max(next - now, 0))
    }

    // MARK: What the owner wants

    private mutating func obey(_ orders: [TileInbox.Order]) {
        for order in orders {
            switch order {
            case .tell(let id, let answer): tell(id, answer)
            case .took(let bytes, let id):
                guard let utterance = utterances[id] else { continue }
                let taken = min(max(bytes, 0), utterance.waitingBytes)
                utterances[id]?.waitingBytes -= taken
                waitingBytes -= taken
            case .close: isClosed = true
            }
        }
    }

    private mutating func tell(_ id: UtteranceID, _ answer: UtteranceAnswer) {
        guard let utterance = utterances[id] else { return }
        if answer.isLast {
            utterances[id] = nil
            waitingBytes -= utterance.waitingBytes
        }
        guard let key = utterance.client else { return }
        clients[key]?.answer(.utterance(utterance.number, answer))
        send(key)
    }

    private mutating func sayGoodbye() {
        for key in clients.keys {
            clients[key]?.answer(.gone)
            send(key)
        }
    }

    // MARK: Clients

    private mutating func accept() {
        for _ in 0..<TileLimits.clients {
            guard let descriptor = LocalSocket.accept(from: listener.descriptor) else {
                switch errno {
                case EAGAIN, EINTR, ECONNABORTED: break
                default: acceptsFrom = Descriptor.now + Self.acceptPause
                }
                return
            }
            let socket = QuietSocket(descriptor)
            guard socket.isOfOwnUser else {
                Self.refuse(socket, "this tile belongs to another user")
                continue
            }
            if clients.count >= TileLimits.clients { dismissIdle() }
            guard clients.count < TileLimits.clients else {
                Self.refuse(socket, "\(TileLimits.clients) programs are connected to this tile already")
                continue
            }
            lastClient += 1
            clients[lastClient] = ServedClient(socket, now: Descriptor.now)
            clients[lastClient]?.answer(.hello(version: TileRequest.version, name: name))
            send(lastClient)
        }
    }

    /// One that wants nothing makes room for one that may.
    private mutating func dismissIdle() {
        let limit = Descriptor.now - patience
        let busy = Set(utterances.values.compactMap(\.client))
        let idle = clients.filter { $1.unended == nil && $1.lastWord <= limit && !busy.contains($0) }
        guard let key = idle.min(by: { ($0.value.lastWord, $0.key) < ($1.value.lastWord, $1.key) })?.key else { return }
        refuse(key, "another program is waiting to speak")
    }

    private static func refuse(_ socket: QuietSocket, _ reason: String) {
        var line = TileAnswer.refused(reason: reason).line
        _ = socket.write(&line)
    }

    /// - Parameter events: as `poll` has told them.
    private mutating func serve(_ key: Int, _ events: Int32) {
        guard events != 0, let client = clients[key] else { return }
        if client.wantsInput, !client.isSilent, events & ~Int32(POLLOUT) != 0 {
            read(key, client.socket)
        } else if Descriptor.isOver(events) {
            if client.isSilent {
                leave(key)
            } else {
                clients[key]?.isHungUp = true
            }
        }
        if events & Int32(POLLOUT) != 0 { send(key) }
    }

    private mutating func read(_ key: Int, _ socket: QuietSocket) {
        switch Descriptor.readAvailable(socket.descriptor, atMost: Self.readBytes) {
        case .nothing: break
        case .bytes(let piece): clients[key]?.lines.receive(piece)
        case .end:
            // The end is there to be read again, behind the last line.
            if clients[key]?.lines.isInsideLine == true {
                clients[key]?.lines.finish()
            } else {
                fallSilent(key, socket)
            }
        }
    }

    private mutating func fallSilent(_ key: Int, _ socket: QuietSocket) {
        clients[key]?.isSilent = true
        if let id = clients[key]?.unended, utterances[id] != nil { report(.abandoned(id)) }
        clients[key]?.unended = nil
        if socket.isClosed { leave(key) } else { send(key) }
    }

    /// Writes what there is for a client, and lets one go that wanted nothing else.
    mutating func send(_ key: Int) {
        guard var answers = clients[key]?.answers, let socket = clients[key]?.socket else { return }
        clients[key]?.answers = []
        let isThere = socket.write(&answers)
        clients[key]?.answers = answers
        let isSilent = clients[key]?.isSilent == true
        if isSilent, !isThere || answers.isEmpty && !utterances.values.contains(where: { $0.client == key }) {
            leave(key)
        } else if !isThere {
            // What it said before is still read.
            clients[key]?.answers = []
            clients[key]?.isHungUp = true
        }
    }

    /// What it has said stays.
    mutating func leave(_ key: Int) {
        guard let client = clients.removeValue(forKey: key) else { return }
        if let id = client.unended, utterances[id] != nil { report(.abandoned(id)) }
        for id in utterances.keys where utterances[id]?.client == key { utterances[id]?.client = nil }
    }

    /// Nothing of this client is taken any more.
    mutating func refuse(_ key: Int, _ reason: String) {
        clients[key]?.answer(.refused(reason: reason))
        if let client = clients[key] {
            var answers = client.answers
            _ = client.socket.write(&answers)
        }
        leave(key)
    }

    // MARK: Stalling

    private func mayStall(_ client: ServedClient) -> Bool {
        client.unended != nil && !client.isStalled && client.wantsInput
    }

    private mutating func findStalled() {
        let now = Descriptor.now
        for (key, client) in clients where mayStall(client) && client.lastWord + patience <= now {
            clients[key]?.isStalled = true
            if let id = client.unended, utterances[id] != nil { report(.stalled(id)) }
        }
    }
}
