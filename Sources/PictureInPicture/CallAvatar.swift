import Events

/// A member of a call who has an avatar as its camera.
package struct CallAvatar: Hashable, Sendable {
    /// The member's in the call, as the backend has it.
    package let id: String
    /// Whose engine draws it.
    package let avatar: Member
    /// The id where it has no name.
    package let name: String
    package let isPinned: Bool

    package init(id: String, avatar: Member, name: String, isPinned: Bool = false) {
        (self.id, self.avatar, self.name, self.isPinned) = (id, avatar, name, isPinned)
    }
}

extension Call {
    /// In the order in which they joined.
    package var avatarMembers: [CallAvatar] {
        members.compactMap { member in
            member.source.flatMap { self[source: $0]?.avatar }.map { avatar in
                CallAvatar(
                    id: member.id, avatar: avatar, name: member.name ?? member.id, isPinned: member.pin != nil)
            }
        }
    }
}
