"""The streams written by hand: for each subject its cases, a snapshot after each. `^[` stands for ESC."""

STREAMS = []
RESET = "^[\\^[[?69l^[[?7h^[[?6l^[[4l^[[20l^[[?5l^[[m^[[r^[(B^[)B\x0f^[[?25h^[[H^[[2J"
TABS = RESET + "^[[3g" + "".join("^[[%dG^[H" % n for n in range(9, 40, 8)) + "^[[H"


def stream(name, columns=20, rows=6):
    """Registers a generator of cases under `name`."""
    def register(cases):
        STREAMS.append((name, (columns, rows), list(cases(columns, rows))))
        return cases
    return register


def streams():
    return STREAMS


def page(columns, rows, color=False):
    """Fills the screen: a letter a row, then the column's last digit; the cursor ends at the top left."""
    lines = []
    for row in range(rows):
        text = "".join(chr(65 + row % 26) if column % 2 == 0 else str(column % 10) for column in range(columns))
        lines.append(("^[[%d;1H" % (row + 1)) + ("^[[%dm" % (31 + row % 7) if color else "") + text)
    return RESET + "".join(lines) + "^[[m^[[H"


def wide_page(columns, rows):
    """Fills the screen with wide characters, every second row shifted by one column."""
    return RESET + "".join("^[[%d;1H" % (row + 1) + ("a" if row % 2 else "") + "漢字語文"[row % 4] * ((columns - row % 2) // 2) for row in range(rows)) + "^[[H"


# Attributes and colors

@stream("sgr-basic", 40, 12)
def _(columns, rows):
    yield "".join("^[[%dm%d^[[0m " % (n, n) for n in range(0, 30))
    yield RESET + "".join("^[[%dm%d^[[m " % (n, n) for n in range(30, 66))
    yield RESET + "".join("^[[%dm%d^[[m " % (n, n) for n in range(66, 108))
    yield RESET + "^[[1;2;3;4;5;7;8;9;21;53mall^[[22ma^[[23mb^[[24mc^[[25md^[[27me^[[28mf^[[29mg^[[55mh"
    yield RESET + "^[[1;31;42mx^[[;mplain^[[31;;1mbold^[[mplain^[[0;0;33myellow^[[39mdefault^[[49mback"
    yield RESET + "^[[6mrapid^[[26m^[[10mfont^[[11mfont^[[20mfraktur^[[51mframed^[[52mcircled^[[54m^[[73msuper^[[75m^[[m"


@stream("sgr-colors", 40, 12)
def _(columns, rows):
    yield "".join("^[[38;5;%dm%x" % (n, n % 16) for n in range(256))
    yield RESET + "".join("^[[48;5;%dm%x" % (n, n % 16) for n in range(256))
    yield RESET + "^[[38;2;1;2;3mA^[[48;2;255;128;0mB^[[39mC^[[49mD^[[38;2;300;2;3mE^[[38;5;256mF^[[m"
    yield RESET + "^[[38;2;1;2mA^[[38;2mB^[[38mC^[[38;5mD^[[38;5;1;4mE^[[m^[[38;2;9;8;7;1;3mF"
    yield RESET + "^[[38;6;1mA^[[m^[[38;1mB^[[m^[[38;3;1;2;3mC^[[m^[[38;0mD^[[m^[[48;2;;;mE"


@stream("sgr-colons", 40, 12)
def _(columns, rows):
    yield "^[[38:2:10:20:30mA^[[38:2::10:20:30mB^[[38:2:0:10:20:30mC^[[38:2:1:10:20:30:0:0mD^[[38:5:99mE^[[48:5:22mF^[[48:2::1:2:3mG^[[m"
    yield RESET + "^[[4:0mA^[[4:1mB^[[4:2mC^[[4:3mD^[[4:4mE^[[4:5mF^[[4:0mG^[[4:3m^[[24mH^[[4:6mI^[[4:mJ"
    yield RESET + "^[[1;38:5:1;3mA^[[0;4:3;38;2;1;2;3;58:2::7:8:9mB^[[59mC^[[4:0mD^[[m"
    yield RESET + "^[[58;5;9;4mA^[[58;2;1;2;3mB^[[58:5:10mC^[[58:2:1:2:3mD^[[58:2::1:2:3mE^[[58;5;9;1mF^[[m^[[58;2;1;2;3;7mG"
    yield RESET + "^[[38:mA^[[38::mB^[[:mC^[[1:mD^[[1:2mE^[[:1mF^[[31:1mG^[[0:0mH^[[m"
    yield RESET + "^[[38:2mA^[[38:2:mB^[[38:2:1mC^[[38:2:1:2mD^[[38:5mE^[[38:5:mF^[[38:9:1mG^[[38;2:1:2:3mH^[[38:2;1;2;3mI^[[m"


@stream("sgr-many", 40, 12)
def _(columns, rows):
    yield "^[[" + ";".join(["1"] * 16) + ";31mA^[[m"
    yield RESET + "^[[" + ";".join(["0"] * 23) + ";31mA^[[m"
    yield RESET + "^[[" + ";".join(["0"] * 31) + ";31mA^[[m"
    yield RESET + "^[[" + ";".join(["0"] * 100) + ";31mA^[[m"
    yield RESET + "^[[0000000000000031mA^[[99999999999mB^[[4294967327mC^[[65567mD^[[m"
    yield RESET + "^[[>4;2mA^[[?4mB^[[>4mC^[[<1mD^[[=1mE^[[1 mF^[[1$mG^[[m"


# Widths

@stream("width-combining", 20, 6)
def _(columns, rows):
    yield "e\u0301a\u0308o\u0302\u0323x\u0336y\u20dd"
    yield RESET + "\u0301a" + "^[[2;1H^[[1mb\u0301^[[m\u0302c"
    yield RESET + "^[[1;20He\u0301\u0302f\u0301" + "^[[3;5H\u0301g"
    yield RESET + "漢\u0301字\u3099か\u3099" + "^[[2;19H漢\u0301"
    yield RESET + "z" + "\u0301" * 3 + "z" + "\u0300" * 40 + "z"
    yield RESET + "ก\u0e33น\u0e49ำ" + " क\u094dष\u093f த\u0bbf" + "^[[2;1H\u05e9\u05c1\u05c2 \u0627\u064b"
    yield RESET + "a\u200bb\u200cc\u200dd\u2060e\ufefff\u00adg\u034fh\u061ci\u2066j\u2069k"
    yield RESET + "ab^[[1D\u0301c^[[1;1H\u0302"


@stream("width-emoji", 30, 6)
def _(columns, rows):
    yield "😀a😃b🚀c🀄d🎉e"
    yield RESET + "☀a☀\ufe0fb☀\ufe0ec❤d❤\ufe0fe⌚f⌚\ufe0eg⌚\ufe0fh"
    yield RESET + "1\ufe0f\u20e3x#\ufe0f\u20e3y©\ufe0fz™\ufe0f."
    yield RESET + "👍🏽a👋🏿b🏻c☝🏽d✌\ufe0f🏾e"
    yield RESET + "🇫🇷a🇩🇪b🇫c🇫🇷🇩d🇩🇪🇫🇷🇯🇵e"
    yield RESET + "👨\u200d👩\u200d👧a👩\u200d💻b🏳\ufe0f\u200d🌈c❤\ufe0f\u200d🔥d🧑🏽\u200d🤝\u200d🧑🏻e"
    yield RESET + "a\u200db😀\u200dc\u200d😀"
    yield RESET + "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007fx"
    yield RESET + "^[[1;30H😀x^[[3;29H😀y^[[5;30H☀\ufe0fz"
    yield RESET + "^[[1;29H👍🏽x^[[3;29H🇫🇷y^[[5;28H👨\u200d👩\u200d👧z"


@stream("width-scripts", 30, 8)
def _(columns, rows):
    yield "漢字かなカナ한글全ＡＢ：\r\nｶﾅ半ﾊﾝ"
    yield RESET + "\u1112\u1161\u11ab\u1100\u1173\u11af x \u1100 y \u1161 z \ud7b0 w"
    yield RESET + "Ελλ Кир עבר عرب ไทย हिन தமி ქარ Հայ አማ"
    yield RESET + "±×÷°§…—“”•→⇒∞≠≤√─│┌█▒■□▲○●★☆♠♥♪①②Ⅳ"
    yield RESET + "\u3000|〈〉「」、。〜〰〽㈠㊗㍿"
    yield RESET + "\U0001f100\U0001f130\U0001f170\U0001f18e\U0001f191\U0001f200\U0001f3fb\U0001f1e6|"
    yield RESET + "\U00020000\U0002f800\U00030000\U0001b000\U00017000|"
    yield RESET + "\ue0a0\ue0b0\uf8ff\U000f0000\U00100000|\ufdd0|\uffff|\ufffd|"
    yield RESET + "ⓐ⑴㉈㉏ꥠ︐︰﹐﹫￠￦|䷀䷿|ℵℶℷℸ"
    yield RESET + "\u2028|\u2029|\u00a0|\u1680|\u180e|\u2003|\u202e|\u2800|\u3164|\u115f|"


@stream("wide-margin", 9, 5)
def _(columns, rows):
    yield "漢字語文x"
    yield RESET + "a漢字語文x"
    yield RESET + "漢字語文字"
    yield RESET + "^[[?7l漢字語文字x^[[?7h"
    yield RESET + "^[[?7la漢字語文字^[[?7h"
    yield RESET + "^[[5;9H漢"
    yield RESET + "^[[41m^[[5;9H漢^[[m"
    yield RESET + "^[[2;4r^[[4;9H漢字"
    yield RESET + "^[[1;9H漢^[[1;9HX"
    yield RESET + "^[[4h^[[1;1Habcdefgh^[[1;1H漢^[[1;9H漢^[[4l"


@stream("wide-overwrite", 12, 6)
def _(columns, rows):
    yield wide_page(columns, rows) + "^[[1;1HX^[[2;2HX^[[3;4HX^[[4;5HX"
    yield wide_page(columns, rows) + "^[[1;2H語^[[2;1H語^[[3;3H語^[[4;11H語"
    yield wide_page(columns, rows) + "^[[1;2H^[[K^[[2;3H^[[K^[[3;6H^[[1K^[[4;5H^[[1K"
    yield wide_page(columns, rows) + "^[[1;2H^[[2X^[[2;2H^[[1X^[[3;3H^[[3X^[[4;12H^[[X"
    yield wide_page(columns, rows) + "^[[1;2H^[[P^[[2;2H^[[P^[[3;1H^[[P^[[4;4H^[[3P"
    yield wide_page(columns, rows) + "^[[1;2H^[[@^[[2;2H^[[@^[[3;1H^[[@^[[4;4H^[[3@"
    yield wide_page(columns, rows) + "^[[4h^[[1;2Ha^[[2;2Hb^[[3;1H漢^[[4;4H漢^[[4l"
    yield wide_page(columns, rows) + "^[[3;2H^[[J"
    yield wide_page(columns, rows) + "^[[4;5H^[[1J"
    yield wide_page(columns, rows) + "^[[44m^[[1;2HX^[[2;3HX^[[3;2H語^[[4;2H^[[K^[[m"
    yield RESET + "漢^[[1;2H\u0301" + "^[[2;1H漢^[[2;1H\u0301"
    yield wide_page(columns, rows) + "^[[2;2H^[[3b^[[4;1H漢^[[2b"


# Repeating, inserting, deleting, erasing

@stream("rep", 12, 5)
def _(columns, rows):
    yield "a^[[3bX"
    yield RESET + "^[[31mb^[[32m^[[4b^[[mY"
    yield RESET + "c^[[30bZ"
    yield RESET + "^[[1;10Hd^[[5b"
    yield RESET + "e^[[2;5H^[[3b"
    yield RESET + "f^[[31m^[[2b^[[mg^[[0bh^[[b"
    yield RESET + "漢^[[2b^[[3;11H語^[[2b"
    yield RESET + "^[[?7lk^[[30b^[[?7h"
    yield RESET + "abcdefgh^[[1;3H^[[4hm^[[2b^[[4l"
    yield RESET + "^[(0q^[[3b^[(Bx"
    yield RESET + "e\u0301^[[2b"
    yield RESET + "n^[[99999b"
    yield RESET + "o\r\n^[[3b"
    yield RESET + "^[[5b"


@stream("irm", 12, 5)
def _(columns, rows):
    yield page(columns, rows) + "^[[4h^[[2;3Hxyz^[[4l"
    yield page(columns, rows) + "^[[4h^[[2;12Hxyz^[[4l"
    yield page(columns, rows) + "^[[4h^[[2;11Hxyz^[[4l^[[3;1Hover"
    yield page(columns, rows) + "^[[4h^[[41m^[[2;3H漢^[[4l^[[m"
    yield page(columns, rows) + "^[[4h^[[2;3Ha\u0301b^[[4l"
    yield page(columns, rows) + "^[[4h^[[2;3H^[[31mred\tx\r\nnext^[[4l"


@stream("ich-dch", 20, 6)
def _(columns, rows):
    yield page(columns, rows) + "^[[1;1H^[[3@^[[2;5H^[[@^[[3;20H^[[@^[[4;10H^[[99@^[[5;1H^[[0@"
    yield page(columns, rows) + "^[[1;1H^[[3P^[[2;5H^[[P^[[3;20H^[[P^[[4;10H^[[99P^[[5;1H^[[0P"
    yield page(columns, rows, True) + "^[[44;33m^[[1;1H^[[3@^[[2;5H^[[4@^[[3;20H^[[@^[[m"
    yield page(columns, rows, True) + "^[[44;33;7;4m^[[1;1H^[[3P^[[2;5H^[[4P^[[3;20H^[[P^[[m"
    yield page(columns, rows) + "^[[2;4r^[[1;3H^[[2@^[[3;3H^[[2@^[[5;3H^[[2P^[[3;8H^[[2P"
    yield page(columns, rows) + "^[[1;20HZ^[[@Y" + "^[[3;20HZ^[[PY"


@stream("il-dl", 20, 8)
def _(columns, rows):
    yield page(columns, rows) + "^[[2;5H^[[L"
    yield page(columns, rows) + "^[[2;5H^[[3L*"
    yield page(columns, rows) + "^[[2;5H^[[99L"
    yield page(columns, rows) + "^[[2;5H^[[M"
    yield page(columns, rows) + "^[[2;5H^[[3M*"
    yield page(columns, rows) + "^[[2;5H^[[99M"
    yield page(columns, rows) + "^[[8;5H^[[L^[[1;1H^[[M"
    yield page(columns, rows, True) + "^[[45m^[[3;5H^[[2L^[[m"
    yield page(columns, rows, True) + "^[[45m^[[3;5H^[[2M^[[m"
    yield page(columns, rows) + "^[[3;6r^[[4;5H^[[2L"
    yield page(columns, rows) + "^[[3;6r^[[4;5H^[[2M"
    yield page(columns, rows) + "^[[3;6r^[[2;5H^[[2L^[[7;5H^[[2M"
    yield page(columns, rows) + "^[[3;6r^[[3;5H^[[99L^[[6;5H^[[M"
    yield page(columns, rows) + "^[[2;20HZ^[[LY"
    yield page(columns, rows) + "^[[0L^[[3;3H^[[0M"


@stream("ech", 20, 6)
def _(columns, rows):
    yield page(columns, rows) + "^[[1;3H^[[4X^[[2;3H^[[X^[[3;3H^[[0X^[[4;18H^[[99X^[[5;20H^[[X"
    yield page(columns, rows) + "^[[42;1;4m^[[1;3H^[[4X^[[2;3H^[[7m^[[5X^[[m"
    yield page(columns, rows) + "^[[1;20HZ^[[XY"


@stream("erase-line", 20, 6)
def _(columns, rows):
    yield page(columns, rows) + "^[[1;5H^[[K^[[2;5H^[[0K^[[3;5H^[[1K^[[4;5H^[[2K^[[5;5H^[[3K"
    yield page(columns, rows) + "^[[41m^[[1;5H^[[K^[[2;5H^[[1K^[[3;5H^[[2K^[[m"
    yield page(columns, rows) + "^[[48;2;1;2;3;38;5;9;4;7m^[[1;5H^[[K^[[2;5H^[[1K^[[3;5H^[[2K^[[m"
    yield page(columns, rows) + "^[[1;20HZ^[[KY^[[3;20HZ^[[1KY^[[5;20HZ^[[2KY"
    yield page(columns, rows) + "^[[1;5H^[[?K^[[2;5H^[[?1K^[[3;5H^[[?2K"


@stream("erase-display", 20, 6)
def _(columns, rows):
    for number in ("", "0", "1", "2", "3", "4"):
        yield page(columns, rows) + "^[[3;5H^[[%sJ*" % number
    for number in ("", "1", "2"):
        yield page(columns, rows, True) + "^[[46m^[[3;5H^[[%sJ^[[m" % number
    for number in ("", "1", "2"):
        yield page(columns, rows) + "^[[3;20HZ^[[%sJY" % number
    yield page(columns, rows) + "^[[2;4r^[[?6h^[[2;3H^[[J"
    yield page(columns, rows) + "^[[2;4r^[[?6h^[[2;3H^[[1J"
    yield page(columns, rows) + "^[[3;5H^[[?J^[[2;2H^[[?2J"
    yield page(columns, rows) + "^[[6;1H\n\n\n^[[3J^[[2;2H^[[1J"


@stream("bce-scroll", 20, 6)
def _(columns, rows):
    yield page(columns, rows) + "^[[44m^[[6;1H\n\nx"
    yield page(columns, rows) + "^[[44m^[[1;1H^[M^[Mx"
    yield page(columns, rows) + "^[[44m^[[2S^[[m"
    yield page(columns, rows) + "^[[44m^[[2T^[[m"
    yield page(columns, rows) + "^[[2;5r^[[48;5;200m^[[5;1H\n^[[m"
    yield page(columns, rows) + "^[[44m^[[6;20HAB"
    yield page(columns, rows) + "^[[44m^[[?1049h^[[m^[[1;1Hx"
    yield "^[[41m^[[?1049l^[[m"
    yield page(columns, rows) + "^[[44m^[c^[[2;2Hx"
    yield page(columns, rows) + "^[[44m^[[3;3H\tx^[[m\ty"


@stream("scroll-up-down", 20, 7)
def _(columns, rows):
    for final in "ST":
        for number in ("", "0", "1", "3", "7", "999"):
            yield page(columns, rows) + "^[[3;5H^[[%s%s*" % (number, final)
        yield page(columns, rows) + "^[[3;5r^[[1;1H^[[2%s*" % final
        yield page(columns, rows) + "^[[3;5r^[[?6h^[[2;2H^[[%s*" % final
        yield page(columns, rows) + "^[[1;20HZ^[[%sY" % final
    yield page(columns, rows) + "^[[3;5H^[[2^*"
    yield page(columns, rows) + "^[[3;5H^[[1;2;3;4;5T*"
    yield page(columns, rows) + "^[[3;5H^[[>1T*^[[?1S*"


@stream("scroll-left-right", 20, 5)
def _(columns, rows):
    yield page(columns, rows) + "^[[3;5H^[[2 @*"
    yield page(columns, rows) + "^[[3;5H^[[2 A*"
    yield page(columns, rows) + "^[[3;5H^[[2'}*"
    yield page(columns, rows) + "^[[3;5H^[[2'~*"
    yield page(columns, rows) + "^[[1;1H^[6*^[[2;20H^[9*"


# Tabs

@stream("tabs", 40, 6)
def _(columns, rows):
    yield "a\tb\tc\td\te\tf\tg"
    yield TABS + "\t^[[3gA\tB^[[2;5H^[H^[[2;9H^[H^[[2;1H\tx\ty\tz"
    yield TABS + "^[[9G^[[g\rA\tB\tC"
    yield TABS + "^[[3I*^[[2;1H^[[I*^[[0I*^[[3;1H^[[99I*"
    yield TABS + "^[[30G*^[[Z*^[[2;30H^[[2Z*^[[3;30H^[[0Z*^[[4;30H^[[99Z*^[[5;1H^[[Z*"
    yield TABS + "^[[9G^[[1g^[[17G^[[2g^[[25G^[[5g\r\tA\tB\tC\tD"
    yield TABS + "^[[3g^[[?5W\r\tA\tB"
    yield TABS + "^[[3g^[[6G^[[0W\r\tA^[[1;6H^[[2W^[[2;1H\tB^[[5W^[[3;1H\tC"
    yield TABS + "^[[1;38Hxyz\tw^[[3;40Hx\ty"
    yield TABS + "abcdefghijklmnop\r\tX^[[4h^[[2;1Habc^[[2;1H\tY^[[4l"
    yield TABS + "漢漢漢漢漢\r\tX^[[2;4H漢\tY"
    yield TABS + "^[[41mab\tc^[[m\td"
    yield TABS + "^[[3g^[[1;1H^[Ha^[[1;40H^[H^[[2;1H\tx^[[2;40H^[[Zy"
    yield "^[[!p^[[H^[[2J\tp"
    yield "^[c\tp"
    yield "^[[3g^[[?3l\r\tq^[[r"


# Margins and origin

@stream("decstbm", 20, 8)
def _(columns, rows):
    yield page(columns, rows) + "^[[3;6r*"
    yield page(columns, rows) + "^[[3;6r^[[6;1H\n\n*"
    yield page(columns, rows) + "^[[3;6r^[[8;1H\n\n*"
    yield page(columns, rows) + "^[[3;6r^[[7;1H\n\n*"
    yield page(columns, rows) + "^[[3;6r^[[3;4H^[M^[M*"
    yield page(columns, rows) + "^[[3;6r^[[1;4H^[M*^[[2;4H^[M^[M*"
    yield page(columns, rows) + "^[[3;6r^[[6;20Hab"
    yield page(columns, rows) + "^[[3;6r^[[8;20Hab"
    yield page(columns, rows) + "^[[3;6r^[[2;5H^[[9B*^[[7;5H^[[9A*"
    yield page(columns, rows) + "^[[3;6r^[[4;5H^[[9B*^[[4;7H^[[9A*"
    yield page(columns, rows) + "^[[3;6r^[[4;5H^[[9E*^[[4;7H^[[9F*"
    yield page(columns, rows) + "^[[3;6r^[[4;5H^[[9e*^[[4;7H^[[9k*"
    yield page(columns, rows) + "^[[5;5r^[[5;1H\n*^[[r"
    yield page(columns, rows) + "^[[2;5H^[[6;3r*"
    yield page(columns, rows) + "^[[2;5H^[[0;3r^[[3;1H\n*"
    yield page(columns, rows) + "^[[4r^[[8;1H\n*"
    yield page(columns, rows) + "^[[4;99r^[[8;1H\n*"
    yield page(columns, rows) + "^[[9;12r^[[8;1H\n*"
    yield page(columns, rows) + "^[[3;6r^[[r^[[8;1H\n*"
    yield page(columns, rows) + "^[[1;6r^[[6;1H\n\n^[[1;1H^[M*"
    yield page(columns, rows) + "^[[3;8r^[[8;1H\n\n^[D^[E*"
    yield page(columns, rows) + "^[[3;6r^[[6;3H^[D^[D*^[E*"


@stream("origin", 20, 8)
def _(columns, rows):
    yield page(columns, rows) + "^[[3;6r^[[?6h*"
    yield page(columns, rows) + "^[[3;6r^[[?6h^[[1;1Ha^[[4;5Hb^[[9;9Hc^[[0;0Hd"
    yield page(columns, rows) + "^[[3;6r^[[?6h^[[2d*^[[9d*^[[9A*^[[9B*"
    yield page(columns, rows) + "^[[3;6r^[[?6h^[[2;2H^[[?6l*"
    yield page(columns, rows) + "^[[?6h^[[3;6r*^[[4;1H\n\n*"
    yield page(columns, rows) + "^[[3;6r^[[?6h^[[2;4H^[7^[[?6l^[[1;1H^[8*^[[1;1H+"
    yield page(columns, rows) + "^[[3;6r^[[2;4H^[7^[[?6h^[8*^[[1;1H+"
    yield page(columns, rows) + "^[[3;6r^[[?6h^[[2;4H^[7^[[2;3r^[8*"
    yield page(columns, rows) + "^[[3;6r^[[?6h^[[4;1H\n*^[[1;1H^[M*"
    yield page(columns, rows) + "^[[3;6r^[[?6h^[[r*^[[8;1H*^[[?6l"
    yield page(columns, rows) + "^[[3;6r^[[?6h^[#8*"
    yield page(columns, rows) + "^[[3;6r^[[?6h^[[!p^[[1;1H*"
    yield page(columns, rows) + "^[[3;6r^[[?6h^[[2;4f*^[[9a+^[[2e+"


@stream("declrmm", 20, 8)
def _(columns, rows):
    margins = page(columns, rows) + "^[[?69h^[[5;14s"
    yield margins + "*"
    yield margins + "^[[2;5Habcdefghijklmnopqrst"
    yield margins + "^[[2;1Habcdefghijklmnopqrst"
    yield margins + "^[[2;16Habcdefghijklmnopqrst"
    yield margins + "^[[2;7Hx\ry^[[3;2Hx\ry"
    yield margins + "^[[2;7H^[[2@^[[3;2H^[[2@^[[4;16H^[[2@"
    yield margins + "^[[2;7H^[[2P^[[3;2H^[[2P^[[4;16H^[[2P"
    yield margins + "^[[3;7H^[[2L"
    yield margins + "^[[3;7H^[[2M"
    yield margins + "^[[3;2H^[[2L^[[5;17H^[[2M"
    yield margins + "^[[2S"
    yield margins + "^[[2T"
    yield margins + "^[[3;6r^[[6;7H\n\n*"
    yield margins + "^[[3;6r^[[3;7H^[M*"
    yield margins + "^[[3;6r^[[6;2H\n*^[[6;17H\n*"
    yield margins + "^[[3;6r^[[?6h^[[1;1H*^[[2;99H*^[[9;3H*^[[?6l"
    yield margins + "^[[3;7H^[[99C*^[[4;7H^[[99D*^[[5;2H^[[99D*^[[6;17H^[[99C*"
    yield margins + "^[[3;14Hx\x08y^[[4;5H\x08z"
    yield margins + "^[[2;7H^[[K^[[3;7H^[[1K^[[4;7H^[[2K^[[5;7H^[[9X"
    yield margins + "^[[3;7H^[[J"
    yield margins + "^[[2;7H\tx\ty^[[Z*"
    yield margins + "^[[4h^[[2;7Hins^[[3;13Hins^[[4l"
    yield margins + "^[[2;13H漢字^[[3;14H漢"
    yield margins + "^[[2;7Ha^[[20b"
    yield margins + "^[[41m^[[3;7H^[[2M^[[5;7H^[[3P^[[m"
    yield margins + "^[[?69l^[[2;10H^[[5;14s^[[1;1H^[[u*"
    yield margins + "^[[s^[[2;15Hab"
    yield margins + "^[[14;5s^[[2;15Hab^[[9;9s^[[3;15Hab"
    yield margins + "^[#8*"
    yield margins + "^[[!p^[[2;13Habcd"
    yield margins + "^[[3;7H^[[2'}^[[5;7H^[[2'~"
    yield margins + "^[[3;9H^[[2G*^[[4;9H^[[2`*^[[5;9H^[[E*^[[8;9H^[[F*"


@stream("decaln", 20, 6)
def _(columns, rows):
    yield "^[#8"
    yield "^[[41;1m^[[3;3H^[#8*^[[m"
    yield RESET + "^[[2;4r^[#8^[[6;1H\n*"
    yield RESET + "漢字^[#8"
    yield RESET + "^[#3top^[#4x\r\n^[#6wide\r\n^[#5single"


@stream("soft-reset", 20, 6)
def _(columns, rows):
    yield page(columns, rows) + "^[[2;4r^[[?6h^[[1;31m^[[4h^[[2;2H^[[!p*^[[6;1H\nx"
    yield page(columns, rows) + "^[[?7l^[(0^[[3;3H^[7^[[!pq^[8q"
    yield page(columns, rows) + "^[[?25l^[[?1h^[=^[[!p*"
    yield page(columns, rows) + "^[[?1049h^[[3;3H^[[!p*"
    yield "^[[?1049l*"


@stream("hard-reset", 20, 6)
def _(columns, rows):
    yield page(columns, rows) + "^[[2;4r^[[?6h^[[1;31m^[[4h^[[2;2H^[c*^[[6;1H\nx"
    yield page(columns, rows) + "^[[?7l^[(0^[[3;3H^[7^[c^[8q^[[1;19Hxyz"
    yield page(columns, rows) + "^[[?1049h^[[3;3Halternate^[c*"
    yield page(columns, rows) + "^[[?25l^[[3g^[[?69h^[c\t*^[[?1h^[="
    yield page(columns, rows) + "^[[38;5;3m^[]0;title\x07^[c*^[[20h^[c\nx"


# Saving the cursor, and screens

@stream("save-restore", 20, 6)
def _(columns, rows):
    yield RESET + "^[[2;5H^[[1;31m^[7^[[m^[[4;1Hx^[8y"
    yield RESET + "^[[2;5H^[[1;32m^[[s^[[m^[[4;1Hx^[[uy"
    yield RESET + "^[[2;5H^[(0^[7^[(B^[[4;1Hq^[8q^[(B"
    yield RESET + "^[[2;5H^[)0\x0e^[7\x0f^[[4;1Hq^[8q\x0fq"
    yield RESET + "^[[2;20Hx^[7^[[4;1Hy^[8z"
    yield RESET + "^[[2;20Hx^[[s^[[4;1Hy^[[uz"
    yield RESET + "^[[?7l^[7^[[?7h^[8^[[1;19Hxyz^[[?7h"
    yield RESET + "^[7^[[3;3H^[8a^[[4;4H^[8b"
    yield "^[c^[[3;3H^[8a"
    yield RESET + "^[[3;3H^[7^[[s^[[4;4H^[8a^[[ub"
    yield RESET + "^[[3;3H^[7^[[4;4H^[[s^[[5;5H^[8a"
    yield RESET + "^[[3;3H^[7^[[?1048h^[[5;5H^[[?1048la^[8b"
    yield RESET + "^[[6;18H^[7^[[H^[8x"
    yield RESET + "^[[4h^[7^[[4l^[8ab\rc"


@stream("save-resize", 20, 8)
def _(columns, rows):
    yield "^[[8;20H^[[31m^[7^[[1;1Hab"
    yield (10, 4)
    yield "^[8x"
    yield (20, 8)
    yield "^[[2J^[[3;7r^[[?6h^[[4;5H^[7"
    yield (12, 5)
    yield "^[[2J^[8y^[[1;1Hz"


@stream("alternate", 20, 6)
def _(columns, rows):
    for mode in (47, 1047, 1049):
        yield page(columns, rows) + "^[[3;5H^[[?%dhalt" % mode
        yield "^[[1;1H^[[31mred^[[5;5H^[7"
        yield "^[[?%dl*" % mode
        yield "^[[?%dh+" % mode
        yield "^[8-^[[?%dl/^[[m" % mode
    yield page(columns, rows) + "^[[3;5H^[[?1049ha^[[2;2H^[[?1049hb^[[?1049lc^[[?1049ld"
    yield page(columns, rows) + "^[[3;5H^[[?47ha^[[?1049hb^[[?1047lc"
    yield page(columns, rows) + "^[[2;4r^[[3;5H^[[?1049h^[[6;1H\nx^[[?1049l^[[4;1H\ny"
    yield page(columns, rows) + "^[[1;32m^[(0^[[4;4H^[[?1049hq^[[m^[(B^[[?1049lq"
    yield page(columns, rows) + "^[[?1049h^[[2J^[[6;1Ha\nb\nc\n^[[?1049l^[[6;1H\n"
    yield page(columns, rows) + "^[[4;20HZ^[[?1049hA^[[?1049lY"
    yield page(columns, rows) + "^[[4;4H^[[?1048h^[[?47h^[[1;1Hx^[[?47l^[[?1048ly"
    yield page(columns, rows) + "^[[4;4H^[[?1049;25hx^[[?1049;7ly"


# Character sets

@stream("charset-graphics", 40, 8)
def _(columns, rows):
    yield "^[(0" + "".join(map(chr, range(0x20, 0x7f))) + "^[(B"
    yield RESET + "^[)0" + "abc\x0eabc\x0fabc"
    yield RESET + "^[*0^[+Aa^[Naa^[Oaa#^[Oa#"
    yield RESET + "^[(Aa#b^[(Ba#b"
    yield RESET + "^[*0^[nabc\x0fabc^[+0^[oabc\x0f"
    yield RESET + "^[(0^[7^[(Bq^[8q^[[mq^[(B"
    yield RESET + "^[(0漢é^[(B^[(0\x7fq^[(B"
    yield RESET + "^[(1abc^[(2abc^[(Zabc^[(Babc"
    yield RESET + "^[(%5abc^[(Babc^[(\"?abc^[(Babc"
    yield RESET + "^[-Aab^[.Acd^[/A^[}ef^[|gh^[~ij\x0f"
    yield RESET + "^[%Gab^[%@cd\xe9^[%Gé"
    yield RESET + "^[(0lqk^[[1mx^[[mx^[(0mqj^[[2bq^[(B"
    yield RESET + "^[(0^[[?1049hq^[[?1049lq^[(B"
    yield RESET + "\x0e^[(0a\x0fa^[)0\x0ea^[(B\x0f"


# The margin

@stream("pending-wrap", 10, 5)
def _(columns, rows):
    full = RESET + "^[[1;1Habcdefghij"
    yield full
    yield full + "k"
    yield full + "\rK"
    yield full + "\x08K"
    yield full + "\nK"
    yield full + "\tK"
    for move in ("A", "B", "C", "D", "1G", "10G", "1d", "2;10H", "1;10H", "E", "F", "`", "a", "e", "10`", "1;10f", "I", "Z"):
        yield RESET + "^[[2;1Habcdefghij^[[%sK" % move
    for change in ("K", "1K", "2K", "J", "1J", "X", "P", "@", "L", "M", "S", "T", "m", "31m", "?25h", "4l", "?7h", "r", "s", "0c", "6n", "3g", "2b"):
        yield RESET + "^[[2;1Habcdefghij^[[%sK^[[m" % change
    for escape in ("7", "8", "D", "E", "M", "H", "=", "#8", "(B", "\\"):
        yield RESET + "^[[2;1Habcdefghij^[%sK" % escape
    for control in "\x00\x07\x0b\x0c\x0e\x0f\x18\x1a\x7f":
        yield full + control + "K\x0f"
    yield full + "^[7^[[3;3Hx^[8K"
    yield full + "^[[s^[[3;3Hx^[[uK"
    yield full + "^[[?7lK^[[?7hL"
    yield full + "\u0301k"
    yield full + "漢"
    yield full + "^[]0;title\x07k"
    yield full + "^[[1;10HJk"
    yield RESET + "^[[5;1Habcdefghijk"
    yield RESET + "^[[5;1Habcdefghij\nk"
    yield RESET + "^[[2;3r^[[3;1Habcdefghijk"
    yield full + "^[[?1049hk^[[?1049ll"
    yield full + "^[[4hk^[[4l"
    yield full + "^[[?6hk^[[?6l"


@stream("no-wrap", 10, 4)
def _(columns, rows):
    yield "^[[?7labcdefghijklm"
    yield RESET + "^[[?7labcdefghijkl\x08X"
    yield RESET + "^[[?7labcdefghij^[[?7hkl"
    yield RESET + "abcdefghij^[[?7lkl^[[?7hm"
    yield RESET + "^[[?7labcdefghi漢字"
    yield RESET + "^[[?7l^[[4habc^[[1;1H0123456789xyz^[[4l"
    yield RESET + "^[[?7labcdefghij\t*\nx"
    yield RESET + "^[[?7labcdefghij\u0301k\u0302"


@stream("backspace", 10, 4)
def _(columns, rows):
    yield "ab\x08\x08\x08c"
    yield RESET + "^[[2;1H\x08x"
    yield RESET + "^[[?45h^[[2;1H\x08x^[[?45l"
    yield RESET + "abcdefghijk\x08\x08x"
    yield RESET + "漢\x08x^[[2;1H漢\x08\x08x"
    yield RESET + "^[[2;3H^[[5Dx^[[3;3H^[[0Dy"


@stream("positions", 20, 8)
def _(columns, rows):
    for final in "ABCDEFGad`ejk":
        yield page(columns, rows) + "".join("^[[4;10H^[[%s%s*" % (number, final) for number in ("", "0", "1", "2", "99"))
    yield page(columns, rows) + "^[[H1^[[;5H2^[[3H3^[[4;H4^[[;H5^[[99;99H6^[[5;5;5H7"
    yield page(columns, rows) + "^[[f1^[[;5f2^[[3f3^[[6;6f8"
    yield page(columns, rows) + "^[[65536;65536H1^[[4294967297;3H2^[[99999999999999999999;3H3"
    yield page(columns, rows) + "^[[-1;5H1^[[1;-5H2^[[+3H3"
    yield page(columns, rows) + "^[[?3;3H1^[[>4;4H2^[[3;3!H3"


@stream("line-feeds", 12, 5)
def _(columns, rows):
    yield "ab\ncd\x0bef\x0cgh\rX"
    yield RESET + "ab^[Dcd^[Eef^[Mgh"
    yield RESET + "^[[20hab\ncd\x0bef\x0cgh^[[20l"
    yield RESET + "^[[5;3Hx\ny\nz^[Ew"
    yield RESET + "^[[1;3Hx^[My^[Mz"
    yield RESET + "a\x84b\x85c\x8dd"
    yield RESET + "^[[3;3H^[Ix^[Ky^[Lz"


# What is malformed

@stream("controls", 20, 6)
def _(columns, rows):
    yield "a\x00b\x01c\x02d\x03e\x04f\x05g\x06h\x07i\x10j\x11k\x12l\x13m\x14n\x15o\x16p\x17q\x19r\x1cs\x1dt\x1eu\x1fv\x7fw"
    yield RESET + "^[[2\x08;5HA^[[3\r;3HB^[[4\n;4HC"
    yield RESET + "^[[3\x00;3\x07HD^[[\x7f4;4HE^[[1\x0e;1HF\x0f"
    yield RESET + "^[[31\x18mA^[[31\x1amB^[\x18C^[\x1aD"
    yield RESET + "^[[31^[[32mA^[[3^[7B^[^[[33mC"
    yield RESET + "^[]0;ti\x18tle^[]0;x\x1ay"
    yield RESET + "^[Pq\x18a^[Pq\x1ab^[_x\x18c^[^x\x18d^[Xx\x18e"
    yield RESET + "\x9b31mA\x9d0;x\x9cB\x90q\x9cC\x84D\x85E\x8dF\x88G\x9fx\x9cH"


@stream("c1-bytes", 20, 6)
def _(columns, rows):
    yield b"a\x9b31mb\x1b[m"
    yield b"\x1b[H\x1b[2Ja\x85b\x84c\x8dd"
    yield b"\x1b[H\x1b[2Jq\x9d0;title\x9cr\x90q\x9cs"
    yield b"\x1b[H\x1b[2Ja\x80b\x81c\x99d\x9ae\x98f\x9cg"


@stream("csi-malformed", 30, 6)
def _(columns, rows):
    yield "^[[;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;HA^[[2;3" + ";1" * 40 + "HB"
    yield RESET + "^[[3 HA^[[3!HB^[[3\"HC^[[3#HD^[[3$HE^[[3%HF^[[3&HG^[[3'HH^[[3(HI^[[3)HJ^[[3*HK"
    yield RESET + "^[[1 qA^[[\"qB^[[1\"qC^[[$pD^[[?1$pE^[[!pF^[[62\"pG^[[1*xH^[[>0qI^[[=cJ"
    yield RESET + "^[[1?HA^[[?1?hB^[[1>2HC^[[<3HD^[[3<HE^[[?;?HF"
    yield RESET + "^[[1 2HA^[[1 ?HB^[[  HC^[[1;2 3;4HD"
    yield RESET + "^[[3;3:HA^[[3:3HB^[[::HC^[[3;3;:HD"
    yield RESET + "^[[3;3éHA^[[3;漢HB^[[\u0080C^[[3\u009b4;4HD"
    yield RESET + "^[[2;2yA^[[2;2zB^[[2{C^[[2|D^[[2}E^[[2~F^[[2oG^[[2pH^[[2wI^[[2NJ^[[2OK^[[2QL^[[2RM^[[2UN^[[2VO^[[2YP^[[2\\Q^[[2]R^[[2_S"
    yield RESET + "^[[" + "9" * 500 + "mA^[[" + "1;" * 500 + "mB^[[" + "!" * 50 + "pC"
    yield RESET + "^[[?h^[[hA^[[?l^[[lB^[[?99999hC^[[?1;2;3;lD^[[99hE"


@stream("escape-malformed", 30, 6)
def _(columns, rows):
    yield "^[ FA^[ GB^[ LC^[#1D^[#9E^[%xF^[(xG^[(BH^[!I^[!!!!J^[ \"#$K"
    yield RESET + "^[aA^[bB^[cC"
    yield RESET + "^[0A^[1B^[2C^[3D^[4E^[5F^[6G^[9H^[:I^[;J^[<K^[?L"
    yield RESET + "^[éA^[漢B^[\u0080C^[\x7fDE^[\r7F"
    yield RESET + "^[^[^[7A^[[^[[2;2HB^[(^[(0q^[(BC"
    yield RESET + "^[VA^[WB^[YC^[ZD^[lE^[mF^[|G^[QH^[ST^[UU"


@stream("utf8-malformed", 30, 8)
def _(columns, rows):
    clear = b"\x1b[H\x1b[2J"
    yield b"a\xc3b\xe6\xbcc\xf0\x9f\x98d\x80e\xbff"
    yield clear + b"\xc0\xafA\xe0\x80\xafB\xf0\x80\x80\xafC\xc1\xbfD"
    yield clear + b"\xed\xa0\x80A\xed\xbf\xbfB\xed\xa0\xbd\xed\xb8\x80C"
    yield clear + b"\xf4\x90\x80\x80A\xf5\x80\x80\x80B\xf8\x88\x80\x80\x80C\xfcD\xfeE\xffF"
    yield clear + b"\xe6\xbc\x1b[31mA\x1b[m\xe6\xbc\nB\xe6\x1b[2;9HC"
    yield clear + b"\xe6\xe6\xbc\xa2A\xf0\x9f\xe6\xbc\xa2B\xc3\xc3\xa9C"
    yield clear + b"\xef\xbf\xbfA\xef\xbf\xbeB\xf4\x8f\xbf\xbfC\xef\xbb\xbfD"
    yield clear + b"\xe6\xbc\x18\xa2A\xe6\xbc\x00\xa2B\xe6\xbc\x7f\xa2C"
    yield clear + "é漢😀e\u0301".encode() + b"\xc3"
    yield b"\xa9X\xe6"
    yield b"\xbc"
    yield b"\xa2Y\xf0\x9f"
    yield b"\x98\x80Z"
    yield clear + bytes(range(0x80, 0x100))


@stream("split", 30, 6)
def _(columns, rows):
    text = "^[[1;31mred^[[m 漢😀 e\u0301^[]0;a title\x07|"
    text += "^[[2;5H^[(0lqk^[(B^[[38;2;1;2;3m*^[[m^[]8;;http://example.com/\x1b\\link^[]8;;\x1b\\^[[3;3H^[Pq#0\x1b\\x^[7^[[5;5H^[8!"
    data = text.replace("^[", "\x1b").encode()
    for index in range(len(data)):
        yield data[index:index + 1]


@stream("truncated", 20, 4)
def _(columns, rows):
    for end in ("^[", "^[[", "^[[3", "^[[3;", "^[[?", "^[[38:2:", "^[(", "^[]", "^[]0;x", "^[]0;x^[", "^[P", "^[Pq", "^[_G", "^[^", "^[X"):
        yield "\x18^[\\" + RESET + "abc" + end
        yield "3mX"
    yield "\x18^[\\" + RESET


# Strings

@stream("osc", 40, 6)
def _(columns, rows):
    yield "a^[]0;title\x07b^[]2;other\x1b\\c^[]1;icon\x07d^[]7;file:///tmp\x07e"
    yield RESET + "a^[]8;;http://example.com/\x07link^[]8;;\x07b^[]8;id=1;http://example.com/\x1b\\two\r\nlines^[]8;;\x1b\\c"
    yield RESET + "a^[]52;c;aGVsbG8=\x07b^[]133;A\x07$ ^[]133;B\x07ls\r\n^[]133;C\x07c^[]133;D;0\x07"
    yield RESET + "a^[]4;1;rgb:ff/00/00\x07b^[]10;#ffffff\x07c^[]11;?\x07d^[]104\x07e^[]110\x07f^[]12;red\x07g^[]112\x07"
    yield RESET + "a^[]\x07b^[];\x07c^[]x\x07d^[]999;x\x07e^[]0\x07f^[]l icon\x1b\\g^[]L x\x1b\\h^[]P1ff0000\x07i"
    yield RESET + "a^[]0;t\x01i\nt\rle\x07b^[]0;漢字 é\x07c^[]0;\u009c x\x07d"
    yield RESET + "a^[]0;x^[[31mb^[]0;y^[7c^[]0;z^[^[\\d"
    yield RESET + "a^[]0;" + "x" * 3000 + "\x07b"
    yield RESET + "a^[]2;" + "漢" * 400 + "\x1b\\b"
    yield RESET + "a^[k name\x1b\\b^[]9;note\x07c^[]777;notify;a;b\x07d^[]1337;File=:AAAA\x07e"


@stream("osc-8", 20, 5)
def _(columns, rows):
    yield "^[]8;;http://a.example/\x1b\\" + "abcdefghij" * 3 + "^[]8;;\x1b\\x"
    yield RESET + "^[]8;;http://a.example/\x1b\\ab^[[3b^[[4hc^[[4l^[[1;1H^[[P^[]8;;\x1b\\x"
    yield RESET + "^[]8;;http://a.example/\x1b\\^[[31mab^[[m^[[K^[[2;1H漢^[]8;;http://b.example/\x1b\\字^[]8;;\x1b\\x"
    yield RESET + "^[]8;bad\x1b\\a^[]8\x1b\\b^[]8;;;\x1b\\c^[]8;a=b:id=x;http://c.example/;x\x1b\\d^[]8;;\x1b\\"
    yield RESET + "^[]8;;http://a.example/\x1b\\" + "^[[2J^[[2;2Ha^[c" + "b"
    yield RESET + "^[]8;;" + "h" * 2500 + "\x1b\\long^[]8;;\x1b\\x"


@stream("dcs-apc", 40, 6)
def _(columns, rows):
    yield "a^[Pq#0;2;0;0;0#0~~@@\x1b\\b^[P$qm\x1b\\c^[P+q544e\x1b\\d^[P1$r0m\x1b\\e"
    yield RESET + "a^[_Gi=1,a=q;AAAA\x1b\\b^[_hidden\x1b\\c^[^private\x1b\\d^[Xstart\x1b\\e"
    yield RESET + "a^[_x\x07y\x1b\\b^[^x\x07y\x1b\\c^[Xx\x07y\x1b\\d^[Px\x07y\x1b\\e"
    yield RESET + "a^[_漢\n\r\x1b\\b^[P漢\n\r\x1b\\c^[X漢\n\x1b\\d^[^漢\x9c x\x1b\\e"
    yield RESET + "a^[_x^[[31mb^[Px^[[32mc^[Xx^[[33md^[^x^[[34me"
    yield RESET + "a^[_" + "x" * 3000 + "\x1b\\b^[P1;2q" + "y" * 3000 + "\x1b\\c^[X" + "z" * 3000 + "\x1b\\d"
    yield RESET + "a^[P1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20|x\x1b\\b^[P?1x\x1b\\c^[P1?x\x1b\\d^[P 1x\x1b\\e^[P:x\x1b\\f"
    yield RESET + "a^[Ptmux;^[^[[31m\x1b\\b^[P=1s\x1b\\c^[P=2s\x1b\\d"
    yield RESET + "a^[\\b^[[\\c^[_^[\\d^[P^[\\e^[]^[\\f"


# Modes, queries, sizes

@stream("modes", 30, 6)
def _(columns, rows):
    yield "^[[?25lhidden^[[?12h^[[2 q"
    yield "^[[?25hshown^[[?1h^[="
    yield "^[[?1l^[>^[[?1000;1006h^[[?2004h^[[?1004hx"
    yield "^[[?1000;1006l^[[?2004l^[[?1004ly^[[?66hz"
    yield "^[[?66l^[[?2026ha^[[?2026lb^[[?2027hc^[[?2027ld^[[?5he^[[?5lf"
    yield "^[[12h^[[12lg^[[2h^[[2lh^[[?8l^[[?8hi^[[?9001hj^[[?1034hk"
    yield "^[[c^[[>c^[[=c^[[5n^[[6n^[[?6n^[[?15n^[[x^[[0x^[Z^[[14t^[[18t^[[?u^[[>1u^[[<u^[[=1ul"
    yield "^[[22;0t^[[23;0t^[[8;10;10tm^[[4;100;100tn^[[1t^[[2t^[[9;1to"
    yield RESET + "^[[?3hab^[[?3lcd"
    yield RESET + page(columns, rows) + "^[[?3l*^[[?95h^[[?3l*^[[?95l"


@stream("protected", 20, 5)
def _(columns, rows):
    yield "^[[1\"qguard^[[0\"qfree^[[?2K" + "^[[2;1H^[[1\"qguard^[[2\"qfree^[[?J"
    yield RESET + "^[[1\"qguard^[[0\"qfree^[[2K" + "^[[2;1H^[[1\"qguard^[[0\"qfree^[[1;1H^[[J"
    yield RESET + "^[Vguard^[Wfree^[[1;1H^[[J"
    yield RESET + "^[Vguard^[Wfree^[[1;1H^[[9X"


@stream("rectangles", 20, 6)
def _(columns, rows):
    yield page(columns, rows) + "^[[42;2;3;4;9$x"
    yield page(columns, rows) + "^[[2;3;4;9$z"
    yield page(columns, rows) + "^[[2;3;4;9;1;1;12;1$v"
    yield page(columns, rows) + "^[[2;3;4;9;7$r^[[2;12;4;15;1$t"
    yield page(columns, rows) + "^[[2;3;4;9${"


@stream("resize", 20, 8)
def _(columns, rows):
    yield page(columns, rows)
    yield (10, 8)
    yield "^[[2J^[[Habcdefghijklm"
    yield (30, 4)
    yield "^[[2J^[[4;1Hx\ny"
    yield (30, 10)
    yield "^[[2J^[[10;30Hxy"
    yield (1, 1)
    yield "^[[2Jab漢"
    yield (20, 8)
    yield page(columns, rows) + "^[[3;6r^[[?6h^[[4;1H\n*"


@stream("alternate-resize", 20, 8)
def _(columns, rows):
    yield "^[[?1049h" + page(columns, rows) + "^[[3;6r^[[8;20H"
    yield (12, 5)
    yield "*^[[5;1H\n+"
    yield (24, 9)
    yield "-^[[9;1H\n/"
    yield (24, 3)
    yield "^[[H^[[2Jx^[[3;1H\n\ny"


def tiny(columns, rows):
    """The same cases at a size of next to nothing."""
    yield "ab^[[5;5Hc"
    yield "漢x^[[A^[[B^[[C^[[D\x08\t"
    yield "^[[H^[[2J^[[Ly^[[Mz^[[Pw^[[@v^[[Xu"
    yield "^[[H^[[2Ja\nb\nc^[Md"
    yield "^[[1;1r^[[2;1r^[[?6h^[[1;1He^[[?6l^[[r"
    yield "f^[[9b^[[3S^[[3Tg"
    yield "^[[?1049hh漢^[[?1049li"
    yield "^[[4hj漢k^[[4l"
    yield "^[[?7ll漢m^[[?7h"
    yield "^[#8"
    yield "^[[?69h^[[1;1s^[[1;2sn^[[?69l"
    yield "o\u0301p\ufe0f🇫🇷👍🏽"
    yield "^[c^[7^[8q"


stream("tiny", 1, 1)(tiny)
stream("tiny", 2, 1)(tiny)
stream("tiny", 1, 2)(tiny)
stream("tiny", 2, 2)(tiny)
stream("tiny", 5, 3)(tiny)
