import BookAPI
import Events
import Platform
import SocketIO
import Synchronization
import Transport

/// A server with books, as somebody who is logged in there, or as anybody (reader, section 1).
///
/// Owner: the command that reads or lists; from any thread. A login that the server no longer knows is noticed and, where that can be
/// done, made anew: most routes answer a dead token with what anybody may see, and do not say so (reader 1.3).
package actor BookServer {
    package nonisolated let options: LibraryOptions
    /// By the proxy that they go through; `nil` after `close`.
    private nonisolated let callers = Mutex<[HTTPProxy?: HTTPCaller]?>([:])
    private nonisolated let tokens: TokenStore?
    private nonisolated let clock = Mutex(ServerClock())
    private var signedIn: SignedIn?
    /// Looks whether what was kept still holds; once.
    private var start: Task<LibraryError?, Never>?
    /// Under way, for all who have met the same dead token.
    private var renewal: Task<Renewal, Never>?

    private enum Renewal: Sendable {
        /// Nothing has changed: the refusal is meant.
        case none
        case renewed
        case failed(LibraryError)
    }

    package init(_ options: LibraryOptions) {
        self.options = options
        tokens = options.stateFolder.map { TokenStore($0, options.server.httpBase) }
    }

    /// Cancels what is under way; nothing can be asked any more.
    package nonisolated func close() {
        let all = callers.withLock { callers in
            defer { callers = nil }
            return callers
        }
        for caller in (all ?? [:]).values { caller.close() }
    }

    private nonisolated func caller(at base: String) throws(LibraryError) -> HTTPCaller {
        let proxy: HTTPProxy?
        do throws(CommandError) {
            proxy = try (try? BackendAddress(base)).flatMap(options.proxy)
        } catch {
            throw .unusable(error.reason)
        }
        return callers.withLock { callers in
            if let known = callers?[proxy] { return known }
            let made = HTTPCaller(
                isInsecure: options.isInsecure, certificateFile: options.certificateFile, proxy: proxy,
                idleSeconds: options.idleSeconds)
            if callers == nil { made.close() } else { callers?[proxy] = made }
            return made
        }
    }

    // MARK: Asking

    /// What a call answers, as who is logged in.
    package func ask<Value>(
        _ call: BackendCall, _ read: ([UInt8]) throws(BookError) -> Value
    ) async throws(LibraryError) -> Value {
        let body = try await download(call, at: options.server.httpBase, isOwn: true).bytes
        return try Self.read(body, call.place(at: options.server.httpBase), read)
    }

    static func read<Value>(
        _ body: [UInt8], _ place: String, _ read: ([UInt8]) throws(BookError) -> Value
    ) throws(LibraryError) -> Value {
        do throws(BookError) {
            return try read(body)
        } catch {
            guard LibraryRefusal.isPage(body) else { throw .badAnswer(place: place, error) }
            throw .noServer(place: place, found: "a web page")
        }
    }

    /// All bytes of a file; what breaks off goes on once where it ended (RN6).
    package func file(_ place: LibraryPlace, seconds: Int, limit: Int) async throws(LibraryError) -> [UInt8] {
        try await download(place, nil, seconds: seconds, limit: limit).bytes
    }

    /// A part of a file that is too large to be had at once; all of it from a server that does not know parts.
    /// - Parameter limit: of the bytes that may come.
    func download(
        _ place: LibraryPlace, _ part: Range<Int>?, seconds: Int, limit: Int
    ) async throws(LibraryError) -> FileDownload {
        switch place {
        case .own(let path):
            let call = BackendCall.libraryFile(path, seconds: seconds, limit: limit)
            return try await download(call, at: options.server.httpBase, isOwn: true, part)
        case .foreign(let base, let path):
            let call = BackendCall.libraryFile(path, seconds: seconds, limit: limit)
            return try await download(call, at: base, isOwn: false, part)
        }
    }

    private func download(
        _ call: BackendCall, at base: String, isOwn: Bool, _ part: Range<Int>? = nil
    ) async throws(LibraryError) -> FileDownload {
        guard isOwn else { return try await answer(call, at: base, as: nil, part) }
        try await begin()
        let before = signedIn
        do throws(LibraryError) {
            return try await answer(call, at: base, as: before, part)
        } catch {
            guard case .denied = error else { throw error }
            guard try await renew(after: before) else { throw error }
            return try await answer(call, at: base, as: signedIn, part)
        }
    }

    /// - Parameter who: gets the answer that they may have; `nil` for anybody, and everywhere but on the server itself.
    private nonisolated func answer(
        _ call: BackendCall, at base: String, as who: SignedIn?, _ part: Range<Int>? = nil
    ) async throws(LibraryError) -> FileDownload {
        var download = FileDownload(part)
        var (call, breaks, hasMoved) = (call, 0, false)
        let headers = who.map { [SignedIn.header($0.token)] } ?? []
        let http = try caller(at: base)
        while true {
            var piece = call
            if let range = download.range { piece.headers.append(("Range", range)) }
            let asked = WallClock.seconds
            let (answer, failure) = await http.ask(piece, at: base, headers: headers)
            if base == options.server.httpBase { noteClock(answer, asked: asked) }
            let isAnswer = call.expected.contains(answer.status) || answer.status == 206 || answer.status == 416
            let isTaken =
                (isAnswer || answer.status == 0)
                && download.receive(
                    status: answer.status == 206 || answer.status == 416 || answer.status == 0 ? answer.status : 200,
                    contentRange: answer.header("Content-Range"), answer.body, isWhole: failure == nil)
            if !hasMoved, let path = place(movedTo: answer, of: call, at: base) {
                (call.path, download, hasMoved) = (path, FileDownload(part), true)
                continue
            }
            guard isTaken else { throw Self.refusal(answer, call.place(at: base), who) }
            guard download.bytes.count <= call.answerLimit else { throw Self.tooLarge(call, base) }
            if download.isComplete { return download }
            if let failure {
                let failure = TransportFailure(failure, tries: breaks + 1)
                // What changes something is not done twice, and what is too large does not become smaller.
                guard breaks == 0, call.method == .get, !failure.isTooLarge, !Task.isCancelled else {
                    throw .transport(failure)
                }
            } else if breaks > 1 {
                throw Self.refusal(answer, call.place(at: base), who)
            }
            breaks += 1
        }
    }

    /// Where a file of the server has gone, on the server itself.
    private nonisolated func place(movedTo answer: WholeAnswer, of call: BackendCall, at base: String) -> String? {
        guard (300..<400).contains(answer.status), call.method == .get, base == options.server.httpBase else {
            return nil
        }
        return answer.header("Location").flatMap { LibraryFiles.moved(to: $0, on: options.server) }
    }

    private nonisolated func noteClock(_ answer: WholeAnswer, asked: Double) {
        guard let date = answer.header("Date").flatMap(HTTPDate.init) else { return }
        let answered = WallClock.seconds
        clock.withLock { $0.receive(date: Double(date.seconds), asked: asked, answered: answered) }
    }

    /// How far the server's clock is ahead of ours, in seconds.
    nonisolated var clockSkew: Double { clock.withLock { $0.skew } }

    private static func tooLarge(_ call: BackendCall, _ base: String) -> LibraryError {
        .transport(
            TransportFailure(
                .unexpectedAnswer(
                    address: call.place(at: base), expected: "an answer of at most \(call.answerLimit) bytes",
                    found: "more")))
    }

    private static func refusal(_ answer: WholeAnswer, _ place: String, _ who: SignedIn?) -> LibraryError {
        let words = LibraryRefusal.words(answer.body)
        switch answer.status {
        case 300..<400:
            // Not followed to another server, which would get the token.
            let target = answer.header("Location").flatMap {
                try? BackendAddress(String($0.prefix { $0 != "?" && $0 != "#" }))
            }
            return .noServer(place: place, found: "a redirection" + (target.map { " to \($0.text)" } ?? ""))
        case 401, 403: return .denied(place: place, status: answer.status, words: words, user: who?.user)
        default: return .refused(place: place, status: answer.status, words: words)
        }
    }

    // MARK: Who asks

    /// The name of who is logged in.
    package var user: String? { signedIn?.user }

    /// Takes up the login of an earlier run, or makes one where a user is named; once.
    package func begin() async throws(LibraryError) {
        let task = start ?? Task { await self.takeUp() }
        start = task
        if let error = await task.value {
            // Whoever tries again may find a server that can be reached.
            if error.isOfConnection { start = nil }
            throw error
        }
    }

    private func takeUp() async -> LibraryError? {
        if let kept = tokens?.read(), options.user == nil || options.user == kept.user {
            signedIn = kept
            guard let error = await death(of: kept) else { return nil }
            forget()
            if options.user == nil { return error }
        }
        return await login()
    }

    /// Why a login is none any more; `nil` where it holds, or nobody can say (RN2).
    private func death(of signedIn: SignedIn) async -> LibraryError? {
        do throws(LibraryError) {
            let call = BackendCall.librarySession
            let body = try await answer(call, at: options.server.httpBase, as: signedIn).bytes
            _ = try Self.read(body, call.place(at: options.server.httpBase)) { body throws(BookError) in
                try SignedIn(body, token: signedIn.token)
            }
            return nil
        } catch {
            guard case .denied(_, _, let words, _) = error else { return nil }
            return .signedOut(server: options.name, words: words)
        }
    }

    private func login() async -> LibraryError? {
        guard let user = options.user else { return nil }
        do throws(LibraryError) {
            let call = BackendCall.libraryLogin(user, try password(of: user))
            let body = try await answer(call, at: options.server.httpBase, as: nil).bytes
            let place = call.place(at: options.server.httpBase)
            let found = try Self.read(body, place) { body throws(BookError) in try SignedIn(body) }
            // Whatever the server calls them, this is the name that they are asked for.
            signedIn = SignedIn(found.token, user)
            signedIn.map { tokens?.write($0) }
            return nil
        } catch {
            guard case .denied(let place, _, let words, _) = error else { return error }
            return .unusable("\(place): \(words.isEmpty ? "the login was refused" : words)")
        }
    }

    private nonisolated func password(of user: String) throws(LibraryError) -> Secret {
        if let password = options.password { return password }
        do throws(CommandError) { return try options.ask(user) } catch { throw .unusable(error.reason) }
    }

    private func forget() {
        signedIn = nil
        tokens?.forget()
    }

    /// - Parameter before: as whom was asked what was refused.
    /// - Returns: whether it makes sense to ask again.
    /// - Throws: `.signedOut`; what a new login says.
    func renew(after before: SignedIn?) async throws(LibraryError) -> Bool {
        guard before == signedIn, before != nil else { return before != signedIn }
        let task = renewal ?? Task { await self.renewed() }
        renewal = task
        let result = await task.value
        renewal = nil
        switch result {
        case .none: return false
        case .renewed: return true
        case .failed(let error): throw error
        }
    }

    private func renewed() async -> Renewal {
        guard let current = signedIn, let death = await death(of: current) else { return .none }
        forget()
        guard options.user != nil else { return .failed(death) }
        if let error = await login() { return .failed(error) }
        return .renewed
    }

    /// After an answer that may be that of a dead token: one of nothing (RN1).
    /// - Returns: whether it makes sense to ask again.
    func isAnonymousByMistake() async throws(LibraryError) -> Bool { try await renew(after: signedIn) }

    package func logOut() async throws(LibraryError) {
        guard let current = signedIn ?? tokens?.read() else { return }
        defer { forget() }
        _ = try await answer(.libraryLogout, at: options.server.httpBase, as: current)
    }
}
