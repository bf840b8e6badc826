"""The files that the recorded programs work on: sources, notes, names in many scripts, a small repository."""
import os, shutil, subprocess

NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()

POEM = '''/* Counts the words of a poem. */
#include <stdio.h>
#include <string.h>

#define LINES 12
#define VERSE "the quick brown fox jumps over the lazy dog"

typedef struct { const char *text; int words; double weight; } Line;

static int count(const char *text) {
    int words = 0, inside = 0;
    for (; *text; text++) {
        if (*text == ' ' || *text == '\\t')
            inside = 0;
        else if (!inside)
            inside = 1, words++;
    }
    return words;
}

/* TODO: the last line is longer than all the others, so that it has to be wrapped somewhere: 0123456789 0123456789 0123456789 0123456789. */
int main(int argc, char **argv) {
    Line lines[LINES] = {{VERSE, 0, 1.5e3}, {"and the sun \\x41 shines", 0, 0xFF}};
    for (int i = 0; i < LINES && lines[i].text != NULL; i++) {
        lines[i].words = count(lines[i].text);
        printf("%3d %-20s %g\\n", lines[i].words, lines[i].text, lines[i].weight);
    }
    switch (argc) {
    case 0: return 1;
    case 2: if (strcmp(argv[1], "-v") == 0) puts("version 1"); break;
    default: break;
    }
    return 0;
}
'''

NOTES = '''# Notes

Some *emphasis*, some **strong words**, a [link](page.html) and `code`.

- the first thing
- the second thing, with `inline code` and a very long line that goes on and on until it has to be wrapped by whatever shows it, twice
  1. nested
  2. again

> A quotation, with an "em dash" — and an ellipsis…

```c
int answer = 42;
```

| Name | Value |
|------|-------|
| one  | 1     |
| two  | 2     |
'''

WIDE = '''Plain ASCII first, then others.
日本語の文章です。全角文字は二つの桁を使います。カタカナ、ひらがな、漢字が混ざっています。長い行は折り返されます。日本語の文章です。全角文字は二桁。
한국어 문장입니다. 글자 하나가 두 칸을 차지합니다. 줄이 길면 다음 줄로 넘어갑니다. 그래서 줄의 끝이 중요합니다.
中文句子：每个字占两列。行末若只剩一列，则整字移到下一行。
a漢b字c半ｱｲｳ全ＡＢＣ half and full
Ελληνικά, кириллица, עברית, العربية, ไทย ภาษา, हिन्दी
e\u0301 a\u0308 o\u0302 n\u0303 with combining marks: Z\u0335a\u0336l\u0337g\u0338o
naïve café Straße — “quotes” ‘single’ … • ° ½ × ÷
Box: ┌─┬─┐ │ │ │ ├─┼─┤ └─┴─┘ ╔═╗ ║ ║ ╚═╝ ░▒▓█ ▁▂▃▄▅▆▇
Emoji: 😀 🎉 🚀 ✨ 🐧 🍕
Tabs:\tone\ttwo\t三\tfour
''' + "漢" * 130 + "\n" + "ab漢" * 40 + "\nlast line\n"

NAMES = ["plain.txt", "日本語.txt", "中文文件名", "한국어 파일", "emoji 😀🎉.txt", "cafe\u0301.txt", "naïve.c", "Ελληνικά", "кириллица.md", "ａｂｃ.full", "半ｶﾅ", "zwj-\u200d-name",
         "tab\tname", "flag-🇫🇷", "family-👨\u200d👩\u200d👧", "thumb-👍🏽", "heart-❤\ufe0f", "a漢b字c", "very-long-name-" + "x" * 30, "space name"]

BROKEN = '''#include <stdio.h>
int twice(int value) { return value * 2 }
int main(void) {
    int unused;
    char *text = 5;
    printf("%s %d\\n", twice(3), text);
    undeclared(4);
    retrun 0;
}
'''

PAGE = '''<html><head><title>A page</title></head><body><h1>A page with a table</h1><p>Some <b>bold</b>, <i>italic</i>, <u>underlined</u> words and a
<a href="notes.md">link</a>, <a href="other.html">another</a>. Umlauts: äöü; 日本語。</p><table border=1><tr><th>Name<th>Value<tr><td>one<td>1<tr><td>two
<td>2<tr><td colspan=2>a table cell across both</table><ul><li>first<li>second<ul><li>nested</ul></ul><form>Field: <input name=a value=x> <input
type=checkbox checked> <select><option>first<option>second</select> <input type=submit></form><pre>
  preformatted    text
      kept as it is
</pre><hr>%s</body></html>
''' % "".join("<p>%s</p>" % " ".join(NUMBERS * 4) for _ in range(8))

