#!/usr/bin/env python3
"""Records real programs on a pty: their raw output, with the places at which the screen is worth comparing.

    record.py [-l] [NAME ...]

Without a name all sessions are recorded, with names those that contain one of them; -l lists them. The files go to `sessions/` beside
this file, `NAME.TERM.COLUMNSxROWS.rec` (`recording.py` has the format).

Needs Linux and root: the programs run as `nobody` in name spaces of their own, so that no host name, user, process or path of the
machine gets into a file. A session whose program is not installed is skipped with a line on standard error.
"""
import fcntl, os, pty, re, select, shutil, signal, struct, sys, termios, time

from recording import write_recording
from record_files import make_files

HERE = os.path.dirname(os.path.abspath(__file__))
HOME = "/tmp/session"
NOBODY = 65534
QUIET_SECONDS = 0.25        # the program is taken to be done when it has written nothing for so long
PATIENCE_SECONDS = 2.5      # or after so long, when it goes on writing

SNAP = ("snapshot",)
UP, DOWN, RIGHT, LEFT = "\x1bOA", "\x1bOB", "\x1bOC", "\x1bOD"
F = dict(zip(range(1, 11), "\x1bOP \x1bOQ \x1bOR \x1bOS \x1b[15~ \x1b[17~ \x1b[18~ \x1b[19~ \x1b[20~ \x1b[21~".split()))


def resize(columns, rows):
    return ("resize", columns, rows)


def pause(seconds):
    return ("pause", seconds)


def each(*keys):
    """Types each of `keys` and takes a snapshot after it."""
    return [step for key in keys for step in (key, SNAP)]


def shell(command):
    return ["bash", "--norc", "--noprofile", "-c", command]


BOTH = ("xterm-256color", "tmux-256color")
XTERM = BOTH[:1]
VIM = ["vim", "--clean", "-n", "-i", "NONE"]
DEMOS = "/usr/libexec/ncurses-examples/"


def session(name, command, steps, size=(120, 40), terms=XTERM, until=None):
    """A session; `until` is a pattern: after the steps, Return is typed until that is among what was written last."""
    return dict(name=name, command=command, steps=steps, size=size, terms=terms, until=until)


def vttest(name, *choices):
    """A part of vttest: the menu choices, then Return until the menu is back, a snapshot each screen. (It pauses within its screens.)"""
    typed = [step for choice in choices for step in (pause(0.8), choice + "\r")]
    return session("vttest-" + name, ["vttest", "24x80.80"], typed + [pause(1)], (80, 24), until="choice number")


