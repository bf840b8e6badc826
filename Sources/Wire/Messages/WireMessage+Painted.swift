import Events
import JSON

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
