/// Binary search in what is in order.
extension RandomAccessCollection where Index == Int {
    /// The first index from which on `isAfter` holds, which must hold for none before and for all after it.
    @inlinable package func partitionPoint(_ isAfter: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
