import Events
import NIOCore
import Wire

/// How a body is sent, and what goes wrong on the way.
struct BodySending {
    var ending = LibraryFaults.Ending.whole
    /// Thousand bits a second; 0: as fast as it goes.
    var bandwidth = 0
    var spoils: FaultInjector.Damage?
    /// What keeps it counted among what is held in memory.
    var held: AnyObject?
    /// Called when all of it is out.
    var finished: () -> Void = {}
}

/// Sends a body piece by piece: the next piece is read when the link has taken the one before, so that a file of any size takes as
/// little memory as a small one.
///
/// Owner: its connection; on the server's event loop only.
final class BodySender {
    private weak var connection: HTTPConnection?
    private let core: ServerCore
    private let body: AnswerBody
    private let sending: BodySending
    private let half: Int
    private var offset = 0
    private var hasStalled = false
    private let timer: Alarm

    init(_ connection: HTTPConnection, _ core: ServerCore, _ body: AnswerBody, _ sending: BodySending) {
        (self.connection, self.core, self.body, self.sending) = (connection, core, body, sending)
        (half, timer) = (body.byteCount / 2, Alarm(on: core.loop))
    }

    func stop() {
        timer.cancel()
        connection = nil
    }

    func goOn() {
        guard let connection else { return }
        if offset >= half {
            switch sending.ending {
            case .cutInside: return connection.cut()
            case .stall(let span) where !hasStalled:
                hasStalled = true
                return pause(span)
            default: break
            }
        }
        guard offset < body.byteCount else { return connection.endBody(sending.finished) }
        let end = offset < half && sending.ending != .whole ? half : body.byteCount
        let (body, start, count) = (body, offset, min(ServerLimits.bodyPiece, end - offset))
        core.read {
            body.read(start, count)
        } done: { [weak self] piece in
            self?.send(piece, count)
        }
    }

    private func send(_ piece: [UInt8]?, _ count: Int) {
        guard let connection else { return }
        // What was promised cannot be taken back: a file that has become shorter, or cannot be read, ends the link.
        guard let piece, piece.count == count else { return connection.cut() }
        offset += count
        connection.writeBody(sending.spoils?.done(to: piece) ?? piece) { [weak self] in self?.sent(count) }
    }

    private func sent(_ count: Int) {
        guard sending.bandwidth > 0 else { return goOn() }
        // Bits by thousand bits a second are milliseconds.
        pause(TimeSpan(microseconds: Int64(count) * 8_000 / Int64(sending.bandwidth)))
    }

    private func pause(_ span: TimeSpan) {
        connection?.closeUnless(within: ServerLimits.answerSeconds + span.microseconds / 1_000_000)
        timer.set(in: .microseconds(span.microseconds)) { [weak self] in self?.goOn() }
    }
}
