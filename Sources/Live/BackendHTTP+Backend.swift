import Events
import JSON
import SocketIO
import Transport

/// What a session needs of a backend's HTTP side: nobody in a session waits for it, and what goes wrong is at most said.
extension BackendHTTP: Backend {
    package func post(_ message: OutgoingMessage) async -> String? {
        do throws(TransportError) {
            try await send(message.text, readyAnimations: message.ready.map(\.rawValue))
            return nil
        } catch {
            return error.shortReason
        }
    }

    package func pastMessages() async -> [PastMessage] { (try? await history()) ?? [] }
    package func profile(of agent: String) async -> (name: String?, image: [UInt8]?) {
        async let image = try? profileImage(of: agent)
        let name = (try? await agents())?.first { $0.id == agent }.map(\.name)
        // Without a name of its own the backend's list has its id.
        return await (name.flatMap { $0 == agent ? nil : $0 }, image)
    }

    package func startLog() async -> String? { try? await startLog(platform: BackendLog.platform) }

    package func log(_ frames: [JSON], session: String) async { try? await logFrames(frames, session: session) }
    package func log(event: JSONObject, session: String) async { try? await logEvent(event, session: session) }
    package func closeLog(session: String) async { try? await endLog(session: session) }
}
