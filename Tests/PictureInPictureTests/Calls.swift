import Events
import PictureInPicture
import Testing

extension Call {
    /// Joined as `c`, with these members.
    static func joined(_ members: (String, [CallMemberChange])...) -> Call {
        var call = Call()
        call.hear(.state(.joined, call: "c"))
        for (id, changes) in members { call.hear(.member(id, changes)) }
        return call
    }

    /// What is not strange.
    mutating func hear(_ events: CallEvent...) {
        for event in events {
            let oddity = handle(event)
            #expect(oddity == nil)
        }
    }
}
