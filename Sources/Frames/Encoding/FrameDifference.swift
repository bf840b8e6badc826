import Events

/// What of a frame has to be sent again.
enum FrameDifference {
    /// The smallest rectangle around all pixels in which `new` differs from `old`; `nil` when none does. Both have
    /// `size.count` values.
    static func rect<Pixel: Equatable>(
        from old: UnsafeBufferPointer<Pixel>, to new: UnsafeBufferPointer<Pixel>, _ size: PixelSize
    ) -> PixelRect? {
        precondition(old.count == size.count && new.count == size.count, "both frames have the size")
        let width = size.width
        func differs(_ y: Int) -> Bool {
            for place in y * width..<(y + 1) * width where old[place] != new[place] { return true }
            return false
        }
        guard let top = (0..<size.height).first(where: differs),
            let bottom = (top..<size.height).last(where: differs)
        else { return nil }
        var (left, right) = (width - 1, 0)
        for y in top...bottom {
            let row = y * width
            var x = 0
            while x < left, old[row + x] == new[row + x] { x += 1 }
            left = min(left, x)
            x = width - 1
            while x > right, old[row + x] == new[row + x] { x -= 1 }
            right = max(right, x)
        }
        return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }
}
