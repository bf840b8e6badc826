/// Generated streams in which tmux 3.3a shows something else, and why; `docs/inside/emulation.md` tells of each. All other streams
/// have to be equal in 99.9 % of their cells.
struct KnownDifference {
    /// The file's name up to its size.
    let stream: String
    /// Percent of its cells that equal tmux's.
    let floor: Double
    let reason: String

    init(_ stream: String, _ floor: Double, _ reason: String) {
        (self.stream, self.floor, self.reason) = (stream, floor, reason)
    }

    private static let margins = "tmux counts the cursor as one past the margin, and REP ends there"

    static let all = [
        Self("scroll-left-right", 60, "SL and SR are not known to tmux"),
        Self("declrmm", 88, "DECLRMM is not known to tmux"),
        Self("alternate-resize", 86, "which rows a smaller window keeps"),
        Self("soft-reset", 86, "DECSTR is not known to tmux"), Self("rep", 91, margins),
        Self("pending-wrap", 98, margins), Self("backspace", 97, margins), Self("ech", 99, margins),
        Self("wide-overwrite", 89, "tmux leaves halves of wide characters"),
        Self("wide-margin", 98, "tmux leaves what stood in the last column"),
        Self("tiny", 89, "wide characters in a single column"),
        Self("c1-bytes", 91, "tmux drops bytes that are no UTF-8"),
        Self("utf8-malformed", 93, "tmux drops bytes that are no UTF-8"), Self("erase-line", 92, margins),
        Self("erase-display", 93, "selective erasing is not known to tmux, and erasing at the margin"),
        Self("protected", 98, "selective erasing is not known to tmux"),
        Self("width-scripts", 98, "characters younger than the tables of one of both"),
        Self("width-emoji", 99, "flags, and where a joiner goes"),
        Self("width-combining", 98.7, "how many marks a cell has room for, and a soft hyphen has no column here"),
        Self("irm", 94, "what wraps in insert mode does not push in tmux"),
        Self("il-dl", 95, "IL and DL go to the first column, and do nothing outside of the margins"),
        Self("positions", 96, "HPR, VPR and parameters above 65535"), Self("decstbm", 99, "VPR is not known to tmux"),
        Self("line-feeds", 96, "LNM is not known to tmux"), Self("scroll-up-down", 97, "CSI T with five parameters"),
        Self("ich-dch", 97, margins), Self("no-wrap", 97, "the last column without DECAWM"),
        Self("bce-scroll", 98, "a line that scrolls in has the background of now"),
        Self("alternate", 99, "47 and 1047 do not clear the alternate screen when it is shown"),
        Self("save-restore", 99, "DECSC keeps whether the margin was reached"),
        Self("controls", 99, "CAN and SUB end a DCS"),
        Self("osc", 99, "tmux takes ESC k for a title"), Self("origin", 99, "DECSTBM in origin mode, DECSTR"),
        Self("csi-malformed", 99, "colons outside of SGR, more parameters than there is room for"),
        Self("sgr-colors", 99, "a color above 255 is none"), Self("sgr-colons", 99, "colors that are cut short"),
        Self("charset-graphics", 99, "G2, G3 and the British set are not known to tmux"),
        Self("dcs-apc", 99, "ESC in a string ends it"), Self("tabs", 99, "CHT is not known to tmux"),
    ]
}