SESSIONS = [
    session("vim-splits", VIM + ["poem.c"], [SNAP] + each(
        ":set number hlsearch\r", ":vsplit notes.md\r", ":split words.txt\r", "/the\r", "\x17w\x06", "\x17w" + "10\x05",
        "V5j", "\x1b>>", "dd3p", "u", ":set cursorline\r", "\x17=", ":help motion\r", ":only\r") + [":qa!\r"], terms=BOTH),
    session("vim-colors", VIM + ["poem.c"], ["", ":set termguicolors background=dark\r", ":colorscheme habamax\r", SNAP] + each(
        ":set cursorline cursorcolumn number\r", "10\x05", "ggVG", "\x1b:colorscheme delek\r", ":tabnew notes.md\r", ":vsplit poem.c\r",
        ":set spell\r", ":hi Normal ctermbg=4 guibg=#203040\r", "Gzt") + [":qa!\r"], terms=BOTH),
    session("vim-wide", VIM + ["wide.txt"], [SNAP] + each(
        ":set list\r", "jjA 日本語テキスト\x1b", "0i漢\x1b", "3x", ":set nowrap\r", "20zl", "5zl", ":set wrap columns=40\r", "Gp", "yyP"
        ) + [":qa!\r"], terms=BOTH),
    session("vim-small", VIM + ["poem.c"], [SNAP] + each("\x06", "\x06", "2\x19", "iab cd\refg\x1b", "\x02", ":vs\r", "G") + [":qa!\r"], (40, 12)),
    session("vim-resize", VIM + ["poem.c"], [SNAP, ":vsplit notes.md\r", SNAP, resize(80, 24), SNAP, "\x06", SNAP, resize(132, 30), SNAP,
        resize(20, 8), SNAP, resize(120, 40), SNAP, ":qa!\r"]),
    session("nvim", ["nvim", "--clean", "-n", "-i", "NONE", "poem.c"], [SNAP] + each(
        ":set number termguicolors\r", ":vsplit notes.md\r", "\x06", "/a\r", "V3j", "\x1b:set cursorline\r", ":split wide.txt\r",
        ":help\r", ":set list\r") + [":qa!\r"], terms=BOTH),
    session("less", ["less", "-R", "long.txt"], [SNAP] + each(" ", " ", "b", "/seven\r", "n", "G", "g", "j", "j", "k", "d", "-S\r", RIGHT, RIGHT,
        "-N\r", "&nine\r") + ["q"], terms=BOTH),
    session("less-wide", ["less", "wide.txt"], [SNAP] + each("j", "j", "-S\r", RIGHT, "/語\r", "G") + ["q"], (80, 24)),
    session("less-resize", ["less", "-N", "long.txt"], [SNAP, " ", SNAP, resize(60, 20), SNAP, " ", SNAP, resize(100, 50), SNAP, "k", SNAP, "q"],
        (80, 24)),
    session("man", ["man", "grep"], [SNAP] + each(" ", " ", "/pattern\r", "n", "G", "b") + ["q"], terms=BOTH),
    session("htop", ["htop"], [SNAP] + each(F[5], F[2], DOWN, RIGHT, "\x1b", F[6], "\x1b", "u", "\x1b", " ") + ["q", "q"], terms=BOTH),
    session("top", ["top", "-d", "1"], [SNAP, pause(1.2), SNAP] + each("1", "x", "z", "c", "V", "h", "q") + ["q"], terms=BOTH),
    session("mc", ["mc", "-u", "-x"], [SNAP] + each(DOWN, "\t", F[9], DOWN, RIGHT, "\x1b\x1b", DOWN + DOWN + F[3], F[10], F[7], "\x1b\x1b",
        "\x1b\t", F[1]) + [F[10], F[10], "\r"], terms=BOTH),
    session("mc-resize", ["mc", "-u"], [SNAP, resize(80, 24), SNAP, F[9], SNAP, "\x1b\x1b", resize(140, 44), SNAP, F[10], "\r"]),
    session("mcedit", ["mcedit", "poem.c"], [SNAP] + each(DOWN + DOWN, "\x1b[6~", F[3] + DOWN + DOWN, F[9], "\x1b\x1b", "new text\r", F[2])
        + ["\x1b\x1b", F[10], "n"]),
    session("nano", ["nano", "-lS", "poem.c"], [SNAP] + each("\x16", "\x16", "\x19", "\x0b\x0b", "\x15", "\x17return\r", "\x07", "\x18", "one\rtwo\r",
        "\x1b6") + ["\x18", "n"], terms=BOTH),
    session("nano-small", ["nano", "wide.txt"], [SNAP] + each("\x16", "\x05", "\x01", "語a", "\x0b", "\x17a\r") + ["\x18", "n"], (40, 12)),
    session("git-log", shell("git --no-pager log --graph --color --stat --decorate; git --no-pager log --graph --color --oneline --all"), ["", SNAP],
        terms=BOTH),
    session("git-log-less", ["git", "log", "--graph", "--color", "-p"], [SNAP] + each(" ", " ", "/func\r", "b", "j", "G") + ["q"]),
    session("git-diff", shell("git --no-pager diff --color HEAD~3; git --no-pager diff --color-words HEAD~2; git status"), ["", SNAP], (80, 24)),
    session("tig", ["tig"], [SNAP] + each("j", "j", "\r", "j", " ", "\t", "q", "t", "h") + ["Q"], terms=BOTH),
    session("dialog", shell("dialog --menu 'Which one?' 15 50 5 a Apples b Bread c Cheese; dialog --colors --checklist '\\Z1Some\\Zn of \\Zbthese' "
        "15 50 5 x One on y Two off; dialog --calendar Day 0 0 1 2 2024; dialog --yesno 'Was it good?' 8 40; "
        "for i in 10 50 90; do echo $i; sleep 0.1; done | dialog --gauge Working 8 50; dialog --fselect /tmp/session/ 12 60"),
        [SNAP] + each("\x1b[B", "\r", " ", "\r", "\x1b[C", "\r", "\t", "\r", "", "\t") + ["\x1b\x1b", "\x1b\x1b"], terms=BOTH),
    session("whiptail", shell("whiptail --menu Which 15 50 5 a Apples b Bread; whiptail --inputbox Name 10 40; whiptail --scrolltext "
        "--textbox long.txt 20 70"), [SNAP] + each("\x1b[B", "\r", "word", "\t", "\r", "\x1b[B\x1b[B") + ["\r", "\r"], (80, 24)),
    session("tmux", ["tmux", "-L", "inner", "-f", "tmux.conf", "new", "bash --norc --noprofile"], [SNAP] + each('\x02%', "ls\r", '\x02"', "seq 30\r",
        "\x02o", "printf '\\e[31mred\\e[44m on blue\\e[m\\n'\r", "\x02z", "\x02z", "\x02[", "\x1b[5~", "q", "\x02c", "\x02w", "q", "\x02t")
        + ["q", "\x02:kill-server\r"], terms=BOTH),
    session("tmux-resize", ["tmux", "-L", "inner2", "-f", "tmux.conf", "new", "bash --norc --noprofile"], ["seq 50\r", '\x02%', SNAP, resize(80, 24), SNAP,
        resize(100, 30), SNAP, "ls\r", SNAP, "\x02:kill-server\r"]),
    session("python", ["/usr/bin/python3"], [SNAP] + each("print('a' * 200)\r", "for i in range(50): print(i, '語' * i)\r\r", "1/0\r",
        "x = 'a long line that is edited'\x01\x1bf\x1bf\x0b\x19\r", "print('\\033[1;31mred\\033[0m')\r", UP, "\x15import sy\t", "s\r") + ["\x04"], terms=BOTH),
    session("bash", ["bash", "--norc", "--noprofile"], [SNAP] + each("echo " + "long " * 40, "\x01", "\x1bf\x1bf\x0b", "\x19", "\x15ls -l\r", "echo 漢字 éa",
        "\x02\x02\x7f", "\x05\r", "cat wo\t\r", "\x12echo", "\x07", "history | head -3\r", "for i in 1 2 3\r", "do echo $i\rdone\r", "clear\r")
        + ["exit\r"], terms=BOTH),
    session("bash-narrow", ["bash", "--norc", "--noprofile"], each("echo " + "abcdefgh " * 12, "\x01", "X", "\x1bd\x1bd", "\x05漢字", "\x02\x02", "\r",
        "ls --color -F\r") + ["exit\r"], (40, 12)),
    session("bash-resize", ["bash", "--norc", "--noprofile"], ["seq 10\r", SNAP, resize(80, 24), "clear\r", SNAP, "ls\r", resize(132, 40), "clear; seq 20\r",
        SNAP, "exit\r"]),
    session("ls", shell("ls --color -la names; ls --color -C names; ls -m names"), ["", SNAP], terms=BOTH),
    session("colors", shell("cat colors.txt"), ["", SNAP], terms=BOTH),
    session("progress", ["/usr/bin/python3", "progress.py"], [pause(0.4), SNAP] + [pause(0.25), SNAP] * 8, (80, 24), terms=BOTH),
    session("wget", shell("/usr/bin/python3 -m http.server -b 127.0.0.1 8000 >/dev/null 2>&1 & sleep 0.7; wget --limit-rate=60k --progress=bar:force "
        "-O /dev/null http://127.0.0.1:8000/big.bin; kill %1"), ["", pause(0.4), SNAP, pause(0.8), SNAP, pause(2.5), SNAP], (80, 24)),
    session("gcc", shell("gcc -fdiagnostics-color=always -Wall -c -o /dev/null broken.c"), ["", SNAP], terms=BOTH),
    session("watch", ["watch", "-n", "1", "-d", "-c", "sh count.sh"], [SNAP, pause(1.2), SNAP, pause(1.2), SNAP, "q", "\x03"], (80, 24), terms=BOTH),
    session("fzf", shell("fzf --color=dark --preview 'cat words.txt' --border < long.txt"), [SNAP] + each("seven", "\x1b[A\x1b[A", "\x7f\x7f", "\x15nine",
        "\t") + ["\r"], terms=BOTH),
    session("w3m", ["w3m", "page.html"], [SNAP] + each("\t\t", " ", "/table\r", "n", "B", "H") + ["q", "y"], (80, 24)),
    session("lynx", ["lynx", "-nomore", "page.html"], [SNAP] + each("\x1b[B", " ", "h", "q") + ["q", "y"], terms=BOTH),
    session("demo-panels", [DEMOS + "demo_panels"], [SNAP] + each("t1\r", "h2\r", "m3\r") + ["q", "\x03"]),
    session("demo-menus", [DEMOS + "demo_menus"], [SNAP] + each(RIGHT, "\x1bOB", "\x1bOB", RIGHT) + ["q", "\x03"]),
    session("demo-forms", [DEMOS + "demo_forms"], [SNAP] + each("words", "\t", "more", "\x0e") + ["\x1b", "\x03"], (80, 24)),
    session("demo-colors", [DEMOS + "ncurses"], ["a\r", "", SNAP] + ["q", "b\r"] + each("", "n") + ["q", "c\r"] + each("", "w") + ["q", "f\r", SNAP, "q",
        "q\r"]),
    session("demo-worm", [DEMOS + "worm", "-l", "8", "-n", "6"], [pause(0.6), SNAP, pause(0.5), SNAP, "q"], (80, 24)),
    session("demo-firework", [DEMOS + "firework"], [pause(0.7), SNAP, pause(0.7), SNAP, "q"], (80, 24)),
    session("demo-insdelln", [DEMOS + "insdelln"], [SNAP] + each("i", "i", "d", "+", "d") + ["q", "\x1b"], (80, 24)),
    session("demo-background", [DEMOS + "background"], [SNAP] + each(" ", " ", " ", " ") + ["q", "\x03"], (80, 24)),
    session("demo-clock", [DEMOS + "gdc", "-n", "2"], [SNAP, pause(1), SNAP, "q"], (80, 24)),
    session("cmatrix", ["cmatrix", "-s"], [pause(0.5), SNAP, pause(0.5), SNAP, "q"], (80, 24)),
    session("train", ["/usr/games/sl"], [pause(1), SNAP, pause(1.5), SNAP, pause(2)], (80, 24)),
    session("figlet", shell("figlet -w 120 Hello world; tput setaf 3; tput rev; echo reversed; tput sgr0; tput cup 30 50; tput bold; echo there; "
        "tput sc; tput cup 0 100; echo -n corner; tput rc; tput el; tput smul; echo under; tput rmul; tput indn 3; tput ech 5; tput ich 4"), ["", SNAP],
        terms=BOTH),
    vttest("cursor", "1"),
    vttest("features", "2"),
    vttest("charsets", "3", "8"),
    vttest("charset-shifts", "3", "9"),
    vttest("double-size", "4"),
    vttest("insert-delete", "8"),
] + [vttest("position-%d" % n, "11", "5", str(n)) for n in range(1, 10)] + [
    vttest("colors-%d" % n, "11", "6", str(n)) for n in (2, 3, 4, 5, 9)] + [
    vttest("bce-vt102-%d" % n, "11", "6", "6", str(n)) for n in (1, 2, 3)] + [
    vttest("bce-other-%d" % n, "11", "6", "7", str(n)) for n in range(2, 7)] + [
    vttest("other-%d" % n, "11", "7", str(n)) for n in range(2, 7)] + [
    vttest("display-%d" % n, "11", "1", "2", str(n)) for n in (2, 3)] + [
    vttest("soft-reset", "11", "1", "6"),
]

