import Events

extension History.Moment: Packable {
    private enum Number: Int, CaseIterable {
        case kind, time, entry, name, key, generation, width, height, chunk, position, member
    }

    /// Events that occur thirty times a second, and all others.
    private enum Kind: Int64 {
        case tick, wire, picture, sound, other
    }

    package static var numberCount: Int { Number.allCases.count }

    package func pack(into row: inout PackedRow<LocalInput>) {
        row[Number.time] = time.microseconds
        row[Number.member] = row.number(of: member.name)
        switch body {
        case .wire(let entry, let name):
            row[Number.kind] = Kind.wire.rawValue
            row[Number.entry] = entry
            row[Number.name] = Int64(name)
        case .local(.ticked): row[Number.kind] = Kind.tick.rawValue
        case .local(.pictureDecoded(let key, let generation, let size)):
            row[Number.kind] = Kind.picture.rawValue
            row[Number.key] = row.number(of: key.rawValue)
            row[Number.generation] = Int64(generation)
            row[Number.width] = Int64(size.width)
            row[Number.height] = Int64(size.height)
        case .local(.soundMoved(let chunk, let generation, let position)):
            row[Number.kind] = Kind.sound.rawValue
            row[Number.chunk] = Int64(chunk)
            row[Number.generation] = Int64(generation)
            row[Number.position] = position.microseconds
        case .local(let input):
            row[Number.kind] = Kind.other.rawValue
            row.keep(input)
        }
    }

    package init(unpacking row: inout PackedRow<LocalInput>) {
        let member = row.text(row[Number.member]).flatMap { Member($0) } ?? .main
        self.init(time: Instant(microseconds: row[Number.time]), body: Self.body(&row), member: member)
    }

    private static func body(_ row: inout PackedRow<LocalInput>) -> Body {
        let generation = Int(row[Number.generation])
        switch Kind(rawValue: row[Number.kind]) {
        case .tick: return .local(.ticked)
        case .wire: return .wire(row[Number.entry], name: Int32(truncatingIfNeeded: row[Number.name]))
        case .picture:
            let size = PixelSize(width: Int(row[Number.width]), height: Int(row[Number.height]))
            return .local(.pictureDecoded(PictureKey(row.text(row[Number.key]) ?? ""), generation, size))
        case .sound:
            let position = Span(microseconds: row[Number.position])
            return .local(.soundMoved(chunk: Int(row[Number.chunk]), generation, position: position))
        case .other, nil: return .local(row.takeRest())
        }
    }
}
