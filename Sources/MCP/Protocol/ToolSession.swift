import Events
import JSON

/// The server's side of the Model Context Protocol with one client, tools alone: a value without clock, threads or pipes, which is
/// given lines and says what is to be answered and done.
///
/// It knows the revisions 2025-06-18 and 2025-11-25, in which a client says `initialize` first, and 2026-07-28, in which each request
/// names its revision and nothing is said first.
package struct ToolSession: Sendable {
    package enum Action: Sendable {
        case answer(JSON)
        case call(ToolCall)
        /// Nobody waits for the call with this identifier any more.
        case cancel(JSON)
    }

    private let server: JSONObject
    private let instructions: String
    private let tools: [ToolDescription]
    private var isInitialized = false
    /// Identifiers of calls that are to be answered.
    private var running: Set<JSON> = []

    /// Revisions with `initialize`, the newest last.
    package static let spokenFirst = ["2025-06-18", "2025-11-25"]
    package static let selfContained = "2026-07-28"
    /// Calls that wait or run at once.
    package static let callLimit = 64

    private static let versionKey = "io.modelcontextprotocol/protocolVersion"
    private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"
    private static let serverKey = "io.modelcontextprotocol/serverInfo"

    package init(name: String, version: String, instructions: String, tools: [ToolDescription]) {
        server = ["name": .string(name), "version": .string(version)]
        (self.instructions, self.tools) = (instructions, tools)
    }

    // MARK: Hearing

    /// - Parameter line: without its end; an empty one says nothing.
    package mutating func receive(_ line: some Collection<UInt8>) -> [Action] {
        guard line.contains(where: { !Self.blanks.contains($0) }) else { return [] }
        do {
            switch try RPCMessage(line) {
            case .response: return []
            case .notification(let method, let parameters): return notified(method, parameters)
            case .request(let id, let method, let parameters): return [try requested(id, method, parameters)]
            }
        } catch {
            return [.answer(error.json)]
        }
    }

    private static let blanks: [UInt8] = [0x20, 0x09, 0x0D]

    private mutating func notified(_ method: String, _ parameters: JSONObject) -> [Action] {
        guard method == "notifications/cancelled", let id = parameters["requestId"], running.remove(id) != nil
        else { return [] }
        return [.cancel(id)]
    }

    private mutating func requested(
        _ id: JSON, _ method: String, _ parameters: JSONObject
    ) throws(RPCError) -> Action {
        guard !running.contains(id) else {
            throw RPCError(.invalidRequest, "id: a call with this id is still running", of: id)
        }
        guard let version = parameters["_meta"]?.object?[Self.versionKey] else {
            return try spoken(id, method, parameters)
        }
        guard let version = version.string, parameters["_meta"]?.object?[Self.capabilitiesKey]?.object != nil else {
            throw RPCError(
                .invalidParameters,
                "_meta: expected \(Self.versionKey), a text, and \(Self.capabilitiesKey), an object",
                of: id)
        }
        guard version == Self.selfContained, method != "initialize" else {
            throw RPCError(
                .unsupportedVersion, "expected protocol version \(Self.selfContained), found \"\(version)\"", of: id,
                data: ["supported": Self.versions, "requested": .string(version)])
        }
        switch method {
        case "server/discover": return .answer(discovered(id))
        case "tools/list": return .answer(try list(id, parameters, isSelfContained: true))
        case "tools/call": return try call(id, parameters, isSelfContained: true)
        default: throw RPCError(.unknownMethod, "unknown method \"\(method)\"", of: id)
        }
    }

    /// Of a revision with `initialize`.
    private mutating func spoken(_ id: JSON, _ method: String, _ parameters: JSONObject) throws(RPCError) -> Action {
        switch method {
        case "initialize": return .answer(try initialize(id, parameters))
        case "ping": return .answer(RPCMessage.answer(id, [:]))
        case "tools/list", "tools/call":
            guard isInitialized else { throw RPCError(.invalidRequest, "expected initialize first", of: id) }
            return method == "tools/list"
                ? .answer(try list(id, parameters, isSelfContained: false))
                : try call(id, parameters, isSelfContained: false)
        default: throw RPCError(.unknownMethod, "unknown method \"\(method)\"", of: id)
        }
    }

    // MARK: Answering

    private static let versions = JSON.array((spokenFirst + [selfContained]).map { .string($0) })
    private static let capabilities: JSON = ["tools": [:]]

    private mutating func initialize(_ id: JSON, _ parameters: JSONObject) throws(RPCError) -> JSON {
        guard !isInitialized else { throw RPCError(.invalidRequest, "initialize was already received", of: id) }
        guard let wanted = parameters["protocolVersion"]?.string else {
            throw RPCError(.invalidParameters, "protocolVersion: expected text", of: id)
        }
        isInitialized = true
        // A client that cannot speak the one that it is offered leaves.
        let version = Self.spokenFirst.contains(wanted) ? wanted : Self.spokenFirst[Self.spokenFirst.count - 1]
        return RPCMessage.answer(
            id,
            [
                "protocolVersion": .string(version), "capabilities": Self.capabilities, "serverInfo": .object(server),
                "instructions": .string(instructions),
            ])
    }

    private func discovered(_ id: JSON) -> JSON {
        answer(
            id,
            [
                "supportedVersions": Self.versions, "capabilities": Self.capabilities,
                "instructions": .string(instructions), "ttlMs": 0, "cacheScope": "private",
            ], isSelfContained: true)
    }

    private func list(_ id: JSON, _ parameters: JSONObject, isSelfContained: Bool) throws(RPCError) -> JSON {
        // All are on the first page, so that there is no cursor that could be right.
        guard parameters["cursor"] == nil else {
            throw RPCError(.invalidParameters, "cursor: no such page", of: id)
        }
        var result: JSONObject = ["tools": .array(tools.map(\.json))]
        if isSelfContained { result.members += [.init("ttlMs", 0), .init("cacheScope", "private")] }
        return answer(id, result, isSelfContained: isSelfContained)
    }

    private mutating func call(_ id: JSON, _ parameters: JSONObject, isSelfContained: Bool) throws(RPCError) -> Action {
        guard let name = parameters["name"]?.string else {
            throw RPCError(.invalidParameters, "name: expected text", of: id)
        }
        guard tools.contains(where: { $0.name == name }) else {
            throw RPCError(.invalidParameters, "unknown tool \"\(name)\"", of: id)
        }
        guard let arguments = parameters["arguments"].map(\.object) ?? JSONObject() else {
            throw RPCError(.invalidParameters, "arguments: expected an object", of: id)
        }
        guard running.count < Self.callLimit else {
            throw RPCError(.busy, "\(Self.callLimit) calls are still running", of: id)
        }
        running.insert(id)
        return .call(ToolCall(id: id, tool: name, arguments: arguments, isSelfContained: isSelfContained))
    }

    /// - Returns: what answers the call; `nil` when it was canceled, which is answered with nothing.
    package mutating func finish(_ call: ToolCall, _ result: ToolResult) -> JSON? {
        guard running.remove(call.id) != nil else { return nil }
        return answer(call.id, result.json, isSelfContained: call.isSelfContained)
    }

    private func answer(_ id: JSON, _ result: JSONObject, isSelfContained: Bool) -> JSON {
        guard isSelfContained else { return RPCMessage.answer(id, result) }
        var result = result
        result.append("resultType", "complete")
        result.append("_meta", .object(JSONObject([.init(Self.serverKey, .object(server))])))
        return RPCMessage.answer(id, result)
    }
}
