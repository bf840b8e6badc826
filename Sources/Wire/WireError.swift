import Events

/// Why bytes from outside are not what they should be.
package enum WireError: ReasonedError, Hashable {
    /// No JSON. `line` and `column` count from 1, `offset` counts bytes from 0.
    case notJSON(reason: String, line: Int, column: Int, offset: Int)
    /// Arrays and objects nested deeper than `limit`.
    case tooDeep(limit: Int)
    /// More bytes, or more values in one text, than `limit`.
    case tooLarge(what: String, limit: Int)
    /// A local input's name that this program does not know.
    case unknownInput(name: String)
    /// A member is missing or is not what it should be.
    case badField(name: String, reason: String)
    /// What a user gives as the address of a backend or a server is none.
    case badAddress(reason: String)
    /// A packet of Engine.IO or Socket.IO that is none.
    case badPacket(reason: String)
    /// One of many lines. `place` says of what, and which one it is.
    case badLine(place: String, reason: String)
    /// Bytes that a stored message refers to are not there.
    case missingBlob(ContentHash)

    /// One line for people, without the place of the file.
    package var reason: String {
        switch self {
        case .notJSON(let reason, _, let column, _): "not JSON: \(reason) (column \(column))"
        case .tooDeep(let limit): "nested deeper than \(limit) levels"
        case .tooLarge(let what, let limit): "more than \(limit) \(what)"
        case .unknownInput(let name): "unknown input \"\(name)\""
        case .badField(let name, let reason): "\"\(name)\" \(reason)"
        case .badAddress(let reason): "the address \(reason)"
        case .badPacket(let reason): reason
        case .badLine(let place, let reason): "\(place): \(reason)"
        case .missingBlob(let hash): "the bytes \(hash.hex) are missing"
        }
    }
}
