import Checks
import Events
import JSON
import Scripts
import Wire

/// The arguments of a call.
struct ToolArguments {
    private let object: JSONObject

    /// - Parameter tool: whose schema says which there are.
    /// - Throws: `CommandError.unusable` for one that the tool does not know.
    init(_ object: JSONObject, of tool: String) throws(CommandError) {
        self.object = object
        let schema = TapeTools.all.first { $0.name == tool }?.schema.object
        let known = schema?["properties"]?.object?.members.map(\.key) ?? []
        if let other = object.members.first(where: { !known.contains($0.key) }) {
            throw .unusable("\(OutsideText.shown(other.key, cells: 40)): expected \(known.joined(separator: ", "))")
        }
    }

    func text(_ name: String) throws(CommandError) -> String {
        guard let value = try optionalText(name) else { throw .unusable("\(name): missing") }
        return value
    }

    func optionalText(_ name: String) throws(CommandError) -> String? {
        guard let value = object[name] else { return nil }
        guard let text = value.string else { throw wrong(name, "text", value) }
        return text
    }

    func integer(_ name: String, _ range: ClosedRange<Int>) throws(CommandError) -> Int? {
        guard let value = object[name] else { return nil }
        guard let number = Self.whole(value), range.contains(number) else {
            throw wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)", value)
        }
        return number
    }

    /// To JSON Schema `3.0` is an integer, too.
    private static func whole(_ value: JSON) -> Int? {
        switch value {
        case .int(let number): Int(exactly: number)
        case .double(let number): Int(exactly: number)
        default: nil
        }
    }

    func flag(_ name: String) throws(CommandError) -> Bool {
        guard let value = object[name] else { return false }
        guard case .bool(let flag) = value else { throw wrong(name, "true or false", value) }
        return flag
    }

    /// - Returns: `nil` where there is none.
    func frame(_ name: String) throws(CommandError) -> AskedFrame? {
        guard let value = object[name] else { return nil }
        let text = Self.whole(value).map { "\($0)" } ?? value.string
        guard let frame = text.flatMap({ AskedFrame($0) }) else { throw wrong(name, AskedFrame.expected, value) }
        return frame
    }

    private func wrong(_ name: String, _ expected: String, _ value: JSON) -> CommandError {
        .unusable("\(name): expected \(expected), found \(OutsideText.shown(value.text, cells: 60))")
    }
}
