/// What the user has opened and chosen; everything about the screen that is not the engine's.
struct ScreenState: Hashable, Sendable {
    enum Popup: Hashable, Sendable { case help }

    var view = PictureView.composite
    var isOutlined = false
    /// Frames that the onion skin draws below the shown one.
    var onionFrames = 3
    var showsStatistics = false
    var showsLog = false
    var showsCaptions = true
    var popup: Popup?
    var fills = false
    /// Said on the status line until the next key.
    var message: String?
}
