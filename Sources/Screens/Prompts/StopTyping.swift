import Debugger
import Events
import Panels

/// Completing a stop that is being typed.
extension ScreenModel {
    /// What could stand at the cursor; `nil` where no stop is typed.
    func stopCompletion(_ played: Played) -> StopCompletion? {
        guard let prompt, prompt.purpose == .breakpoint else { return nil }
        return StopCompletion(
            prompt.editor.beforeCursor, at: played.record, clips: played.timeline.edge.clipNames.map(\.rawValue))
    }

    /// As much as all that could be meant have in common; what is whole has a blank behind it.
    mutating func completeStop(_ played: Played) -> [ScreenAction] {
        guard let completion = stopCompletion(played), let first = completion.candidates.first else { return [] }
        let text = completion.candidates.count == 1 ? first + " " : completion.common
        // Where some have quotes and others have none there is nothing in common.
        guard text.count >= completion.typed.count else { return [] }
        prompt?.error = nil
        if prompt?.editor.replace(from: completion.start, with: text) == false {
            prompt?.error = Prompt.tooLong
        }
        return []
    }
}
