import Testing

/// Tests that use what a process has once (signals, ncurses, descriptor 2) run one after the other.
@Suite(.serialized) @MainActor struct ProcessWide {}
