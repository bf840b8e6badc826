import Events
import JSON
import SocketIO

/// A nasty case of the specification, section 7.3, as rules for a good recording. `SEAM`, `LIPS` and `SEND` are more.
package struct RewriteRecipe: Sendable {
    /// What a viewer or a listener notices of it on a good recording, laid beside that recording.
    package enum Visibility: String, Sendable, CaseIterable {
        /// Other pictures for two frames, or something else to be heard for 30 ms.
        case noticeable
        /// Less than that.
        case slight
        /// Nothing.
        case unnoticed
        /// Nothing, and yet a message is not as the protocol has it.
        case odd
        /// A shorter answer, as good as the one before: there is nothing to lay it beside.
        case another
    }

    package let id: String
    package let visibility: Visibility
    /// What is done to the stream.
    package let does: String
    /// What a player should make of it.
    package let expect: String
    private let build: @Sendable (RewriteOutline) throws -> [String]

    init(
        _ id: String, _ visibility: Visibility, _ does: String, expect: String,
        _ build: @escaping @Sendable (RewriteOutline) throws -> [String]
    ) {
        (self.id, self.visibility, self.does, self.expect, self.build) = (id, visibility, does, expect, build)
    }

    /// All of them, in the order of the specification.
    package static let all: [RewriteRecipe] =
        assembly + order + sound + clips + messages + endings + oddities + lips + sends

    /// - Throws: `RewriteError.unknownRecipe`, which lists the variants when the id is that of a case with several.
    package static func named(_ id: String) throws(RewriteError) -> RewriteRecipe {
        let wanted = id.lowercased()
        if let recipe = all.first(where: { $0.id.lowercased() == wanted }) { return recipe }
        let variants = all.map(\.id).filter { $0.last?.isLetter == true && $0.lowercased().dropLast() == wanted[...] }
        throw .unknownRecipe(id: Oddities.shortened(id), known: variants)
    }

    /// The recipe as rules for this stream.
    /// - Parameters:
    ///   - message: which of its messages to spoil; `nil`: the first one.
    ///   - seed: chooses the frame where one is spoiled; `nil`: the one in the middle.
    /// - Throws: `RewriteError.lacking`.
    package func rules(for index: RewriteIndex, message: Int? = nil, seed: UInt64? = nil) throws(RewriteError)
        -> [RewriteRule]
    {
        let texts: [String]
        do {
            texts = try build(try RewriteOutline(index, message: message, seed: seed))
        } catch {
            throw .lacking(recipe: id, what: (error as? RewriteOutline.Lack)?.what ?? "\(error)")
        }
        var rules: [RewriteRule] = []
        for text in texts {
            var rule = try RewriteRule(text)
            rule.recipe = id
            rules.append(rule)
        }
        return rules
    }
}

extension [EventName] {
    /// Any of them, as a condition of a rule spells it.
    var ruleText: String { map(\.rawValue).joined(separator: "|") }
}

extension String {
    /// A name as a condition of a rule spells it, so that it means nothing else: in quotes unless it is plain.
    package var ruleText: String {
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
        return isPlain && !isEmpty ? self : JSON.string(self).text
    }
}

extension TimeSpan {
    /// As rules spell it.
    var ruleText: String {
        let sign = microseconds < 0 ? "-" : ""
        let (whole, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000)
        guard rest != 0 else { return "\(sign)\(whole)ms" }
        return "\(sign)\(whole).\(String(rest + 1_000).dropFirst())ms"
    }
}

extension Instant {
    var ruleText: String { TimeSpan(microseconds: max(microseconds, 0)).ruleText }
}

extension RewriteOutline.Clip {
    /// As conditions spell it.
    var ruleName: String { name.ruleText }
}

extension RewriteOutline {
    /// Events that bring overlay frames.
    static let batches = "name=receive_frame_image*"

    func of(_ chunk: Chunk) -> String { "message=\(message) chunk=\(chunk.index)" }
    func batches(of chunk: Chunk) -> String { "\(Self.batches) \(of(chunk))" }
    func audio(of chunk: Chunk) -> String { "name=receive_audio \(of(chunk))" }

    /// Rules that leave the first `count` frames of a chunk, as if the backend had made no more.
    func trim(_ chunk: Chunk, to count: Int) -> [String] {
        guard let cut = chunk.frames.dropFirst(count).first?.sequence else { return announce(count, of: chunk) }
        var rules = ["drop where \(of(chunk)) sequence=\(cut).."] + announce(count, of: chunk)
        let left = chunk.batches.count { $0.sequence < cut }
        if chunk.hasTotalBatches, left > 0 { rules.append("set total_batches=\(left) where \(batches(of: chunk))") }
        return rules
    }

    /// Rules that say how many frames a chunk has.
    func announce(_ count: Int, of chunk: Chunk) -> [String] {
        var rules: [String] = []
        if chunk.audio != nil { rules.append("set total_frame_images=\(count) where \(audio(of: chunk))") }
        if chunk.ready != nil {
            rules.append("set total_images_sent=\(count) where name=chunk_images_ready \(of(chunk))")
        }
        return rules
    }

    /// A second message: a copy of this one whose first event comes at `moment`, and of this one nothing from `cut` on.
    func repeated(at moment: Instant, cut: Instant?) -> [String] {
        var rules = ["duplicate \((moment - first).ruleText) where message=\(message)"]
        if let cut, cut <= last { rules.append("drop where message=\(message) copy=0 time=\(cut.ruleText)..") }
        if names.contains("sent") { rules.append("drop where name=sent message=\(message) copy=1") }
        return rules
    }
}
