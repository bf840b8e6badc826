extension TimeSpan {
    /// The part number `index` of `count` equal ones: `index` / `count` of it.
    package func part(_ index: Int, of count: Int) -> TimeSpan {
        TimeSpan(microseconds: (self * Int64(index)).microseconds / Int64(max(1, count)))
    }
}
