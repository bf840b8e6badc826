import Events
import PictureInPicture
import Tapes

extension TapeReader {
    /// What a stranger's tape tells of its calls beyond so many entries is not looked at.
    private static let mostCallEntries = 10_000

    /// Everybody who ever had an avatar in a call on this tape, each as told last, in the order in which they joined; empty for a tape
    /// of the main member alone. An entry that is none is passed over: playing says what is wrong with it.
    /// - Throws: `TapeError` for a tape that cannot be read.
    package func avatars() throws(TapeError) -> [CallAvatar] {
        var call = Call()
        var (avatars, places) = ([CallAvatar](), [String: Int]())
        for id in try callEntries(atMost: Self.mostCallEntries) {
            guard let entry = try entry(id), case .wire(.call(let event))? = try? entry.event().event.body else {
                continue
            }
            _ = call.handle(event)
            for avatar in call.avatarMembers {
                if let place = places[avatar.id] {
                    avatars[place] = avatar
                } else {
                    places[avatar.id] = avatars.count
                    avatars.append(avatar)
                }
            }
        }
        return avatars
    }
}
