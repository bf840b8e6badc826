import Events

extension OverlayFrame {
    /// This frame with what only its description says: the picture of the older, single-frame event comes without (1.6.7).
    ///
    /// The picture's name is taken over only where nothing says that the description means another picture.
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

    private func agree<Value: Equatable>(_ mine: Value?, _ other: Value?) -> Bool {
        mine == nil || other == nil || mine == other
    }
}
