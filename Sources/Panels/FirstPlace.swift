/// The first number of a range from which on `isBehind` holds, which must hold for none before and for all after it; the
/// range's end when there is none.
func firstPlace(in range: Range<Int>, where isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
        let middle = low + (high - low) / 2
        if isBehind(middle) { high = middle } else { low = middle + 1 }
    }
    return low
}
