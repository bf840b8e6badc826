import CCurses

/// The terminal given back and taken again while the program lives: Ctrl-Z, SIGTSTP, SIGCONT.
extension Screen {
    /// After `stopRequested`, or for a key: gives the terminal back, stops the process as Ctrl-Z does and, when it is
    /// continued, takes the terminal again. The next `present` writes every cell; the size may be another.
    package func suspend() {
        guard isActive else { return }
        leave()
        TerminalRestorer.release(isCut: false)
        cameo_stop_self()
        enter()
        continuedCount = cameo_continued_count()
    }

    /// After `continued`: somebody may have stopped us without asking (SIGSTOP) and used the terminal.
    package func takeBack() {
        let count = cameo_continued_count()
        guard !isStopped, count != continuedCount else { return }
        continuedCount = count
        if isActive {
            // What we left of a frame, and of a sequence, means nothing to whoever wrote meanwhile.
            output.drop()
            // What is pushed when the screen is taken is on its stacks already.
            output.enqueue(
                Self.cancelText + (hasKeyboardProtocol ? KeyboardProtocol.end : [])
                    + (hosts ? OuterModes.takeTitleBack : []))
        }
        enter()
    }

    /// Gives the screen back at once. `stop` gives back the rest, which may have to wait for answers that are due.
    package func leave() {
        guard isActive else { return }
        isActive = false
        watcher.setPaused(true)
        let isCut = output.drop()
        TerminalRestorer.leaveScreen(isCut: isCut, clears: hasBegun)
        curses.end()
    }

    private func enter() {
        guard cameo_await_foreground(device.terminal) == 1 else { return }
        // As the shell has left them: they may have been changed meanwhile.
        device.readModes()
        TerminalRestorer.arm(
            device, clearing: CursesScreen.clearText, text: restoreText, closing: output.writer)
        device.set(modes)
        StandardErrors.keep()
        isActive = true
        isCleared = true
        curses.end()
        resize()
        enterModes()
        // What was answered while we left was nobody's. Whoever has answered nothing at all will not.
        if watcher.awaitsAnswers, !evidence.replies.isEmpty { askAgain() }
        watcher.setPaused(false)
    }

    private func askAgain() {
        cameo_answers_await(device.input, Int32(CapabilityProbe.lateMilliseconds))
        output.enqueue(
            CapabilityProbe.questions(isPixelSizeKnown: window.pixels != nil, term: device.term, isOnScreen: true))
    }

    func enterModes() {
        output.enqueue(
            curses.begin() + (hosts ? OuterModes.begin : []) + (hasKeyboardProtocol ? KeyboardProtocol.begin : []))
        hasBegun = output.isIdle
        forgetHosted()
    }
}
