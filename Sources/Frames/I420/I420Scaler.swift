import Events

/// Frames of one layout to pictures of one tile, in one step: the area mean of Y, U and V under each half-block pixel, rounded
/// half up, then its color (picture-in-picture 5.2).
///
/// Cost: some 64 samples of each plane a pixel of the tile, however large the frames.
package struct I420Scaler: Hashable, Sendable {
    package let layout: I420Layout
    package let crop: I420Crop
    package let conversion: YUVConversion
    package let isMirrored: Bool
    private let luma: Plane
    private let chroma: Plane

    /// How a plane is read.
    fileprivate struct Plane: Hashable, Sendable {
        let size: PixelSize
        let columns: SampleAxis
        let rows: SampleAxis

        init(_ size: PixelSize, _ crop: I420Crop, pixels: Int, isMirrored: Bool) {
            let (source, target) = (crop.source, crop.target.size)
            let columns = SampleAxis(
                start: source.minX, length: source.size.width, target: target.width, pixels: pixels)
            rows = SampleAxis(start: source.minY, length: source.size.height, target: target.height, pixels: pixels)
            self.columns = isMirrored ? columns.mirrored : columns
            self.size = size
            // What is read is inside of the plane, whatever the bytes are.
            precondition(
                [(columns, size.width), (rows, size.height)].allSatisfy { axis, side in
                    axis.samples.allSatisfy { (0..<side).contains($0.place) }
                }, "a crop lies inside of its frame")
        }
    }

    /// - Precondition: the crop is one of frames of this layout.
    package init(_ layout: I420Layout, _ crop: I420Crop, _ conversion: YUVConversion, isMirrored: Bool = false) {
        self.layout = layout
        self.crop = crop
        self.conversion = conversion
        self.isMirrored = isMirrored
        luma = Plane(layout.size, crop, pixels: 1, isMirrored: isMirrored)
        chroma = Plane(layout.chromaSize, crop, pixels: 2, isMirrored: isMirrored)
    }

    /// The tile's pixels; those around a frame that is shown whole are transparent.
    /// - Precondition: the frame has this scaler's layout.
    package func image(of frame: I420Frame) -> PixelImage {
        precondition(frame.layout == layout, "a frame is scaled by its own scaler")
        let count = crop.target.size.count
        let (y, u, v) = frame.bytes.withUnsafeBufferPointer { bytes in
            (
                luma.means(of: bytes[..<layout.startOfU], count),
                chroma.means(of: bytes[layout.startOfU..<layout.startOfV], count),
                chroma.means(of: bytes[layout.startOfV...], count)
            )
        }
        let (target, width) = (crop.target, crop.tile.width)
        var bytes = [UInt8](repeating: target.size == crop.tile ? 255 : 0, count: crop.tile.count * 4)
        for row in 0..<target.size.height {
            for column in 0..<target.size.width {
                let from = row * target.size.width + column
                let color = conversion.color(y[from], u[from], v[from])
                let to = ((target.minY + row) * width + target.minX + column) * 4
                bytes[to] = color.red
                bytes[to + 1] = color.green
                bytes[to + 2] = color.blue
                bytes[to + 3] = 255
            }
        }
        return PixelImage(size: crop.tile, bytes: bytes)
    }
}

extension I420Scaler.Plane {
    /// One value a target pixel, row by row. Sums: a row's weights add up to 16,384 at most, both axes' to 2^28.
    fileprivate func means(of plane: Slice<UnsafeBufferPointer<UInt8>>, _ count: Int) -> [UInt8] {
        let samples = UnsafeBufferPointer(rebasing: plane)
        precondition(samples.count == size.count, "a plane has all of its samples")
        let division = ExactDivision(by: UInt64(columns.total) * UInt64(rows.total))
        let width = columns.ends.count
        var sums = [UInt32](repeating: 0, count: width)
        var totals = [UInt64](repeating: 0, count: width)
        var summed = -1
        var means: [UInt8] = []
        means.reserveCapacity(count)
        for position in rows.ends.indices {
            for index in 0..<width { totals[index] = 0 }
            for row in rows.samples(of: position) {
                // The last row of one pixel is often the first of the next.
                if row.place != summed {
                    let start = row.place * size.width
                    sum(UnsafeBufferPointer(rebasing: samples[start..<start + size.width]), &sums)
                    summed = row.place
                }
                let weight = UInt64(row.weight)
                for index in 0..<width { totals[index] &+= UInt64(sums[index]) &* weight }
            }
            for total in totals { means.append(UInt8(truncatingIfNeeded: division.rounded(total))) }
        }
        return means
    }

    /// The weighted sums of one row of samples. Through pointers: all samples of a frame that are read go through here.
    private func sum(_ row: UnsafeBufferPointer<UInt8>, _ sums: inout [UInt32]) {
        columns.samples.withUnsafeBufferPointer { samples in
            columns.ends.withUnsafeBufferPointer { ends in
                sums.withUnsafeMutableBufferPointer { sums in
                    var next = 0
                    for position in 0..<ends.count {
                        var sum: UInt32 = 0
                        for index in next..<ends[position] {
                            let sample = samples[index]
                            sum &+= UInt32(row[sample.place]) &* sample.weight
                        }
                        next = ends[position]
                        sums[position] = sum
                    }
                }
            }
        }
    }
}
