import Events
import Platform
import Programs
import Sound
import Typesetting

/// A program that speaks by the protocol of docs/reference/voice-protocol.md, started when it is needed and kept for many sentences.
///
/// Owner: one speaker; sentences are said one after the other. Once it has crashed, or has answered wrongly, the next sentence
/// starts it again.
package actor VoiceProcess {
    private let path: String
    /// In errors.
    private let name: String
    private let limits: VoiceLimits
    private let executor: BlockingExecutor
    private let closing = StopPipe()
    private var conversation: VoiceConversation?
    private var lastID = 0
    /// All that it has, once one had to be chosen.
    private var known: [VoiceDescription]?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter program: a path.
    package init(program: String, limits: VoiceLimits = VoiceLimits()) {
        (path, self.limits) = (program, limits)
        name = program.split(separator: "/").last.map(String.init) ?? program
        executor = BlockingExecutor(name: "cameo.voice")
    }

    /// - Throws: `VoiceError`; `.canceled` when the task is, or the voice has been closed.
    package nonisolated func speak(_ text: String, _ manner: VoiceManner = VoiceManner()) async throws(VoiceError)
        -> Utterance
    {
        try limits.check(text)
        return try await StopPipe.untilCanceled { await self.speak(text, manner, $0) }
    }

    /// The voices that the program has.
    /// - Throws: as `speak`.
    package nonisolated func voices() async throws(VoiceError) -> [VoiceDescription] {
        try await StopPipe.untilCanceled { await self.list($0) }
    }

    /// Ends the program, whatever it does, and says nothing more.
    package nonisolated func close() async {
        closing.stop()
        await end()
    }

    private func end() {
        conversation?.child.finish()
        conversation = nil
    }

    private func speak(_ text: String, _ manner: VoiceManner, _ stop: StopPipe) -> Result<Utterance, VoiceError> {
        var builder = UtteranceBuilder(text: text, limits: limits)
        let manner = chosen(for: text, manner, stop)
        return ask({ .say(id: $0, text: text, manner) }, stop) { answer throws(VoiceLineError) in
            try builder.receive(answer)
        }
        .map { builder.utterance }
    }

    /// The voice that is meant by a name; where nobody has named one, one for the script of the text: an English one says of Chinese the names of its signs.
    private func chosen(for text: String, _ manner: VoiceManner, _ stop: StopPipe) -> VoiceManner {
        var chosen = manner
        if let voice = manner.voice {
            chosen.voice = voices(stop).name(meant: voice) ?? VoiceDescription.name(asked: voice)
            return chosen
        }
        let languages = WritingSystem.languages(of: text)
        guard !languages.isEmpty else { return manner }
        let voices = voices(stop)
        chosen.voice = languages.lazy.compactMap { voices.voice(for: $0)?.name }.first
        return chosen
    }

    /// None where the program does not tell, which is asked again with the next sentence.
    private func voices(_ stop: StopPipe) -> [VoiceDescription] {
        if known == nil, case .success(let voices) = list(stop) { known = voices }
        return known ?? []
    }

    private func list(_ stop: StopPipe) -> Result<[VoiceDescription], VoiceError> {
        var voices: [VoiceDescription] = []
        let (most, longest) = (limits.voices, limits.nameBytes)
        return ask({ .voices(id: $0) }, stop) { answer throws(VoiceLineError) in
            guard case .voice(_, let voice) = answer else { return }
            guard voices.count < most else { throw VoiceLineError("more than \(most) voices") }
            guard [voice.name, voice.language, voice.title].allSatisfy({ $0.utf8.count <= longest }) else {
                throw VoiceLineError("a voice's name, language or title of more than \(longest) bytes")
            }
            voices.append(voice)
        }.map { voices }
    }

    /// One request and all answers to it.
    private func ask(
        _ request: (Int) -> VoiceRequest, _ stop: StopPipe, _ receive: (VoiceAnswer) throws(VoiceLineError) -> Void
    ) -> Result<Void, VoiceError> {
        Result { () throws(VoiceError) in
            let stops = [stop, closing]
            guard !stops.contains(where: \.isStopped) else { throw .canceled }
            let conversation = try conversing(stops)
            lastID = lastID % Int(Int32.max) + 1
            do throws(VoiceError) {
                try conversation.ask(request(lastID), id: lastID, stops, receive)
            } catch {
                if !conversation.isUsable { self.conversation = nil }
                throw error
            }
        }
    }

    /// With the program as it runs, or a new one.
    private func conversing(_ stops: [StopPipe]) throws(VoiceError) -> VoiceConversation {
        if let conversation, !conversation.child.hasEnded { return conversation }
        conversation = nil
        let started = try VoiceConversation(path: path, name: name, limits, stops)
        conversation = started
        return started
    }
}

extension ChildProgram {
    /// - Parameters:
    ///   - variables: that it finds in its environment beside ours.
    ///   - name: in errors.
    ///   - grace: time that it has from the end of its input to its own end.
    /// - Throws: `VoiceError.notStarted` with `name`.
    package convenience init(
        _ command: [String], variables: [String: String] = [:], name: String, grace: TimeSpan
    ) throws(VoiceError) {
        do throws(ProgramNotStarted) {
            try self.init(command, variables: variables, grace: grace)
        } catch {
            throw .notStarted(program: name, reason: error.reason)
        }
    }
}
