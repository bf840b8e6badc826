import Events

extension OverlayFrame {
    /// This frame, completed by its description: the older, single-frame event carries a picture without these fields
    /// (1.6.7).
    ///
    /// The picture's name is copied only if nothing indicates that the description means another picture.
    func completed(by described: OverlayFrame) -> OverlayFrame {
        var whole = self
        let isSame = agree(clip, described.clip) && agree(givenBaseIndex, described.givenBaseIndex)
        if isSame, agree(sheet, described.sheet) {
            whole.sheet = described.sheet ?? sheet
            if (overlayID ?? "").isEmpty { whole.overlayID = described.overlayID }
        }
        whole.clip = clip ?? described.clip
        whole.givenBaseIndex = givenBaseIndex ?? described.givenBaseIndex
        whole.picture = picture ?? described.picture
        whole.destination = destination ?? described.destination
        whole.zone = zone ?? described.zone
        whole.originalIndex = originalIndex ?? described.originalIndex
        whole.character = character ?? described.character
        whole.viseme = viseme ?? described.viseme
        return whole
    }

    /// Whether both name the same picture of the same base frame.
    func isNamed(as other: OverlayFrame) -> Bool {
        let isSameID = overlayID != nil && overlayID == other.overlayID
        let isSameSheet = sheet != nil && sheet == other.sheet && clip != nil && clip == other.clip
        return mayBeNamed(as: other) && (isSameID || isSameSheet && givenBaseIndex == other.givenBaseIndex)
    }

    /// Whether the two agree in everything that both contain.
    func mayBeNamed(as other: OverlayFrame) -> Bool {
        agree(clip, other.clip) && agree(givenBaseIndex, other.givenBaseIndex) && agree(sheet, other.sheet)
            && agree(overlayID, other.overlayID)
    }

    private func agree<Value: Equatable>(_ mine: Value?, _ other: Value?) -> Bool {
        mine == nil || other == nil || mine == other
    }
}