ANSWERS = [                                                  # what is asked of the terminal, and what a plain one says
    (rb"\x1b\[0?c", b"\x1b[?62;22c"),
    (rb"\x1b\[5n", b"\x1b[0n"),
    (rb"\x1b\]10;\?(\x07|\x1b\\)", b"\x1b]10;rgb:d0d0/d0d0/d0d0\x1b\\"),
    (rb"\x1b\]11;\?(\x07|\x1b\\)", b"\x1b]11;rgb:1010/1010/1010\x1b\\"),
]


class Recorder:
    """A program on a pty: what it wrote so far, and the places."""

    def __init__(self, command, term, columns, rows):
        self.data, self.places, self.ended, self.asked = bytearray(), [], False, 0
        environment = dict(TERM=term, COLORTERM="truecolor", HOME=HOME, LANG="C.UTF-8", PATH="/usr/bin:/bin:/usr/games", PS1="$ ", LESSHISTFILE="-",
                           HISTFILE=HOME + "/history", PAGER="less", EDITOR="vim", SHELL="/bin/bash", USER="nobody", GIT_PAGER="less -R", TMUX_TMPDIR=HOME)
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(HOME)
            time.sleep(0.1)                                   # until the size is set
            os.execvpe(command[0], command, environment)
        self.set_size(columns, rows)

    def set_size(self, columns, rows):
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def settle(self, quiet=QUIET_SECONDS, patience=PATIENCE_SECONDS):
        """Reads until nothing more comes for `quiet` seconds."""
        end = time.monotonic() + patience
        first = True
        while not self.ended and (left := end - time.monotonic()) > 0:
            ready, _, _ = select.select([self.terminal], [], [], min(left, 0.6 if first else quiet))
            if not ready:
                return
            first = False
            try:
                new = os.read(self.terminal, 65536)
            except OSError:
                new = b""
            self.ended = not new
            self.data += new
            self.answer()

    def answer(self):
        """Answers the queries among the bytes that came last."""
        tail = bytes(self.data[self.asked:])
        found = [(match.start(), reply) for question, reply in ANSWERS for match in re.finditer(question, tail)]
        for _, reply in sorted(found):                        # in the order of the questions
            os.write(self.terminal, reply)
        cut = tail.rfind(b"\x1b", max(0, len(tail) - 32))
        complete = cut < 0 or re.match(rb"\x1b(\[[0-9;?>=]*[@-~]|\].*(\x07|\x1b\\)|[^\[\]])", tail[cut:], re.S)
        self.asked = len(self.data) if complete else self.asked + cut

    def step(self, step):
        if isinstance(step, str):
            if not self.ended and step:
                os.write(self.terminal, step.encode())
            self.settle()
        elif step[0] == "snapshot":
            if not self.data:
                self.settle()
            if not self.places or self.places[-1] != dict(offset=len(self.data), kind="snapshot"):
                self.places.append(dict(offset=len(self.data), kind="snapshot"))
        elif step[0] == "resize":
            self.places.append(dict(offset=len(self.data), kind="resize", columns=step[1], rows=step[2]))
            self.set_size(step[1], step[2])
            self.settle()
        else:
            self.settle(quiet=step[1], patience=step[1])

    def finish(self):
        """Ends the program, if it did not end by itself."""
        self.settle(patience=1)
        for number in (signal.SIGHUP, signal.SIGKILL):
            if not self.ended:
                os.kill(self.process, number)
                self.settle(quiet=0.5, patience=1)
        os.close(self.terminal)
        os.waitpid(self.process, 0)


