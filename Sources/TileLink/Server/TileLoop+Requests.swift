import Bytes
import Platform

extension TileLoop {
    /// Takes the lines of a client that have come, as far as there is room for what they say.
    mutating func understand(_ key: Int) {
        do throws(TileError) {
            while hasRoom(key), let request = try next(key) {
                guard try take(request, of: key) else {
                    clients[key]?.held = request
                    break
                }
            }
        } catch {
            return refuse(key, error.reason)
        }
        let wantsInput = hasRoom(key) && clients[key]?.held == nil
        // Who is not read cannot be reproached with silence.
        if wantsInput, clients[key]?.wantsInput == false { clients[key]?.lastWord = Descriptor.now }
        clients[key]?.wantsInput = wantsInput
    }

    private mutating func next(_ key: Int) throws(TileError) -> TileRequest? {
        if let held = clients[key]?.held {
            clients[key]?.held = nil
            return held
        }
        guard let line = try nextLine(key) else { return nil }
        let request = try TileRequest(line: line)
        clients[key]?.lastWord = Descriptor.now
        clients[key]?.isStalled = false
        return request
    }

    /// The next one that has something in it.
    private mutating func nextLine(_ key: Int) throws(TileError) -> ArraySlice<UInt8>? {
        while let line = clients[key]?.lines.next() {
            guard case .success(let bytes) = line else { throw .lineTooLong }
            if bytes.contains(where: { $0 > UInt8(ascii: " ") }) { return bytes }
        }
        return nil
    }

    private func hasRoom(_ key: Int) -> Bool {
        guard let client = clients[key], client.readsAnswers else { return false }
        // What is told its end takes no room: the rest is read and dropped.
        guard let id = client.unended, let utterance = utterances[id], utterance.waitingBytes > 0 else { return true }
        return utterance.waitingBytes < TileLimits.utteranceBytes && waitingBytes < TileLimits.textBytes
    }

    /// - Returns: `false` where there is no room for it yet.
    private mutating func take(_ request: TileRequest, of key: Int) throws(TileError) -> Bool {
        let unended = clients[key]?.unended
        switch request {
        case .ping:
            clients[key]?.answer(.pong)
            send(key)
        case .begin(let interrupts):
            guard unended == nil else { throw .notUnderstood("an utterance starts before the last one ended") }
            guard utterances.count < TileLimits.open else { return false }
            begin(key, interrupts)
        case .text(let text):
            guard let unended else { throw .notUnderstood("text without an utterance") }
            receive(text, of: unended)
        case .end:
            guard let unended else { throw .notUnderstood("an end without an utterance") }
            end(unended, of: key)
        case .say(let text, let interrupts):
            guard unended == nil else { throw .notUnderstood("an utterance starts before the last one ended") }
            guard utterances.count < TileLimits.open else { return false }
            let id = begin(key, interrupts)
            receive(text, of: id)
            end(id, of: key)
        }
        return true
    }

    @discardableResult
    private mutating func begin(_ key: Int, _ interrupts: Bool) -> UtteranceID {
        lastUtterance += 1
        let id = UtteranceID(lastUtterance)
        let number = (clients[key]?.count ?? 0) + 1
        clients[key]?.count = number
        clients[key]?.unended = id
        utterances[id] = OpenUtterance(client: key, number: number)
        report(.opened(id, interrupts: interrupts))
        return id
    }

    private mutating func receive(_ text: String, of id: UtteranceID) {
        guard !text.isEmpty, utterances[id] != nil else { return }
        utterances[id]?.waitingBytes += text.utf8.count
        waitingBytes += text.utf8.count
        report(.text(id, text))
    }

    private mutating func end(_ id: UtteranceID, of key: Int) {
        clients[key]?.unended = nil
        if utterances[id] != nil { report(.ended(id)) }
    }
}
