import Events
import Platform
import SocketIO
import Wire

/// A step of a client's fault injector with its bytes read: what the event loop writes.
enum LoadedStep: Sendable {
    case packets([EngineIOPacket], name: String)
    /// Half of an event, before the link is cut.
    case inside([EngineIOPacket])
    case cut
    case disconnect
    case failed(String)

    /// Reads what a step needs. Runs beside the event loop.
    init(_ step: FaultInjector.Step, from source: any BackendContentSource, _ log: ServerLog?) {
        do {
            switch step {
            case .send(let item, let damage):
                let original = try Self.message(item, from: source)
                log?.receive(original)
                let message = damage?.done(to: original) ?? original
                let packets = EngineIOPacket.packets(message)
                if case .json? = damage {
                    self = .packets(damage?.done(to: packets) ?? packets, name: item.name)
                } else {
                    self = .packets(packets, name: item.name)
                }
            case .cutInside(let item):
                let packets = EngineIOPacket.packets(try Self.message(item, from: source))
                self = .inside(Array(packets.prefix(1 + packets.count / 2)))
            case .cut: self = .cut
            case .disconnect: self = .disconnect
            }
        } catch {
            self = .failed((error as? WireError)?.reason ?? "\(error)")
        }
    }

    /// With the present as the time at which it was emitted, less the time that the scenario has it on its way.
    private static func message(
        _ item: SendQueue.Item, from source: any BackendContentSource
    ) throws -> WireMessage {
        try source.message(at: item.place).emitted(at: WallClock.microseconds - item.age.microseconds)
    }
}

/// Writes down, in a client's log session, which frames were sent to it.
struct ServerLog: Sendable {
    let logs: any ClientLogs
    let session: String

    func receive(_ message: WireMessage) {
        let records = FrameRecordLine.sent(message)
        if !records.isEmpty { logs.frames(records, session: session) }
    }
}
