import JSON
import SocketIO
import Testing

@testable import Wire

@Suite("Logs of clients")
struct ClientLogTests {
    @Test("what the server has sent becomes lines of its own")
    func serverLines() {
        let frames: JSON = [
            [
                "sequence_index": 4, "animation_name": "t", "matched_sprite_frame_number": 9, "overlay_id": "t/9/x",
                "char": "G",
            ]
        ]
        let message = WireMessage(
            name: "receive_frame_images_batch", arguments: [["chunk_index": 1, "frames": frames]])
        let records = FrameRecordLine.sent(message)
        let entry = ingest(ClientLog.frames(records, session: "s", time: "2026-03-01T12:00:00.000Z")).message
        let lines = ClientLog.lines(entry)
        #expect(lines == ["2026-03-01T12:00:00.000Z|BACKEND|s|1|4|t|9|t/9/x|SYNC||9|G||"])
        #expect(FrameRecordLine.sent(WireMessage(name: "audio_end", arguments: [])) == [])
        #expect(interpret(entry).event == .ignored(name: "log_frames"))
    }
}
