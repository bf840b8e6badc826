import JSON

extension JSON {
    /// `null` for `nil`.
    package static func milliseconds(_ span: TimeSpan?) -> JSON { span.map { .double($0.milliseconds) } ?? .null }
    /// `null` for `nil`.
    package static func milliseconds(_ time: Instant?) -> JSON { time.map { .double($0.milliseconds) } ?? .null }
}
