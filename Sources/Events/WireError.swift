import JSON

/// Why bytes from outside are not what they should be.
package enum WireError: ReasonedError, Hashable {
    /// A text that is not read as JSON.
    case json(JSONError)
    /// More bytes, or more of something else, than `limit`.
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
        case .json(let error): error.reason
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

extension JSONError: ReasonedError {}

extension JSON {
    /// Reads one JSON text, as `parse`.
    package init(wire bytes: some Collection<UInt8>) throws(WireError) {
        do throws(JSONError) { self = try .parse(bytes) } catch { throw .json(error) }
    }

    /// Reads one JSON text, as `parse` does that mends numbers that JSON cannot hold.
    package init(wire bytes: some Collection<UInt8>, _ nonFinite: inout NonFiniteNumbers?) throws(WireError) {
        do throws(JSONError) { self = try .parse(mending: bytes, &nonFinite) } catch { throw .json(error) }
    }
}
