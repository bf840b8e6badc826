import JSON
import SocketIO
import Wire

// Logs of clients.
extension ServerCore {
    func log(_ request: HTTPRequest) throws(HTTPAnswer) -> HTTPAnswer {
        let object = try RequestBody.object(request.body)
        let what = request.target.path.dropFirst("/api/log/".count)
        if what == "session/start" { return try startLog(object) }
        let name = try RequestBody.text("session_id", object)
        guard let session = FrameRecordLine.safeName(name) else { throw .refusal(400, "session_id is not a name") }
        let logs = options.logs
        switch what {
        case "frame": logs?.frames([object], session: session)
        case "frames-batch":
            guard let frames = object["frames"]?.array else { throw .refusal(400, "frames is not a list") }
            guard frames.count <= ServerLimits.loggedFrames else {
                throw .refusal(400, "frames has more than \(ServerLimits.loggedFrames) entries")
            }
            logs?.frames(frames.compactMap(\.object), session: session)
        case "event":
            _ = try RequestBody.text("event_type", object)
            logs?.event(.object(object), session: session)
        case "session/end":
            logs?.event(["event_type": "SESSION_END"], session: session)
            logs?.end(session)
            report("log session \(session) ends")
            return .json(["status": "ok"])
        default: throw .refusal(404, "/api/log/\(what) does not exist")
        }
        return .done
    }

    private func startLog(_ object: JSONObject) throws(HTTPAnswer) -> HTTPAnswer {
        let platform = try RequestBody.text("platform", object)
        logSessions += 1
        let time = options.logs?.time ?? "session\(logSessions)"
        let date = time.prefix { $0 != "." }.replacing("T", with: "_").replacing(":", with: "")
        let wanted = object["session_id"]?.lenientString ?? "\(date)_\(logSessions)_\(platform)"
        guard let name = FrameRecordLine.safeName(wanted) else { throw .refusal(400, "session_id is not a name") }
        report("log session \(name) begins")
        let start: JSON = [
            "event_type": "SESSION_START", "platform": .string(platform), "user_id": object["user_id"] ?? .null,
            "agent_id": object["agent_id"] ?? .null,
        ]
        options.logs?.event(start, session: name)
        return .json(["session_id": .string(name)])
    }

    var logList: HTTPAnswer {
        let names = options.logs?.sessions ?? []
        let rows = names.map { "<li>\($0)</li>" }.joined()
        let note = options.logs == nil ? "<p>Logs are not saved.</p>" : ""
        return .text(
            "<!doctype html><title>Logs</title><h1>Log sessions</h1>\(note)<ul>\(rows)</ul>",
            type: "text/html; charset=utf-8")
    }
}
