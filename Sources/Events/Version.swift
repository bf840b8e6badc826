/// Of the program, as `--version` and its tapes say it.
package enum Version {
    package static let text = "0.1.0"
}
