/// Which source pixels a target pixel covers along one axis, and how much of each.
///
/// The unit of weight is 1/`target` source pixel, so all weights are whole numbers and those of one target pixel add up
/// to `source` exactly.
struct AxisSpan {
    /// First and last source pixel touched; equal when there is only one.
    var first: Int
    var last: Int
    var firstWeight: UInt32
    /// Weight of each pixel between first and last: it is covered wholly.
    var middleWeight: UInt32
    /// 0 when `first == last`.
    var lastWeight: UInt32

    init(of position: Int, source: Int, target: Int) {
        let begin = position * source
        let end = begin + source
        first = begin / target
        last = (end - 1) / target
        middleWeight = UInt32(target)
        if first == last {
            firstWeight = UInt32(source)
            lastWeight = 0
        } else {
            firstWeight = UInt32((first + 1) * target - begin)
            lastWeight = UInt32(end - last * target)
        }
    }

    func weight(of pixel: Int) -> UInt32 {
        pixel == first ? firstWeight : pixel == last ? lastWeight : middleWeight
    }
}
