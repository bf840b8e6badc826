import JSON

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
