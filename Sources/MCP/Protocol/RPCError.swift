import JSON

/// Why a message is not answered with a result.
package struct RPCError: Error, Hashable, Sendable {
    /// Codes of JSON-RPC, and the protocol's own.
    package enum Code: Int64, Hashable, Sendable {
        case parse = -32700
        case invalidRequest = -32600
        case unknownMethod = -32601
        case invalidParameters = -32602
        case busy = -32000
        case unsupportedVersion = -32022
    }

    package var code: Code
    package var message: String
    package var data: JSON?
    /// Of the request; `null` where that is not known.
    package var id: JSON

    package init(_ code: Code, _ message: String, of id: JSON? = nil, data: JSON? = nil) {
        (self.code, self.message, self.id, self.data) = (code, message, id ?? .null, data)
    }

    package var json: JSON {
        var error: JSONObject = ["code": .int(code.rawValue), "message": .string(message)]
        if let data { error.append("data", data) }
        return ["jsonrpc": "2.0", "id": id, "error": .object(error)]
    }
}
