import Events

extension PictureKey {
    /// Names an overlay picture; storing and looking up use the same rule (specification 2.5).
    init(of frame: OverlayFrame, chunk: Int, generation: Generation) {
        if let id = frame.overlayID, !id.isEmpty {
            self.init(id)
        } else if let clip = frame.clip, !clip.rawValue.isEmpty, let sheet = frame.sheet, !sheet.isEmpty {
            self.init("\(clip.rawValue)/\(frame.baseIndex)/\(sheet)")
        } else {
            self.init("\(generation)_\(chunk)_\(frame.section)_\(frame.sequence)")
        }
    }
}
