import Events

extension PictureKey {
    /// The one rule by which overlay pictures are named, for storing and for looking up (specification 2.5).
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
