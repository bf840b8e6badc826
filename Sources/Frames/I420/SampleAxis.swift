/// Which samples of a plane each target pixel is made of along one axis, and how much of each (picture-in-picture 5.2).
///
/// A target pixel takes all samples that it overlaps, by how much it does; of more than eight, eight that are evenly spread;
/// where the source has fewer pixels than the target, the nearest one.
struct SampleAxis: Hashable, Sendable {
    struct Sample: Hashable, Sendable {
        var place: Int
        var weight: UInt32
    }

    /// Most samples a target pixel that are read where there are more than so many.
    static let mostSamples = 8

    /// Of all target pixels, one after the other.
    private(set) var samples: [Sample] = []
    /// Of each target pixel the end of its samples; they begin where those of the one before end.
    private(set) var ends: [Int] = []
    /// What the weights of each target pixel add up to.
    let total: Int

    /// - Parameters:
    ///   - start, length: the part of the source that becomes the target, in pixels of Y.
    ///   - target: pixels of the target.
    ///   - pixels: that one sample of the plane spans: 1 of Y, 2 of U and V.
    /// - Precondition: all are positive but for `start`, which is a multiple of `pixels` and may be 0.
    init(start: Int, length: Int, target: Int, pixels: Int) {
        precondition(
            start >= 0 && length > 0 && target > 0 && pixels > 0 && start.isMultiple(of: pixels),
            "an axis has pixels on both ends")
        ends.reserveCapacity(target)
        if length < target {
            total = 1
            for position in 0..<target {
                add((start + (2 * position + 1) * length / (2 * target)) / pixels, 1)
                ends.append(samples.count)
            }
        } else if length > Self.mostSamples * target * pixels {
            total = Self.mostSamples
            for position in 0..<target {
                for part in 0..<Self.mostSamples {
                    // The middle of each eighth of the target pixel.
                    let middle = 2 * (Self.mostSamples * position + part) + 1
                    add((start + middle * length / (2 * Self.mostSamples * target)) / pixels, 1)
                }
                ends.append(samples.count)
            }
        } else {
            total = length
            for position in 0..<target {
                let span = AxisSpan(of: position, source: length, target: target * pixels)
                for place in span.first...span.last { add(start / pixels + place, span.weight(of: place)) }
                ends.append(samples.count)
            }
        }
    }

    private mutating func add(_ place: Int, _ weight: UInt32) {
        samples.append(Sample(place: place, weight: weight))
    }

    /// The samples of one target pixel.
    func samples(of position: Int) -> ArraySlice<Sample> {
        samples[(position == 0 ? 0 : ends[position - 1])..<ends[position]]
    }

    /// The other way round: the last target pixel's samples first.
    var mirrored: SampleAxis {
        var copy = self
        copy.samples = []
        copy.ends = []
        for position in ends.indices.reversed() {
            copy.samples += samples(of: position)
            copy.ends.append(copy.samples.count)
        }
        return copy
    }
}
