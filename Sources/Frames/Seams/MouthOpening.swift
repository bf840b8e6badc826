import Events

extension Picture {
    /// How far the mouth of an overlay is open, told from its pixels alone: the share of dark pixels in the middle half of it,
    /// both ways. Dark is less than a quarter as bright as these are in the mean. 0 … 1, on no scale that another avatar has.
    ///
    /// Not a number where less than half of that is opaque.
    package var darkness: Float {
        let columns = size.width / 4..<size.width - size.width / 4
        let rows = size.height / 4..<size.height - size.height / 4
        var lights: [UInt8] = []
        lights.reserveCapacity(columns.count * rows.count)
        bytes.withUnsafeBufferPointer { bytes in
            for y in rows {
                for x in columns {
                    let place = (y * size.width + x) * 4
                    guard bytes[place + 3] > 127 else { continue }
                    let light = 77 * Int(bytes[place]) + 150 * Int(bytes[place + 1]) + 29 * Int(bytes[place + 2])
                    lights.append(UInt8(light >> 8))
                }
            }
        }
        guard !lights.isEmpty, lights.count * 2 >= columns.count * rows.count else { return .nan }
        let sum = lights.reduce(0) { $0 + Int($1) }
        let dark = lights.count { Int($0) * 4 * lights.count < sum }
        return Float(dark) / Float(lights.count)
    }
}
