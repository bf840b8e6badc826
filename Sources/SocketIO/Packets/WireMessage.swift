import Events
import JSON

/// A Socket.IO event as the wire has it: where a binary value belongs, the arguments hold
/// `{"_placeholder":true,"num":k}`, and `attachments[k]` are its bytes (specification 1.1).
package struct WireMessage: Hashable, Sendable {
    package let name: String
    package var arguments: [JSON]
    package var attachments: [[UInt8]]
    /// What was strange about its text and was mended when it was received, in words.
    package var oddities: [String]

    /// - Parameter name: NUL in it becomes `␀`, since a tape's column ends there; no event that we know has one.
    package init(name: String, arguments: [JSON], attachments: [[UInt8]] = [], oddities: [String] = []) {
        self.name = name.utf8.contains(0) ? String(name.map { $0 == "\0" ? "␀" : $0 }) : name
        self.arguments = arguments
        self.attachments = attachments
        self.oddities = oddities
    }

    package init(event: EventName, arguments: [JSON], attachments: [[UInt8]] = []) {
        self.init(name: event.rawValue, arguments: arguments, attachments: attachments)
    }

    package init(request: RequestName, arguments: [JSON]) {
        self.init(name: request.rawValue, arguments: arguments)
    }

    /// `nil` for one that the protocol does not know.
    package var event: EventName? { EventName(rawValue: name) }

    /// `nil` for what no client asks.
    package var request: RequestName? { RequestName(rawValue: name) }

    package static func placeholder(_ number: Int) -> JSON { ["_placeholder": true, "num": .int(Int64(number))] }

    /// The attachment's number when the value is a placeholder and nothing else.
    package static func placeholderNumber(_ object: JSONObject) -> Int? {
        guard object.members.count == 2, object.members[0].key == "_placeholder", object.members[1].key == "num",
            case .bool(true) = object.members[0].value, case .int(let number) = object.members[1].value
        else { return nil }
        return Int(exactly: number)
    }
}

/// What the cache of clips has, in the backend's own words, marked as not coming from it: the tape is complete, and says what was
/// received.
extension WireMessage {
    package init(fromCache event: EventName, _ data: JSONObject, _ attachments: [[UInt8]] = []) {
        var data = data
        data.append("source", "cache")
        self.init(event: event, arguments: [.object(data)], attachments: attachments)
    }
}

extension WireMessage {
    /// Stands on a tape for what came and could not be read.
    package init(unreadable error: WireError) {
        self.init(event: .unreadable, arguments: [["reason": .string(error.reason)]])
    }
}

extension WireMessage {
    /// What was painted of a frame of a pipe or a file, for the tape: nothing else of it is kept (picture-in-picture 10).
    /// - Parameter crop: the part of the frame that was shown, in its pixels.
    package init(painted picture: [UInt8], of source: SourceIdentity, in cells: CellSize, crop: PixelRect?) {
        var painted: JSONObject = ["columns": .number(cells.columns), "rows": .number(cells.rows)]
        if let crop {
            painted.append(
                "crop",
                [.number(crop.minX), .number(crop.minY), .number(crop.size.width), .number(crop.size.height)])
        }
        self.init(
            event: .callFrame,
            arguments: [
                [
                    "source": .string(source.name), "instance": .number(source.instance),
                    "painted": .object(painted), "picture": Self.placeholder(0),
                ]
            ], attachments: [picture])
    }
}