def record(one, term):
    """Records one session and returns (head, places, data)."""
    columns, rows = one["size"]
    recorder = Recorder(one["command"], term, columns, rows)
    for step in one["steps"]:
        recorder.step(step)
    if one["until"]:
        for _ in range(40):
            seen = len(recorder.data)
            recorder.step(SNAP)
            recorder.step("\r")
            recorder.settle(quiet=1)
            if re.search(one["until"].encode(), bytes(recorder.data[seen:])):
                break
        else:
            print(one["name"], "did not come back to its menu", file=sys.stderr)
    if not recorder.ended:
        recorder.step(SNAP)
    recorder.finish()
    if recorder.places[-1]["offset"] < len(recorder.data):
        recorder.places.append(dict(offset=len(recorder.data), kind="snapshot"))
    head = dict(columns=columns, rows=rows, term=term, program=" ".join(one["command"])[:60])
    return head, recorder.places, bytes(recorder.data)


def record_all(sessions, out):
    """Runs inside the name spaces: makes the scratch folder and records, each file in a process that is `nobody`."""
    os.system("mount -t tmpfs -o size=64m,mode=755 tmpfs %s && ip link set lo up 2>/dev/null; hostname demo" % HOME)
    os.system(f"chown {NOBODY}:{NOBODY} {HOME}")
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    for one in sessions:
        if not shutil.which(one["command"][0], path="/usr/bin:/bin:/usr/games"):
            print(one["name"], "skipped:", one["command"][0], "is not installed", file=sys.stderr)
            continue
        for term in one["terms"]:
            make_files(HOME)
            name = "%s.%s.%dx%d.rec" % (one["name"], term, *one["size"])
            head, places, data = record(one, term)
            write_recording(os.path.join(out, name), head, places, data)
            print("%-50s %7d bytes %3d places" % (name, len(data), len(places)), flush=True)


