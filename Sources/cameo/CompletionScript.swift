/// A completion script as the library writes it, with what it leaves out: the names of commands behind `help`, files where a
/// command could stand, names such as `gap_limit=`, behind which a value follows and no blank, and words that are none of
/// a folder though there is one of that name.
///
/// The places are found by the text of the release that Package.swift names; a test drives each script in its shell.
enum CompletionScript {
    /// The library's, which knows no other shells.
    static let option = "--generate-completion-script"

    /// What is wrong where these words ask for one of a shell for which there is none: the library calls the option unknown.
    static func refusal(_ words: [String]) -> String? {
        // What is behind is no option of ours: `cameo pip -- PROGRAM` passes it on.
        let words = words.prefix { $0 != "--" }
        guard let place = words.firstIndex(where: { $0 == option || $0.hasPrefix(option + "=") }) else { return nil }
        let next = words.dropFirst(place + 1).first ?? ""
        let shell = words[place] == option ? next : String(words[place].dropFirst(option.count + 1))
        guard !shell.isEmpty, !["bash", "zsh", "fish"].contains(shell) else { return nil }
        return "\(option): expected bash, zsh or fish, found \(shell)"
    }

    /// - Parameter commands: the names of all.
    /// - Returns: `nil` for what is no script.
    static func mended(_ text: String, _ commands: [String]) -> String? {
        let names = commands.joined(separator: " ")
        if text.hasPrefix("#!/bin/bash") { return bash(text, names) }
        if text.hasPrefix("#compdef ") { return zsh(text, names) }
        if text.hasPrefix("function __cameo_") { return fish(text, names) }
        return nil
    }

    /// `-o default`: where the script knows nothing, the shell completes the name of a file itself.
    private static func bash(_ text: String, _ names: String) -> String {
        let end = "complete -o filenames -F _cameo cameo"
        let commands = "COMPREPLY+=($(compgen -W '\(names) help' -- \"${cur}\"))"
        let added = "done < <(IFS=$'\\n' compgen \"${@}\" -- \"${cur}\")\n"
        return
            text
            .replacing(
                added,
                with: added
                    + "    [[ \"${COMPREPLY[0]-}\" = *= ]] && compopt +o filenames -o nospace 2>/dev/null\n    return 0\n"
            )
            // With `set -u` there may be no such word.
            .replacing("\"${unparsed_words[0]}\"", with: "\"${unparsed_words[0]-}\"")
            .replacing("__cameo_add_completions -W '", with: "__cameo_add_words '")
            .replacing(commands, with: "__cameo_add_words '\(names) help'")
            .replacing(
                end,
                with: """
                    # Words that are no files: one that is called like a folder gets no slash.
                    __cameo_add_words() {
                        COMPREPLY+=($(compgen -W "${1}" -- "${cur}"))
                        [[ -n "${COMPREPLY[0]-}" ]] && compopt +o filenames 2>/dev/null
                        [[ "${COMPREPLY[0]-}" = *= ]] && compopt -o nospace 2>/dev/null
                        return 0
                    }

                    _cameo_help() {
                        __cameo_add_words '\(names)'
                    }

                    complete -o filenames -o default -F _cameo cameo
                    """)
    }

    private static func zsh(_ text: String, _ names: String) -> String {
        let end = "if [[ \"${funcstack[1]}\" = _cameo ]]; then"
        let described = "_describe -V '' non_empty_completions -- "
        return
            text
            .replacing(
                described,
                with: "local -a suffix=()\n    [[ \"${1}\" = *= ]] && suffix=(-S '')\n"
                    + "    _describe -V '' non_empty_completions \"${suffix[@]}\" -- "
            )
            .replacing(
                "_describe -V subcommand subcommands && ret=0",
                with: "{ _describe -V subcommand subcommands || _files } && ret=0"
            )
            .replacing(
                end,
                with: """
                    _cameo_help() {
                        compadd -- \(names)
                    }

                    \(end)
                    """)
    }

    private static func fish(_ text: String, _ names: String) -> String {
        let position = "__cameo_should_offer_completions_for_positional"
        // Each of hundreds of conditions would parse the whole line, also those of all other commands.
        let skipping = """

                set -l expected (string split ' ' -- $expected_commands)
                set -q expected[2]; and not contains -- $expected[2] (__cameo_tokens -pc); and return 1
            """
        let heads = [
            "function __cameo_should_offer_completions_for_flags_or_options -a expected_commands",
            "function \(position) -a expected_commands positional_index_comparison expected_positional_index",
        ]
        return heads.reduce(text) { $0.replacing($1 + "\n", with: $1 + skipping + "\n") } + """

            complete -c 'cameo' -n '\(position) "cameo" -eq 1; and string length -q -- (commandline -ct)' -F
            complete -c 'cameo' -n '\(position) "cameo help" -eq 1' -fa '\(names)'
            """
    }
}
