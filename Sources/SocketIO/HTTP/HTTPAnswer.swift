import JSON

/// An answer to an HTTP request, small and whole.
package struct HTTPAnswer: Hashable, Sendable, Error {
    package struct Header: Hashable, Sendable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
    }

    package var status: Int
    package var type: String
    /// Beside those that all answers have.
    package var headers: [Header] = []
    package var body: [UInt8]

    package init(_ status: Int, type: String, headers: [Header] = [], body: [UInt8]) {
        self.status = status
        self.type = type
        self.headers = headers
        self.body = body
    }

    package static func json(_ json: JSON, status: Int = 200) -> HTTPAnswer {
        HTTPAnswer(status, type: "application/json", body: json.utf8)
    }

    /// Whether HTTP has room for a body behind this status (RFC 9110, 6.4.1).
    package var mayHaveBody: Bool { !(100..<200).contains(status) && status != 204 && status != 304 }

    /// `{"error": reason}`
    package static func refusal(_ status: Int, _ reason: String) -> HTTPAnswer {
        json(["error": .string(reason)], status: status)
    }

    package static func text(_ text: String, status: Int = 200, type: String = "text/plain; charset=utf-8")
        -> HTTPAnswer
    {
        HTTPAnswer(status, type: type, body: Array(text.utf8))
    }

    /// No body.
    package static let done = HTTPAnswer(204, type: "text/plain", body: [])
}
