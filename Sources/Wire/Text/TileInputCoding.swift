import Events
import JSON

/// What the tile hears, as a name and JSON (docs/reference/call-events.md).
enum TileInputCoding {
    static func encode(_ input: TileInput) -> (name: InputName, data: JSON) {
        switch input {
        case .stage(let stage): (.stage, ["state": .string(stage.rawValue)])
        case .window(let window): (.window, encode(window))
        case .settings(let settings): (.tile, .object(JSONObject(settings.map(encode))))
        case .image(let image, let failure):
            (.image, .object(JSONObject(encode(image) + outcome("loaded", failure: failure))))
        case .source(let source, let outcome): (.source, .object(JSONObject(encode(source) + encode(outcome))))
        case .firstFrame(let source): (.firstFrame, .object(JSONObject(encode(source))))
        case .frameDecoded(let source, let picture, let size):
            (.frameDecoded, .object(JSONObject(encode(source) + encode(picture) + encode(size))))
        case .frameFailed(let source, let picture, let reason):
            (
                .frameFailed,
                .object(JSONObject(encode(source) + encode(picture) + [.init("reason", .string(reason))]))
            )
        case .suspended: (.suspended, nil)
        case .continued: (.continued, nil)
        }
    }

    /// - Precondition: the name is one of the tile's.
    static func decode(_ name: InputName, _ fields: InputFields) throws(WireError) -> TileInput {
        switch name {
        case .stage: return .stage(try fields.choice("state"))
        case .window: return .window(try window(fields))
        case .tile: return .settings(try settings(fields))
        case .image: return .image(try image(fields), failure: try failure("loaded", fields))
        case .source: return .source(try source(fields), try outcome(fields))
        case .firstFrame: return .firstFrame(try source(fields))
        case .frameDecoded: return .frameDecoded(try source(fields), try picture(fields), try size(fields))
        case .frameFailed: return .frameFailed(try source(fields), try picture(fields), reason: try fields.reason())
        case .suspended: return .suspended
        case .continued: return .continued
        default: preconditionFailure("an input of the engine")
        }
    }

    // MARK: Window

    private static let cells = 0...65_535

    private static func encode(_ window: TileWindow) -> JSON {
        var object: JSONObject = ["columns": .number(window.area.columns), "rows": .number(window.area.rows)]
        if let band = window.band { object.append("band", [.number(band.lowerBound), .number(band.upperBound)]) }
        if window.pixelAspect != 1 { object.append("pixel_aspect", .double(window.pixelAspect)) }
        return .object(object)
    }

    private static func window(_ fields: InputFields) throws(WireError) -> TileWindow {
        let area = CellSize(
            columns: try fields.count("columns", in: cells), rows: try fields.count("rows", in: cells))
        return TileWindow(area: area, band: try band(fields), pixelAspect: try aspect(fields))
    }

    private static func band(_ fields: InputFields) throws(WireError) -> Range<Int>? {
        guard let value = fields.object["band"] else { return nil }
        let rows = value.array?.compactMap(\.lenientInt) ?? []
        guard rows.count == 2, rows.allSatisfy(cells.contains), rows[0] <= rows[1] else {
            throw .badField(name: "band", reason: "is not a range of rows")
        }
        return rows[0]..<rows[1]
    }

    private static func aspect(_ fields: InputFields) throws(WireError) -> Double {
        guard let value = fields.object["pixel_aspect"] else { return 1 }
        guard let aspect = value.lenientDouble, aspect > 0 else {
            throw .badField(name: "pixel_aspect", reason: "is not a number above 0")
        }
        return aspect
    }

    // MARK: Settings

    private static func encode(_ setting: TileSetting) -> JSONObject.Member {
        switch setting {
        case .mode(let mode): JSONObject.Member("mode", .string(mode.rawValue))
        case .corner(let corner): JSONObject.Member("corner", .string(corner.rawValue))
        case .size(let size): JSONObject.Member("size", .string(size.rawValue))
        case .policy(.adaptive): JSONObject.Member("policy", "adaptive")
        case .policy(.fixed(let size)): JSONObject.Member("policy", .object(JSONObject(encode(size))))
        case .includesLocal(let flag): JSONObject.Member("include_local", .bool(flag))
        }
    }

