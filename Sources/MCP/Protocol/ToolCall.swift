import JSON

/// A call that is to be carried out.
package struct ToolCall: Hashable, Sendable {
    package var id: JSON
    package var tool: String
    package var arguments: JSONObject
    /// Of a revision in which each request says all about itself.
    var isSelfContained: Bool
}

/// What came of a call.
package enum ToolResult: Sendable {
    /// Text for people, and the same as a value.
    case text(String, JSONObject?)
    /// A PNG file, and what it shows.
    case picture([UInt8], String)
    /// One line that says why there is nothing.
    case failed(String)
}

extension ToolResult {
    var json: JSONObject {
        switch self {
        case .text(let text, let value):
            var result: JSONObject = ["content": [Self.text(text)], "isError": false]
            if let value { result.append("structuredContent", .object(value)) }
            return result
        case .picture(let bytes, let words):
            let picture: JSON = ["type": "image", "data": .string(Base64.encode(bytes)), "mimeType": "image/png"]
            return ["content": [picture, Self.text(words)], "isError": false]
        case .failed(let reason): return ["content": [Self.text(reason)], "isError": true]
        }
    }

    private static func text(_ text: String) -> JSON { ["type": "text", "text": .string(text)] }
}

/// A tool that a client can call.
package struct ToolDescription: Sendable {
    package var name: String
    package var title: String
    /// What it is for, for whoever chooses among tools.
    package var text: String
    /// JSON Schema of its arguments.
    package var schema: JSON

    package init(_ name: String, title: String, _ text: String, schema: JSON) {
        (self.name, self.title, self.text, self.schema) = (name, title, text, schema)
    }

    var json: JSON {
        [
            "name": .string(name), "title": .string(title), "description": .string(text), "inputSchema": schema,
            // Nothing that they do changes anything.
            "annotations": ["readOnlyHint": true, "openWorldHint": false],
        ]
    }
}
