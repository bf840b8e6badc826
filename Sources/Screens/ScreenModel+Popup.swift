import Debugger
import Panels

extension ScreenModel {
    /// A list or a text that lies over the screen.
    enum Popup: Hashable, Sendable {
        case help(HelpPanel.State)
        case palette(PaletteList)
        /// With the line that is chosen.
        case breakpoints(Int)
        case marks(Int)
        case faults(FaultsPanel.State)
        case why(Why, Int)
        case conversation(Int)
        case chapters(Int)
        case bookmarks(Int)

        var isOfBreakpoints: Bool { if case .breakpoints = self { true } else { false } }

        /// The line that is chosen in a list; `nil` in the help.
        var row: Int? {
            get {
                switch self {
                case .help: nil
                case .palette(let palette): palette.row
                case .faults(let state): state.row
                case .why(_, let row): row
                case .breakpoints(let row), .marks(let row), .conversation(let row), .chapters(let row),
                    .bookmarks(let row):
                    row
                }
            }
            set {
                guard let newValue else { return }
                switch self {
                case .help: break
                case .palette(var palette):
                    palette.row = newValue
                    self = .palette(palette)
                case .breakpoints: self = .breakpoints(newValue)
                case .marks: self = .marks(newValue)
                case .faults(var state):
                    state.row = newValue
                    self = .faults(state)
                case .why(let why, _): self = .why(why, newValue)
                case .conversation: self = .conversation(newValue)
                case .chapters: self = .chapters(newValue)
                case .bookmarks: self = .bookmarks(newValue)
                }
            }
        }
    }
}
