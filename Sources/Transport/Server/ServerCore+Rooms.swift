import Events
import NIOCore
import SocketIO
import Wire

/// What is said in rooms.
extension ServerCore {
    /// - Returns: what `body` gives; a room without clients goes when there are too many.
    func change<Value>(_ room: Room, _ body: (inout RoomState) -> Value) -> Value {
        if rooms[room] == nil, rooms.count >= ServerLimits.rooms {
            let inUse = Set(clients.values.map(\.room))
            if let gone = rooms.keys.first(where: { !inUse.contains($0) }) {
                rooms[gone]?.fallSilent()
                rooms[gone] = nil
            }
        }
        return body(&rooms[room, default: RoomState()])
    }

    /// Who hears what is said in a room.
    private func members(of room: Room) -> [ServerConnection] {
        clients.values.filter { $0.room == room && $0.isJoined }
    }

    private func said(_ message: BackendContent.Message, in room: Room) {
        report("\(room.name): says \"\(String(message.text.prefix(100)))\" in \(plural(message.lines.count, "event"))")
        if !message.text.isEmpty { history.add(message.text, from: room.agent, in: room) }
    }

    /// A user has said something: the next message of the content answers it.
    func answer(_ text: String, ready: [String], in room: Room) {
        report("\(room.name): -> \"\(String(text.prefix(200)))\", \(plural(ready.count, "clip")) ready")
        history.add(text, from: room.user, in: room)
        if ready.isEmpty {
            return report("\(room.name): readyAnimations is empty, so the avatar stays idle and says nothing")
        }
        if members(of: room).isEmpty {
            let others = Set(clients.values.map(\.room.name)).sorted().prefix(5).joined(separator: ", ")
            report(
                "\(room.name): no client in this room, answer dropped; rooms: \(others.isEmpty ? "none" : others)"
            )
        }
        if let speech = options.speech {
            answer(text, in: room, with: speech)
        } else {
            speak(in: room)
        }
    }

    // What is made up while it is said.

    private func answer(_ text: String, in room: Room, with speech: any BackendSpeech) {
        guard !isStopping else { return }
        roomMessageCount += 1
        let (number, loop, core) = (roomMessageCount, loop, NIOLoopBound(self, eventLoop: loop))
        let task = Task {
            let trouble = await speech.answer(text, in: room.conversation) { messages in
                let piece = BackendContent.Message(made: messages)
                loop.execute { core.value.give(piece, in: room, number) }
            }
            loop.execute { core.value.answered(number, in: room, trouble) }
        }
        answering[number] = task
        change(room) { state in
            state.fallSilent()
            state.speaking = (task, number)
        }
        for client in members(of: room) { client.stopSpeech() }
    }

    private func answered(_ number: Int, in room: Room, _ trouble: String?) {
        answering[number] = nil
        if let trouble { report("\(room.name): cannot speak: \(trouble)") }
    }

    private func give(_ piece: BackendContent.Message, in room: Room, _ number: Int) {
        guard rooms[room]?.speaking?.number == number, !isStopping else { return }
        roomMessageCount += 1
        if !piece.text.isEmpty { said(piece, in: room) }
        let roomMessage = RoomMessage(message: piece, number: roomMessageCount, start: now)
        for client in members(of: room) { client.sendMore(roomMessage) }
    }

    private func speak(in room: Room) {
        let messages = options.content.messages
        guard !messages.isEmpty else { return }
        roomMessageCount += 1
        let (now, number, options) = (now, roomMessageCount, options)
        let roomMessage = change(room) { state in
            let interrupted = state.roomMessages.last.flatMap {
                $0.start + $0.message.length > now ? $0.message : nil
            }
            let message = options.scenario.arranged(
                messages[state.next % messages.count].played(at: options.speed), interrupting: interrupted)
            state.next = (state.next + 1) % messages.count
            let roomMessage = RoomMessage(message: message, number: number, start: now)
            if !options.overlaps { state.roomMessages = [] }
            state.roomMessages.removeAll { $0.start + $0.message.length < now }
            state.roomMessages = state.roomMessages.suffix(ServerLimits.roomMessages - 1) + [roomMessage]
            return roomMessage
        }
        said(roomMessage.message, in: room)
        for client in members(of: room) { client.send(roomMessage) }
        speakAgain(in: room)
    }

    /// A message that somebody else has sent (N41), as a fault.
    private func speakAgain(in room: Room) {
        let scenario = options.scenario
        guard scenario.sayAfter > .zero, rooms[room].map({ $0.saidAlone < scenario.says }) == true else { return }
        rooms[room]?.saidAlone += 1
        let timer = rooms[room]?.timer ?? Alarm(on: loop)
        rooms[room]?.timer = timer
        timer.set(in: .microseconds(scenario.sayAfter.microseconds)) { [weak self] in
            self?.report("\(room.name): unsolicited message (fault)")
            self?.speak(in: room)
        }
    }
}
