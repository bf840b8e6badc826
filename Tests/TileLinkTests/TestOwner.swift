import Platform
import Support
import Synchronization

@testable import TileLink

/// Shows no tile and speaks to nobody, but does all that the owner of a server has to.
final class TestOwner: Sendable {
    struct Past {
        var queue: UtteranceQueue
        var events: [UtteranceEvent] = []
        var effects: [UtteranceEffect] = []
        /// What was given to be spoken, of each that was begun.
        var texts: [UtteranceID: String] = [:]
        var begun: [UtteranceID] = []
        var finished: [UtteranceID] = []
        /// Of its own accord: a text is taken when it comes, and said when it is finished.
        var takes: Bool
        var says: Bool
    }

    let folder: Folder
    private let past: Mutex<Past>
    private let server = Mutex<TileServer?>(nil)

    init(patience: Int64 = 600_000, takes: Bool = true, says: Bool = true, refusal: String? = nil) throws {
        folder = try Folder()
        past = Mutex(Past(queue: UtteranceQueue(refusal: refusal), takes: takes, says: says))
        let server = try TileServer(name: "Ada", folder: folder.file("tiles"), patience: patience) { [weak self] in
            self?.handle($0)
        }
        self.server.withLock { $0 = server }
    }

    var path: String { server.withLock { $0?.path ?? "" } }
    var environment: [String: String] { [Environment.tileName: path] }
    var now: Past { past.withLock { $0 } }
    /// In the order in which they were begun.
    var texts: [String] { past.withLock { past in past.begun.map { past.texts[$0] ?? "" } } }

    func close() { server.withLock { $0?.close() } }

    /// From now on what comes is taken, and said.
    func goOn() {
        let (waiting, finished) = past.withLock { past in
            (past.takes, past.says) = (true, true)
            return (past.texts, past.finished)
        }
        for (id, text) in waiting { server.withLock { $0?.took(text.utf8.count, of: id) } }
        for id in finished { handle(.said(id)) }
    }

    func handle(_ event: UtteranceEvent) {
        past.withLock { past in
            past.events.append(event)
            var effects = past.queue.handle(event)[...]
            while let effect = effects.popFirst() {
                past.effects.append(effect)
                effects += perform(effect, &past)
            }
        }
    }

    private func perform(_ effect: UtteranceEffect, _ past: inout Past) -> [UtteranceEffect] {
        switch effect {
        case .begin(let id): past.begun.append(id)
        case .append(let id, let text):
            past.texts[id, default: ""] += text
            if past.takes { server.withLock { $0?.took(text.utf8.count, of: id) } }
        case .finish(let id):
            past.finished.append(id)
            if past.says { return past.queue.handle(.said(id)) }
        case .stop: break
        case .tell(let id, let answer): server.withLock { $0?.tell(id, answer) }
        }
        return []
    }

    /// The client of this process.
    func client() throws -> TileClient {
        guard case .alive(let client) = TileClient.find(environment, milliseconds: 60_000) else { throw NoClient() }
        return client
    }

    struct NoClient: Error {}
}