    private static func settings(_ fields: InputFields) throws(WireError) -> [TileSetting] {
        var settings: [TileSetting] = []
        for name in fields.object.members.map(\.key) {
            switch name {
            case "mode": settings.append(.mode(try fields.choice(name)))
            case "corner": settings.append(.corner(try fields.choice(name)))
            case "size": settings.append(.size(try fields.choice(name)))
            case "policy": settings.append(.policy(try policy(fields)))
            case "include_local": settings.append(.includesLocal(try fields.flag(name)))
            default: throw .badField(name: name, reason: "is not a setting of the tile")
            }
        }
        return settings
    }

    private static func policy(_ fields: InputFields) throws(WireError) -> TilePolicy {
        let value = fields.object["policy"]
        if value?.string == "adaptive" { return .adaptive }
        guard let object = value?.object else {
            throw .badField(name: "policy", reason: "is neither \"adaptive\" nor a width and a height")
        }
        return .fixed(try size(InputFields(object: object)))
    }

    // MARK: Pictures and sources

    private static func encode(_ image: CallImage) -> [JSONObject.Member] {
        switch image {
        case .file(let path): [.init("file", .string(path))]
        case .address(let address): [.init("address", .string(address))]
        case .picture(let payload): encode(payload)
        }
    }

    private static func encode(_ picture: Payload) -> [JSONObject.Member] {
        [.init("picture", .string(picture.hash.hex)), .init("bytes", .number(picture.byteCount))]
    }

    private static func image(_ fields: InputFields) throws(WireError) -> CallImage {
        if fields.object["file"] != nil { return .file(try fields.text("file")) }
        if fields.object["address"] != nil { return .address(try fields.text("address")) }
        return .picture(try picture(fields))
    }

    private static func picture(_ fields: InputFields) throws(WireError) -> Payload {
        guard let hash = ContentHash(hex: try fields.text("picture")) else {
            throw .badField(name: "picture", reason: "is not a hash of 64 hexadecimal digits")
        }
        return Payload(hash: hash, byteCount: try fields.count("bytes"))
    }

    private static func encode(_ source: SourceIdentity) -> [JSONObject.Member] {
        [.init("source", .string(source.name))]
            + (source.instance == 0 ? [] : [.init("instance", .number(source.instance))])
    }

    private static func source(_ fields: InputFields) throws(WireError) -> SourceIdentity {
        let range = -Limits.index...Limits.index
        let instance = fields.object["instance"] == nil ? 0 : try fields.count("instance", in: range)
        return SourceIdentity(name: try fields.text("source"), instance: instance)
    }

    private static func encode(_ size: PixelSize) -> [JSONObject.Member] {
        [.init("width", .number(size.width)), .init("height", .number(size.height))]
    }

    private static func size(_ fields: InputFields) throws(WireError) -> PixelSize {
        PixelSize(width: try fields.count("width"), height: try fields.count("height"))
    }

    private static func encode(_ outcome: SourceOutcome) -> [JSONObject.Member] {
        switch outcome {
        case .opened(let size, let aspect):
            [.init("opened", true)] + encode(size) + (aspect == 1 ? [] : [.init("pixel_aspect", .double(aspect))])
        case .failed(let reason): self.outcome("opened", failure: reason)
        case .ended: [.init("ended", true)]
        case .delivered(let level): [.init("quality", .number(level))]
        }
    }

    private static func outcome(_ fields: InputFields) throws(WireError) -> SourceOutcome {
        if fields.object["ended"] != nil {
            guard try fields.flag("ended") else { throw .badField(name: "ended", reason: "is not true") }
            return .ended
        }
        if fields.object["quality"] != nil { return .delivered(level: try fields.count("quality", in: 0...3)) }
        if let reason = try failure("opened", fields) { return .failed(reason: reason) }
        return .opened(try size(fields), pixelAspect: try aspect(fields))
    }

    private static func outcome(_ name: String, failure: String?) -> [JSONObject.Member] {
        [.init(name, .bool(failure == nil))] + (failure.map { [.init("reason", .string($0))] } ?? [])
    }

    /// The reason where something did not succeed.
    private static func failure(_ name: String, _ fields: InputFields) throws(WireError) -> String? {
        try fields.flag(name) ? nil : try fields.reason()
    }
}

extension InputFields {
    /// One of the words of a type.
    fileprivate func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String
    ) throws(WireError) -> Choice {
        if let choice = Choice(rawValue: try text(name)) { return choice }
        let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw .badField(name: name, reason: "is none of \(known)")
    }
}
