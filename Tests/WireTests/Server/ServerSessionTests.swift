import Events
import Support
import Testing

@testable import SocketIO
@testable import Wire

/// A session, its outputs so far, and what a client would do.
private final class Driver {
    var session: ServerSession
    var now = Instant.zero
    private(set) var outputs: [ServerSession.Output] = []

    init(
        _ transport: SocketTransport = .webSocket, _ change: (inout ServerSession.Settings) -> Void = { _ in }
    ) {
        var settings = ServerSession.Settings()
        change(&settings)
        session = ServerSession(sid: "e1", socketID: "s1", transport, settings, at: .zero)
    }

    static func joined(_ transport: SocketTransport = .webSocket) -> Driver {
        let driver = Driver(transport)
        _ = driver.say("40")
        if transport == .polling { _ = driver.poll() }
        return driver
    }

    @discardableResult
    func say(_ text: String, on link: ServerSession.Carrier = .main) -> [ServerSession.Output] {
        guard let packet = try? EngineIOPacket(text: Array(text.utf8)) else { return [] }
        return add(session.handle(.received(packet, on: link), at: now))
    }

    @discardableResult
    func poll() -> [ServerSession.Output] { add(session.handle(.polled, at: now)) }

    func opensProbe() -> Bool {
        defer { _ = session.handle(.probeOpened, at: now) }
        return session.takesProbe
    }
    func emits(_ message: WireMessage = event) -> [ServerSession.Output] {
        session.isJoined ? add(session.handle(.sends(EngineIOPacket.packets(message)), at: now)) : []
    }
    func sends(_ packet: EngineIOPacket) -> [ServerSession.Output] { add(session.handle(.sends([packet]), at: now)) }
    func disconnects() -> [ServerSession.Output] { add(session.handle(.serverCloses, at: now)) }

    @discardableResult
    func pass(_ span: TimeSpan) -> [ServerSession.Output] {
        now += span
        return add(session.handle(.timePassed, at: now))
    }

    private func add(_ new: [ServerSession.Output]) -> [ServerSession.Output] {
        outputs += new
        return new
    }
}

private func sent(_ texts: String...) -> ServerSession.Output { .transmit(texts.map(packet)) }
private func packet(_ text: String) -> EngineIOPacket { (try? EngineIOPacket(text: Array(text.utf8))) ?? .noop }
private let event = WireMessage(name: "a", arguments: [[:]])

@Suite("A backend's session")
struct ServerSessionTests {
    @Test("the open packet says what the specification's server says")
    func open() {
        let text = #"0{"sid":"e1","upgrades":[],"pingInterval":25000,"pingTimeout":60000,"maxPayload":1000000}"#
        #expect(Driver().session.open == packet(text))
        guard case .open(let handshake) = Driver(.polling).session.open else {
            Issue.record("no open packet")
            return
        }
        #expect(handshake.upgrades == ["websocket"])
    }

    @Test("a client that says 40 is in the namespace and gets events")
    func joins() {
        let driver = Driver()
        #expect(driver.emits() == [])
        #expect(driver.say("40") == [sent(#"40{"sid":"s1"}"#), .joined])
        #expect(driver.emits() == [sent(#"42["a",{}]"#)])
        #expect(driver.say("41") == [.left])
        #expect(driver.emits() == [])
    }

    @Test("N49 a refused client hears why and stays outside")
    func refused() {
        let driver = Driver { $0.refusal = "no such agent" }
        #expect(driver.say("40") == [sent(#"44{"message":"no such agent"}"#), .refused("no such agent")])
        #expect(!driver.session.isJoined)
    }

    @Test("another namespace is refused, and the session goes on")
    func namespaces() {
        let driver = Driver.joined()
        #expect(driver.say("40/admin,") == [sent(#"44/admin,{"message":"Invalid namespace"}"#)])
        #expect(driver.session.isJoined)
    }

