/// The columns of the original clients' frame logs, in the order of the full form (specification 1.13).
enum FrameLogColumn: Int {
    case timestamp, source, session, chunk, seq, anim, base, overlay, sync, fps, sprite, char, buffer
    case nextChunk

    /// How many columns a line may have.
    static let counts = 10...14

    /// Where this column stands in a line of `count` columns, from 0; `nil` where such a line does not have it.
    ///
    /// 13 columns are all but `sprite`. Fewer are the leading ones of the full form: nothing in a line says more.
    func place(among count: Int) -> Int? {
        let place = rawValue
        if count != 13 || place < 10 { return place < count ? place : nil }
        return place == 10 ? nil : place - 1
    }
}
