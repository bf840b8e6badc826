import Events

extension Picture {
    /// As large as the canvas: itself where that is its size, else over black, scaled down where it is too large, in the
    /// middle. Clips of one stream may differ in size, pictures of an animation may not.
    /// - Precondition: the canvas is not empty.
    package func fitted(onto canvas: PixelSize) -> Picture {
        guard size != canvas else { return self }
        var target = SheetCanvas(size: canvas, .black)
        if !size.isEmpty {
            let image = fitted(into: canvas)
            target.draw(
                image,
                at: PixelPoint(x: (canvas.width - image.size.width) / 2, y: (canvas.height - image.size.height) / 2))
        }
        return target.picture
    }

    /// Scaled down to the largest size of its shape that has room, what can be seen through included; itself where it has.
    package func reduced(to room: PixelSize) -> Picture {
        let target = fittingSize(room)
        guard target != size, !target.isEmpty else { return self }
        return AreaScaler(from: bounds, to: target).scale(self)
    }

    /// Over black, scaled down to the largest size of its shape that has room; never enlarged.
    /// - Precondition: neither is empty.
    func fitted(into room: PixelSize) -> PixelImage {
        AreaScaler(from: bounds, to: fittingSize(room)).scale(self, over: .black)
    }

    /// Sides of pictures keep the products far within `Int`.
    private func fittingSize(_ room: PixelSize) -> PixelSize {
        if size.width <= room.width, size.height <= room.height { return size }
        if size.width * room.height >= size.height * room.width {
            let height = (size.height * room.width + size.width / 2) / size.width
            return PixelSize(width: room.width, height: min(max(height, 1), room.height))
        }
        let width = (size.width * room.height + size.height / 2) / size.height
        return PixelSize(width: min(max(width, 1), room.width), height: room.height)
    }
}