    @Test("an event that asks for an acknowledgement gets an empty one, before anything else")
    func acknowledges() {
        let driver = Driver.joined()
        let message = WireMessage(name: "x", arguments: [1])
        #expect(driver.say(#"427["x",1]"#) == [sent("437[]"), .event(message)])
        #expect(driver.say(#"42["x",1]"#) == [.event(message)])
    }

    @Test("a binary event is handed on with its attachments")
    func attachments() {
        let driver = Driver.joined()
        driver.say(#"451-["x",{"_placeholder":true,"num":0}]"#)
        let outputs = driver.session.handle(.received(.binary([1, 2])), at: .zero)
        #expect(
            outputs == [.event(WireMessage(name: "x", arguments: [WireMessage.placeholder(0)], attachments: [[1, 2]]))])
    }

    @Test("more than a message may have is named and dropped")
    func tooLarge() {
        let driver = Driver { $0.maxPayload = 20 }
        driver.say("40")
        #expect(driver.say(#"42["abcdefghijklmnopq"]"#) == [.odd(.tooLarge(what: "bytes in one message", limit: 20))])
        #expect(driver.session.isJoined)
    }

    @Test("a ping goes out every interval as long as it is answered")
    func heartbeat() {
        let driver = Driver.joined()
        #expect(driver.session.deadline == .zero + .seconds(25))
        for _ in 0..<4 {
            #expect(driver.pass(.milliseconds(24_999)) == [])
            #expect(driver.pass(.milliseconds(1)) == [sent("2")])
            driver.say("3")
        }
        #expect(driver.session.isJoined)
    }

    @Test("N48 a client that answers no ping is closed after the timeout")
    func pingTimeout() {
        let driver = Driver.joined()
        driver.pass(.seconds(25))
        #expect(driver.pass(.milliseconds(59_999)) == [])
        #expect(driver.pass(.milliseconds(1)) == [.transmit([.close]), .closed(.pingTimeout)])
        #expect(driver.session.deadline == nil)
        #expect(driver.say("40") == [] && driver.poll() == [])
    }

    @Test("a server that is to stop its pings stops, and waits for no answer")
    func noPings() {
        let driver = Driver { $0.pingsFor = .seconds(30) }
        driver.say("40")
        #expect(driver.pass(.seconds(25)) == [sent("2")])
        driver.say("3")
        #expect(driver.pass(.seconds(25)) == [])
        #expect(driver.pass(.seconds(3_600)) == [])
        #expect(driver.session.isJoined)
    }

    @Test("who never joins is closed")
    func neverJoins() {
        let driver = Driver()
        driver.pass(.seconds(25))
        driver.say("3")
        #expect(driver.pass(.seconds(20)).last == .closed(.neverJoined))
    }

    @Test("a poll waits until there is something, and takes at most 16 packets")
    func polls() {
        let driver = Driver(.polling)
        #expect(driver.poll() == [])
        #expect(driver.say("40") == [.answerPoll([packet(#"40{"sid":"s1"}"#)]), .joined])
        let batch = WireMessage(
            name: "b", arguments: (0..<20).map { WireMessage.placeholder($0) },
            attachments: (0..<20).map { [UInt8($0)] })
        #expect(driver.emits(batch) == [])
        #expect(driver.session.waitingBytes > 100)
        let packets = EngineIOPacket.packets(batch)
        #expect(driver.poll() == [.answerPoll(Array(packets.prefix(16)))])
        #expect(driver.poll() == [.answerPoll(Array(packets.dropFirst(16)))])
        #expect(driver.session.waitingBytes == 0)
        #expect(driver.poll() == [])
    }

    @Test("two polls at once close the session, as the protocol says")
    func twoPolls() {
        let driver = Driver.joined(.polling)
        driver.poll()
        #expect(driver.poll().last == .closed(.wrong(.badPacket(reason: "two polls at once"))))
    }

