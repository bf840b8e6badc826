import Cells
import Debugger

extension LipSync {
    var style: TextStyle {
        switch self {
        case .good: .plain
        case .noticeable: TextStyle(.warning)
        case .bad: TextStyle(.bad, isBold: true)
        }
    }
}