def main():
    names = [argument for argument in sys.argv[1:] if not argument.startswith("-")]
    inside = "--inside" in sys.argv
    out = names.pop(0) if inside else None
    sessions = [one for one in SESSIONS if not names or any(name in one["name"] for name in names)]
    if "-l" in sys.argv:
        print("\n".join("%s %dx%d %s" % (one["name"], *one["size"], " ".join(one["terms"])) for one in sessions))
    elif inside:
        record_all(sessions, out)
    else:
        os.makedirs(HOME, exist_ok=True)
        out = "/tmp/session-recordings"
        shutil.rmtree(out, ignore_errors=True)
        os.makedirs(out)
        os.chmod(out, 0o777)
        script = "/tmp/session-recorder"                       # a copy, as nobody may not be able to read this folder
        shutil.rmtree(script, ignore_errors=True)
        os.makedirs(script)
        for name in ("record.py", "record_files.py", "recording.py"):
            shutil.copy(os.path.join(HERE, name), script)
        os.system("cd %s && unshare --uts --pid --mount --net --ipc --fork --mount-proc /usr/bin/python3 -B record.py --inside %s %s" % (
            script, out, " ".join(names)))
        for name in sorted(os.listdir(out)):
            shutil.copyfile(os.path.join(out, name), os.path.join(HERE, "sessions", name))


if __name__ == "__main__":
    main()
