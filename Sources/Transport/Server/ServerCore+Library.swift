import BookAPI
import Events
import NIOCore
import NIOHTTP1
import SocketIO
import Wire

// The HTTP side of a server with books (reader, section 1).
extension ServerCore {
    /// Counts bytes of an answer for as long as it is held in memory.
    private final class Held {
        private let core: ServerCore
        private let count: Int

        init(_ core: ServerCore, _ count: Int) {
            (self.core, self.count) = (core, count)
            core.heldBytes += count
        }

        deinit { core.heldBytes -= count }
    }

    func answer(_ request: HTTPRequest, _ exchange: HTTPExchange, from library: any LibraryBackend) {
        guard request.isLogin else { return ask(request, exchange, library) }
        switch loginBrake.turn(of: request.peer, at: now) {
        case .refused(let wait):
            var answer = HTTPAnswer.detail(429, "too many logins; try again later")
            answer.headers = [.init("Retry-After", "\(wait.microseconds / 1_000_000 + 1)")]
            exchange.answer(answer)
        case .after(let wait, let isFirstDelayed):
            if isFirstDelayed {
                report(
                    "\(LoginBrake.freeTries) failed logins from \(request.peer): more of them are delayed, and not listed here"
                )
            }
            loop.assumeIsolated().scheduleTask(in: .microseconds(wait.microseconds)) { [weak self] in
                self?.ask(request, exchange, library)
            }
        }
    }

    private func ask(_ request: HTTPRequest, _ exchange: HTTPExchange, _ library: any LibraryBackend) {
        let fate = libraryFaults.next(request.target.path)
        if fate.ending == .cut {
            report("\(request.method.rawValue) \(request.target.path): connection cut (fault)")
            return exchange.cut()
        }
        guard libraryRequests < ServerLimits.libraryRequests else {
            return exchange.answer(.detail(503, "too many requests at once"))
        }
        libraryRequests += 1
        var asked = LibraryRequest(
            request.method.rawValue, request.head.uri, body: request.body,
            authorization: request.header("authorization"), range: request.header("range"))
        if fate.ignoresRange { asked.range = nil }
        // What is no range is refused as one that is outside of the file.
        if fate.refusesRange, asked.range != nil { asked.range = "" }
        let (wanted, token) = (asked, token(32))
        read {
            fate.refusal.map { .answer($0) } ?? library.answer(wanted, token: token)
        } done: { [weak self] (reply: LibraryReply) in
            guard let self else { return }
            libraryRequests -= 1
            if fate.forgetsLogins {
                library.forgetLogins()
                report("all logins reset (fault)")
            }
            send(reply, fate, request, exchange)
        }
    }

    private func send(
        _ reply: LibraryReply, _ fate: LibraryFaults.Fate, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        var sending = BodySending(ending: fate.ending, bandwidth: options.scenario.bandwidth)
        var (head, body) = parts(of: reply, &sending)
        if request.isLogin, head.status == 200 { loginBrake.succeeded(request.peer) }
        let isText = head.type == "application/json"
        if isText, let share = fate.textShare {
            let whole = body
            body = AnswerBody(byteCount: Int(Double(whole.byteCount) * share), read: whole.read)
        }
        if !isText, head.status < 300 { sending.spoils = fate.spoils }
        if fate.restarts { sending.finished = { [weak self] in self?.restart() } }
        if !request.isLogin || !loginBrake.isDelayed(request.peer) {
            report("\(request.method.rawValue) \(request.target.path): \(head.status), \(body.byteCount) bytes")
        }
        guard fate.delay > .zero else { return exchange.answer(head, body, sending) }
        loop.assumeIsolated().scheduleTask(in: .microseconds(fate.delay.microseconds)) {
            exchange.answer(head, body, sending)
        }
    }

    private func parts(of reply: LibraryReply, _ sending: inout BodySending) -> (HTTPAnswer, AnswerBody) {
        switch reply {
        case .file(let head, let body): return (head, body)
        case .answer(var answer):
            guard heldBytes + answer.body.count <= ServerLimits.heldAnswers else {
                return parts(of: .answer(.detail(503, "too many large answers at once")), &sending)
            }
            sending.held = Held(self, answer.body.count)
            let body = AnswerBody(answer.body)
            answer.body = []
            return (answer, body)
        }
    }

    /// Does something that may wait, beside the event loop.
    func read<Value: Sendable>(_ body: @escaping @Sendable () -> Value, done: @escaping (Value) -> Void) {
        pool.runIfActive(eventLoop: loop) { body() }.assumeIsolated().whenSuccess(done)
    }
}

extension HTTPRequest {
    fileprivate var isLogin: Bool { method == .POST && LibraryRoute(target.path) == .login }
}
