import Events

/// A sound of any length that is decoded piece by piece, from wherever it is wanted.
///
/// Owner: one thread at a time.
package protocol SoundStream: AnyObject {
    /// Samples of one channel a second.
    var rate: Int { get }
    /// 1 or 2.
    var channels: Int { get }
    /// Frames that it says that it has; `nil` where it does not. What is broken off has fewer.
    var announced: Int? { get }
    /// The frames that are read next begin at this one; behind the end there are none.
    func seek(to frame: Int) throws(SoundError)
    /// The next frames, interleaved: as many as are wanted, fewer only at the end, where there are none.
    func read(_ frames: Int) throws(SoundError) -> [Int16]
}
