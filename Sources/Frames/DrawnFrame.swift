import Events

/// What is drawn, and what some views need besides.
package struct DrawnFrame: Hashable, Sendable {
    package var composite: Composite?
    /// What was shown before it, the last one first.
    package var before: [Composite] = []
    /// The base frame that was demanded, or the one that the overlay of a seam fits; `nil` when it never came.
    package var demanded: Payload?
    package var mode: ModeName?
    /// Not at the edge: pictures are looked up by their bytes, since a name may have meant something else then.
    package var isPast = false

    package init(
        composite: Composite? = nil, before: [Composite] = [], demanded: Payload? = nil, mode: ModeName? = nil,
        isPast: Bool = false
    ) {
        (self.composite, self.before, self.demanded, self.mode, self.isPast) = (
            composite, before, demanded, mode, isPast
        )
    }
}

/// How the picture is to be drawn.
package struct DrawingRequest: Hashable, Sendable {
    package var area: PictureArea
    package var background: Color
    package var view = PictureView.composite
    /// Draws the overlay's outline.
    package var isOutlined = false

    package init(
        area: PictureArea, background: Color, view: PictureView = PictureView.composite, isOutlined: Bool = false
    ) {
        (self.area, self.background, self.view, self.isOutlined) = (area, background, view, isOutlined)
    }
}
