import JSON
import SocketIO

/// A request to a server with books, whole.
package struct LibraryRequest: Sendable {
    package var method: String
    package var target: HTTPTarget
    package var body: [UInt8]
    /// The header of that name.
    package var authorization: String?
    /// The header of that name.
    package var range: String?

    package init(
        _ method: String, _ target: String, body: [UInt8] = [], authorization: String? = nil, range: String? = nil
    ) {
        (self.method, self.target, self.body) = (method, HTTPTarget(target), body)
        (self.authorization, self.range) = (authorization, range)
    }

    /// The token that it shows (reader 1.3): that of the header where there is one, dead or not, with the scheme `Bearer` or none.
    /// - Parameter alsoInQuery: whether `access_token` counts, as it does where players ask that cannot set headers.
    package func token(alsoInQuery: Bool = true) -> String? {
        guard let authorization else { return alsoInQuery ? target["access_token"] : nil }
        let parts = authorization.split(separator: " ")
        switch parts.count {
        case 1: return String(parts[0])
        case 2 where parts[0].lowercased() == "bearer": return String(parts[1])
        default: return nil
        }
    }

    /// A whole number of the query.
    /// - Throws: 422 where it is none, or not in the range.
    func number(_ name: String, in range: ClosedRange<Int>) throws(HTTPAnswer) -> Int? {
        guard let text = target[name] else { return nil }
        guard let number = Int(text) else {
            throw .invalid("query", name, "Input should be a valid integer, unable to parse string as an integer")
        }
        guard number >= range.lowerBound else {
            throw .invalid("query", name, "Input should be greater than or equal to \(range.lowerBound)")
        }
        guard number <= range.upperBound else {
            throw .invalid("query", name, "Input should be less than or equal to \(range.upperBound)")
        }
        return number
    }

    /// One of these names of the query.
    /// - Throws: 422 for another one.
    func choice(_ name: String, of names: [String]) throws(HTTPAnswer) -> String? {
        guard let text = target[name] else { return nil }
        guard names.contains(text) else {
            throw .invalid("query", name, "Input should be \(names.map { "'\($0)'" }.joined(separator: " or "))")
        }
        return text
    }

    /// The body's object.
    /// - Throws: 422 where it is none.
    func object() throws(HTTPAnswer) -> JSONObject {
        guard let object = (try? JSON.parse(body))?.object else {
            throw .invalid("body", nil, "Input should be a valid dictionary")
        }
        return object
    }
}

// The forms in which a server with books refuses (reader 1.1).
extension HTTPAnswer {
    /// `{"detail": text}`
    package static func detail(_ status: Int, _ text: String) -> HTTPAnswer {
        json(["detail": .string(text)], status: status)
    }

    static let notFound = detail(404, "Not Found")
    static let notAuthenticated = detail(401, "Not authenticated")
    static let noJob = detail(404, "Job not found")

    /// 422, with what is wrong with one field.
    static func invalid(_ part: String, _ name: String?, _ words: String) -> HTTPAnswer {
        let place = [part] + (name.map { [$0] } ?? [])
        let entry: JSON = ["type": "value_error", "loc": .array(place.map { .string($0) }), "msg": .string(words)]
        return json(["detail": [entry]], status: 422)
    }
}