PROGRESS = '''import sys, time
def put(text): sys.stdout.write(text); sys.stdout.flush(); time.sleep(0.02)
for i in range(0, 101, 4):
    put("\\rDownloading %3d%% [%-40s] %d kB" % (i, "=" * (i * 2 // 5) + ">", i * 12))
put("\\n")
for i in range(0, 41, 2):
    put("\\r     \\x1b[38;5;237m" + "━" * 40 + "\\x1b[0m\\r     \\x1b[32m" + "━" * i + "\\x1b[0m\\x1b[41C\\x1b[31m%d/40 MB\\x1b[0m" % i)
put("\\n\\n\\x1b7\\x1b[0;23r\\x1b8\\x1b[1A")
for i in range(0, 21):
    put("Setting up part %d ...\\n" % i)
    put("\\x1b7\\x1b[24;0f\\x1b[42m\\x1b[30mProgress: [%3d%%]\\x1b[49m\\x1b[39m [%s] \\x1b8" % (i * 5, "#" * (i * 2) + "." * (40 - i * 2)))
put("\\n\\x1b7\\x1b[0;24r\\x1b8\\x1b[1A\\x1b[J")
for frame in "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏": put("\\x1b[2K\\x1b[1G" + frame + " spinning")
put("\\x1b[2K\\x1b[1G✔ done\\n")
for i in range(6):
    for j in range(4): put("task %d: %s\\x1b[K\\n" % (j, "#" * (i * (j + 1))))
    put("\\x1b[4A")
put("\\x1b[4B")
'''

COUNT = r'''printf '\033[1;33mCount\033[0m of files: '; ls | wc -l; date +%s
printf '\033[32mok\033[0m \033[7mreversed\033[0m 漢字\n'; ls --color=always
'''


def color_table():
    """Every way to ask for a color or an attribute, as text."""
    lines = []
    for code in range(0, 10):
        lines.append("\x1b[%dmattribute %d\x1b[0m \x1b[1;%dmwith bold\x1b[0m " % (code, code, code)
                     + "\x1b[4:3;58:5:9mcurly\x1b[0m \x1b[21mdouble\x1b[0m \x1b[53mover\x1b[0m")
    for base in (30, 90):
        lines.append("".join("\x1b[%dm %d \x1b[%d;1m %d \x1b[0m" % (base + n, base + n, base + 10 + n, base + 10 + n) for n in range(8)))
    for row in range(0, 256, 32):
        lines.append("".join("\x1b[48;5;%dm\x1b[38;5;%dm%3d\x1b[0m" % (n, 255 - n, n) for n in range(row, row + 32)))
    for form in ("\x1b[48:2::%d:%d:%dm", "\x1b[48;2;%d;%d;%dm"):
        lines.append("".join(form % (n * 2, 255 - n * 2, n) + "\x1b[38;2;%d;0;0m▀" % (n * 2) for n in range(0, 120)) + "\x1b[0m")
    return "\n".join(lines) + "\n"


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def make_repository(folder):
    """A repository with branches, merges and an uncommitted change."""
    environment = dict(PATH="/usr/bin:/bin", HOME=folder, GIT_AUTHOR_NAME="Ann Example", GIT_AUTHOR_EMAIL="ann@example.com", GIT_COMMITTER_NAME="Ann Example",
                       GIT_COMMITTER_EMAIL="ann@example.com")

    def git(*arguments, day=1):
        date = "2024-03-%02dT10:00:00Z" % day
        subprocess.run(["git", *arguments], cwd=folder, env=dict(environment, GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date), check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    git("init", "-b", "main")
    body = NOTES
    for number in range(1, 13):
        if number in (3, 7):
            git("checkout", "-b", "topic-%d" % number, day=number)
        if number in (5, 9):
            git("checkout", "main")
        body += "\nfunc %s() { return %d }\n" % (NUMBERS[number], number)
        write(folder, "change-%d.md" % (number % 4), body)
        git("add", "notes.md", "poem.c", "change-%d.md" % (number % 4), day=number)
        git("commit", "-m", "%s: change number %d, 漢字" % (NUMBERS[number], number), day=number)
        if number in (6, 10):
            git("merge", "--no-ff", "-s", "recursive", "-X", "ours", "-m", "merge topic", "topic-%d" % (3 if number == 6 else 7), day=number)
    git("tag", "v1")
    write(folder, "change-1.md", body.replace("thing", "matter") + "\t trailing \n")


def make_files(folder):
    """Empties `folder` and fills it with the files."""
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.remove(path)
    write(folder, "poem.c", POEM)
    write(folder, "notes.md", NOTES)
    write(folder, "wide.txt", WIDE)
    write(folder, "words.txt", "\n".join(" ".join(NUMBERS[i % 13] for i in range(n, n + 7)) for n in range(60)) + "\n")
    write(folder, "long.txt", "\n".join("line %d: %s" % (n, " ".join(NUMBERS[int(d)] for d in str(n * 7919)) * (1 + n % 3)) for n in range(1, 300)) + "\n")
    write(folder, "broken.c", BROKEN)
    write(folder, "page.html", PAGE)
    write(folder, "progress.py", PROGRESS)
    write(folder, "count.sh", COUNT)
    write(folder, "colors.txt", color_table())
    write(folder, "big.bin", "x" * 150_000)
    write(folder, "tmux.conf", "set -g default-terminal tmux-256color\nset -g status-right '%%H'\nset -g status-left '[#S] '\nset -g set-titles off\n"
          "set -g automatic-rename off\nset -g default-command 'bash --norc --noprofile'\n")
    names = os.path.join(folder, "names")
    os.mkdir(names)
    for name in NAMES:
        write(names, name, name)
        os.utime(os.path.join(names, name), (1_700_000_000, 1_700_000_000))
    make_repository(folder)
