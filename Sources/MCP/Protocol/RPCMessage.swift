import Events
import JSON

/// One message of JSON-RPC 2.0, as a client sends it on a line.
package enum RPCMessage: Hashable, Sendable {
    case request(id: JSON, method: String, parameters: JSONObject)
    case notification(method: String, parameters: JSONObject)
    /// To a request of ours, of which there are none.
    case response

    /// Reads one text. Lists of messages are refused: the protocol has none since its revision of 2025-06-18.
    /// - Throws: `RPCError`, with the identifier where the text has one.
    package init(_ text: some Collection<UInt8>) throws(RPCError) {
        let value: JSON
        do {
            value = try JSON.parse(text)
        } catch {
            throw RPCError(.parse, error.reason)
        }
        guard let object = value.object else { throw RPCError(.invalidRequest, "expected an object") }
        let id = object["id"].map(Self.identifier)
        switch id {
        case nil, .string, .int: break
        default: throw RPCError(.invalidRequest, "id: expected text or a whole number")
        }
        // Elsewhere null is as good as absent; here it would make a notification of a request, and that is not answered.
        guard id != nil || !object.members.contains(where: { $0.key == "id" }) else {
            throw RPCError(.invalidRequest, "id: expected text or a whole number, found null")
        }
        guard object["jsonrpc"] == "2.0" else {
            throw RPCError(.invalidRequest, "jsonrpc: expected \"2.0\"", of: id)
        }
        guard let method = object["method"] else {
            guard id != nil, object["result"] != nil || object["error"] != nil else {
                throw RPCError(.invalidRequest, "method: is missing", of: id)
            }
            self = .response
            return
        }
        guard let method = method.string else { throw RPCError(.invalidRequest, "method: expected text", of: id) }
        guard let parameters = object["params"].map(\.object) ?? JSONObject() else {
            throw RPCError(.invalidParameters, "params: expected an object", of: id)
        }
        self =
            id.map { .request(id: $0, method: method, parameters: parameters) }
            ?? .notification(method: method, parameters: parameters)
    }

    /// Where a text has a number beyond 64 bits, all of its numbers are read as fractions, this one, too.
    private static func identifier(_ value: JSON) -> JSON {
        if case .double(let number) = value, let whole = Int64(exactly: number) { .int(whole) } else { value }
    }

    /// What answers a request.
    package static func answer(_ id: JSON, _ result: JSONObject) -> JSON {
        ["jsonrpc": "2.0", "id": id, "result": .object(result)]
    }
}
