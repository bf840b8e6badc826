import SocketIO
import Testing

@testable import Wire

@Suite("What was said in a conversation")
struct ConversationHistoryTests {
    @Test("what was said is kept, the newest of it")
    func history() {
        var history = ConversationHistory()
        let room = Room(user: "u", agent: "1", instance: "t")
        for number in 0..<300 { history.add("m\(number)", from: "u", in: room) }
        let said = history.json("conv_1_u").array ?? []
        #expect(said.count == 200)
        #expect(said.last?.object?["message"] == "m299" && said.last?.object?["sender"]?.object?["id"] == "u")
        #expect(history.json("conv_2_u") == [])
        for number in 0..<300 { history.add("x", from: "u", in: Room(user: "u\(number)", agent: "1", instance: "t")) }
        #expect(history.json("conv_1_u") == [])
    }
}
