import Events

extension StatusLine {
    /// Less than half a second is what a picture and a key take. Without a link there is an end to be behind, but not live.
    static func lag(_ lag: Span, hasLink: Bool) -> String {
        let word = hasLink ? "live" : "end"
        if lag < .milliseconds(500) { return hasLink ? "\(word)  " : "" }
        return "\(word) -\(FrameLine.time(Instant.zero + lag)) s  "
    }
}
