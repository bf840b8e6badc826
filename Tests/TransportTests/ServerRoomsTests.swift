import NIOCore
import NIOHTTP1
import NIOPosix
import SocketIO
import Testing

@testable import Transport

@Suite("Rooms of a stand-in backend")
struct ServerRoomsTests {
    private static func room(_ number: Int) -> Room { Room(user: "u\(number)", agent: "1", instance: "t") }

    private static func join(_ number: Int, _ core: ServerCore) throws {
        let uri = "/socket.io/?user_id=u\(number)&agent_id=1&instance_id=t"
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: uri)
        _ = try core.begin(HTTPRequest(head: head, target: HTTPTarget(uri), body: [], peer: ""), .polling, nil)
    }

    @Test("for one room more than there may be one without clients goes, with what is being said in it")
    func tooMany() async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        // What is wrong is told outside of the loop, whose thread belongs to no test.
        let faults = try await loop.submit {
            var faults: [String] = []
            func expect(_ holds: Bool, _ what: String) { if !holds { faults.append(what) } }
            let standIn = StandIn()
            let core = ServerCore(BackendOptions(standIn.content, from: standIn), loop: loop, pool: .singleton)
            let used = 0..<ServerLimits.sessions
            for number in used { try Self.join(number, core) }
            var answers: [Room: Task<Void, Never>] = [:]
            defer { for answer in answers.values { answer.cancel() } }
            func speak(_ number: Int) {
                let answer = Task<Void, Never> { try? await Task.sleep(for: .seconds(3_600)) }
                answers[Self.room(number)] = answer
                core.change(Self.room(number)) { $0.speaking = (answer, number) }
                expect(core.rooms[Self.room(number)] != nil, "room \(number) is not there")
            }
            func silenced() -> Set<Room> { Set(answers.filter(\.value.isCancelled).keys) }

            for number in 0..<ServerLimits.rooms { speak(number) }
            expect(core.rooms.count == ServerLimits.rooms, "\(core.rooms.count) rooms at the limit")
            // One that is there already needs no room.
            core.change(Self.room(ServerLimits.rooms - 1)) { $0.saidAlone = 1 }
            expect(silenced().isEmpty, "\(silenced().count) rooms went at the limit")

            for number in ServerLimits.rooms..<ServerLimits.rooms + 50 { speak(number) }
            expect(core.rooms.count == ServerLimits.rooms, "\(core.rooms.count) rooms beyond the limit")
            expect(silenced().count == 50, "\(silenced().count) answers ended")
            expect(silenced() == Set(answers.keys).subtracting(core.rooms.keys), "others ended than went")
            expect(used.allSatisfy { core.rooms[Self.room($0)] != nil }, "a room went that a client is in")
            return faults
        }.get()
        #expect(faults == [])
    }
}
