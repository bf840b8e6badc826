import Events
import JSON
import SocketIO
import Wire

/// What a stand-in backend serves, and how.
package struct BackendOptions: Sendable {
    package var host = "127.0.0.1"
    /// 0 takes any that is free.
    package var port = 5_003
    /// Web pages that may use it besides those of this machine and its own (`PageAccess`).
    package var allowedOrigins: [String] = []
    package var content: BackendContent
    package var source: any BackendContentSource
    package var session = ServerSession.Settings()
    package var scenario = FaultScenario()
    /// 2 is twice as fast as recorded; 0 as fast as it goes.
    package var speed = 1.0
    /// Whether a message goes on when the next one begins.
    package var overlaps = false
    /// Gets a line for each thing that happens, texts of strangers in it as they are; called on the server's thread, must
    /// not wait.
    package var report: @Sendable (String) -> Void = { _ in }
    /// Answers messages instead of the content; `nil` for none.
    package var speech: (any BackendSpeech)?
    /// Books that are served instead of the content; `nil` for none.
    package var library: (any LibraryBackend)?
    /// Keeps what clients log; `nil` keeps nothing.
    package var logs: (any ClientLogs)?

    package init(_ content: BackendContent, from source: any BackendContentSource) {
        self.content = content
        self.source = source
    }
}

/// Who makes up what is said. Called from the server's thread.
package protocol BackendSpeech: Sendable {
    /// Answers a message, until the task is canceled.
    /// - Parameters:
    ///   - conversation: its id (`Room.conversation`).
    ///   - give: gets messages that go out together, from any thread.
    /// - Returns: why not all could be said.
    func answer(
        _ text: String, in conversation: String, give: @escaping @Sendable ([WireMessage]) -> Void
    ) async -> String?
}

/// Keeps the logs that clients send, and the server's own beside them. Called from several threads; must not wait.
package protocol ClientLogs: Sendable {
    /// Wall clock in UTC, as `2026-03-01T12:00:31.402Z`.
    var time: String { get }
    /// Records of frames as they were sent (specification 1.13). The session's name is safe as a file's.
    func frames(_ records: [JSONObject], session: String)
    /// One event as a JSON object.
    func event(_ event: JSON, session: String)
    /// Nothing more comes for it, unless it begins again.
    func end(_ session: String)
    /// Names of the sessions so far.
    var sessions: [String] { get }
}