    @Test("a lost poll loses nothing that had not gone with it")
    func lostPoll() {
        let driver = Driver.joined(.polling)
        driver.poll()
        _ = driver.session.handle(.pollLost, at: driver.now)
        #expect(driver.emits() == [])
        #expect(driver.poll() == [.answerPoll([packet(#"42["a",{}]"#)])])
    }

    @Test("a client that never fetches is closed before it fills the memory")
    func neverFetches() {
        let driver = Driver.joined(.polling)
        var count = 0
        while !driver.session.isClosed, count < 100_000 {
            driver.say(#"421["a"]"#)
            count += 1
        }
        #expect(driver.session.isClosed && driver.session.waitingBytes == 0)
    }

    @Test(
        "nothing comes behind the end of a session that too much waits for", arguments: [#"421["a"]"#, "41", "40", ""])
    func endIsLast(text: String) {
        let driver = text == "40" ? Driver(.polling) : Driver.joined(.polling)
        _ = driver.session.handle(
            .sends([EngineIOPacket](repeating: .noop, count: 2 * Limits.chunkFrames)), at: .zero)
        let outputs = text.isEmpty ? driver.session.handle(.serverCloses, at: .zero) : driver.say(text)
        let ends = outputs.indices.filter { if case .closed = outputs[$0] { true } else { false } }
        #expect(ends == (text == "41" ? [] : [outputs.count - 1]))
    }

    @Test("moving to WebSocket: probe, the poll let go, and what waited follows on the new link")
    func upgrade() {
        let driver = Driver.joined(.polling)
        driver.poll()
        #expect(driver.opensProbe())
        #expect(
            driver.say("2probe", on: .probe) == [.transmitOnProbe(.pong(EngineIOPacket.probe)), .answerPoll([.noop])])
        #expect(driver.emits() == [])
        #expect(driver.say("5", on: .probe) == [.moved, sent(#"42["a",{}]"#)])
        #expect(driver.session.transport == .webSocket)
        #expect(driver.emits() == [sent(#"42["a",{}]"#)])
        // A stray poll does no harm.
        #expect(driver.poll() == [.odd(.badPacket(reason: "a poll beside a WebSocket"))])
        #expect(driver.session.isJoined)
    }

    @Test("N50 an upgrade that stops half-way leaves the session on polling")
    func halfUpgrade() {
        let driver = Driver.joined(.polling)
        #expect(driver.opensProbe())
        driver.say("2probe", on: .probe)
        #expect(driver.pass(.seconds(10)) == [.dropProbe])
        #expect(driver.emits() == [])
        #expect(driver.poll() == [.answerPoll([packet(#"42["a",{}]"#)])])
        // And it may be tried again.
        #expect(driver.opensProbe())
        #expect(!driver.opensProbe())
        _ = driver.session.handle(.probeLost, at: driver.now)
        #expect(driver.say("5", on: .probe).contains(.dropProbe))
        #expect(driver.session.transport == .polling)
    }

    @Test("the server's goodbye is a DISCONNECT, then the end")
    func disconnects() {
        let driver = Driver.joined()
        let farewell = driver.session.handle(.serverCloses, at: .zero)
        #expect(farewell == [sent("41"), .transmit([.close]), .closed(.serverClosed)])
        let polling = Driver.joined(.polling)
        polling.poll()
        let answer = polling.session.handle(.serverCloses, at: .zero)
        #expect(answer == [.answerPoll([packet("41")]), .closed(.serverClosed)])
    }

    @Test("by polling, what was there at the server's goodbye can still be fetched, and nothing else happens")
    func disconnectsLater() {
        let driver = Driver.joined(.polling)
        #expect(driver.opensProbe())
        for _ in 0..<17 { _ = driver.emits() }
        #expect(driver.disconnects() == [.dropProbe])
        #expect(driver.emits() == [] && driver.say(#"421["a"]"#) == [] && !driver.opensProbe())
        let first = driver.poll()
        #expect(first == [.answerPoll([EngineIOPacket](repeating: packet(#"42["a",{}]"#), count: 16))])
        #expect(!driver.session.isClosed)
        let last: [EngineIOPacket] = [packet(#"42["a",{}]"#), packet("41")]
        #expect(driver.poll() == [.answerPoll(last), .closed(.serverClosed)])
        // Who does not fetch it is not waited for.
        let lazy = Driver.joined(.polling)
        #expect(lazy.disconnects() == [])
        #expect(lazy.pass(.milliseconds(4_999)) == [])
        #expect(lazy.pass(.milliseconds(1)) == [.closed(.serverClosed)])
        #expect(lazy.session.waitingBytes == 0)
    }

    @Test("a client that pings is sent away, for what it wants back could be of any size", arguments: ["2", "2probe"])
    func pings(text: String) {
        for transport in SocketTransport.allCases {
            let driver = Driver.joined(transport)
            guard case .closed(.wrong)? = driver.say(text).last else {
                Issue.record("\(transport): it is still there")
                continue
            }
            #expect(driver.session.waitingBytes == 0)
        }
    }

    @Test("the bytes that a client does not fetch are bounded")
    func neverFetchesBytes() {
        let driver = Driver.joined(.polling)
        let large = EngineIOPacket.message([UInt8](repeating: 0x20, count: Limits.messageBytes))
        for _ in 0..<2 { #expect(driver.sends(large) == []) }
        guard case .closed(.wrong(.tooLarge))? = driver.sends(large).last else {
            Issue.record("there is no bound")
            return
        }
    }

    @Test("the client's goodbye ends the session")
    func closes() {
        let driver = Driver.joined()
        #expect(driver.say("1") == [.closed(.clientClosed)])
        let after = driver.session.handle(.linkLost, at: driver.now)
        #expect(after == [])
    }

    @Test("a link that breaks its own rules ends the session, which says why")
    func linkFails() {
        let driver = Driver.joined()
        let error = WireError.badPacket(reason: "expected a mask, found none")
        #expect(driver.session.handle(.linkFailed(error), at: driver.now).last == .closed(.wrong(error)))
        #expect(driver.session.isClosed)
    }

    @Test("whatever comes in whatever order, nothing traps, and the end is the end", arguments: 1...300)
    func anything(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let driver = Driver(random.isOneIn(2) ? .polling : .webSocket)
        let texts = [
            "0", "1", "2", "2probe", "3", "5", "6", "40", "40/x,", "41", #"42["a",1]"#, #"4212["a"]"#, #"450-["a"]"#,
            #"452-["a",{"_placeholder":true,"num":0}]"#, "43", "44", "4", "4[", "4999999999999999999", "45-", "47",
            #"4299999999999999["a"]"#, "42{}", #"0{"sid":"a","pingInterval":1,"pingTimeout":1}"#, "40{}", "4/",
        ]
        var isOver = false
        for _ in 0..<200 {
            var outputs: [ServerSession.Output] = []
            switch random.below(8) {
            case 0: outputs = driver.poll()
            case 1: _ = driver.session.handle(.pollLost, at: driver.now)
            case 2: _ = driver.opensProbe()
            case 3: outputs = driver.pass(.milliseconds(Int64(random.below(30_000))))
            case 4: outputs = driver.session.handle(.received(.binary([1, 2, 3])), at: driver.now)
            case 5: outputs = driver.emits()
            default: outputs = driver.say(random.pick(texts), on: random.isOneIn(6) ? .probe : .main)
            }
            #expect(!isOver || outputs.isEmpty)
            let ends = outputs.filter { if case .closed = $0 { true } else { false } }
            #expect(ends.count <= 1)
            if !ends.isEmpty {
                isOver = true
                #expect(outputs.last == ends.first)
            }
            // Each state has a way out: a time by which something happens.
            #expect(driver.session.isClosed == (driver.session.deadline == nil))
            #expect(driver.session.isClosed == isOver)
        }
    }
}
