"""Clips for the painters: the same pixels as raw rgb24 (for cameo and ncurses) and as uncompressed AVI (for the others).

Made from a fixed seed, so two machines paint the same pictures. Uncompressed, so that reading costs next to nothing and
every program gets exactly these pixels.
"""
import math
import os
import random
import struct
from operator import itemgetter

KINDS = {
    "motion": "full motion: zoom and pan over a shaded picture with texture",
    "noise": "noise: the still base, every pixel lighter or darker by up to 2 of 255 in each frame",
    "mouth": "still base, moving mouth: only a patch of 27 % x 16 % of the picture changes",
}


# So fast that timg sends about 0.7 KB a frame at 80x40 cells, as for the clip that the byte budget was set with.
MOUTH_SPEED = 0.5


def make(folder, kind, width, height, frames):
    """Paths of (raw, avi) of a clip; made unless they are there."""
    stem = os.path.join(folder, f"{kind}-{width}x{height}-{frames}")
    raw, avi = stem + ".rgb", stem + ".avi"
    if not (os.path.exists(raw) and os.path.exists(avi)):
        os.makedirs(folder, exist_ok=True)
        pictures = list(_pictures(kind, width, height, frames))
        with open(raw + ".part", "wb") as out:
            out.writelines(pictures)
        _write_avi(avi + ".part", pictures, width, height)
        os.rename(raw + ".part", raw)
        os.rename(avi + ".part", avi)
    return raw, avi


def _pictures(kind, width, height, frames):
    if kind == "motion":
        return _zoom(width, height, frames)
    if kind == "noise":
        return _noise(width, height, frames)
    return _mouth(width, height, frames)


def _clamp(value):
    return 0 if value < 0 else 255 if value > 255 else int(value)


def _shaded(width, height, seed=1):
    """Rows of 3-byte pixels: a lit head-like ball before a graded wall, both with a little texture."""
    chance = random.Random(seed)
    rows = []
    for y in range(height):
        row = []
        for x in range(width):
            u, v = 2 * x / width - 1, 2 * y / height - 1
            grain = chance.uniform(-5, 5)
            inside = 1 - (u * u / 0.36 + v * v / 0.64)
            if inside > 0:
                light = 0.35 + 0.65 * max(0.0, math.sqrt(inside) * 0.8 - u * 0.3 - v * 0.3)
                color = (235 * light, 185 * light, 160 * light)
            else:
                light = 0.6 + 0.3 * u - 0.2 * v + 0.05 * math.sin(19 * u) * math.sin(13 * v)
                color = (60 * light, 90 * light, 140 * light)
            row.append(bytes(_clamp(c + grain) for c in color))
        rows.append(row)
    return rows


def _flatten(rows):
    return b"".join(b"".join(row) for row in rows)


def _zoom(width, height, frames):
    """In and out while the center goes round: about two pixels a frame, so that hardly one stays as it is."""
    texture = _shaded(width * 3, height * 3)
    for number in range(frames):
        turn = number * 2 * math.pi / 50
        scale = 1.7 + 0.3 * math.cos(turn * 0.7)
        middle_x, middle_y = width * (1.5 + 0.35 * math.cos(turn)), height * (1.5 + 0.35 * math.sin(turn))
        columns = [int(middle_x + (x - width / 2) * scale) for x in range(width)]
        pick = itemgetter(*columns)
        yield b"".join(b"".join(pick(texture[int(middle_y + (y - height / 2) * scale)])) for y in range(height))


def _noise(width, height, frames):
    chance = random.Random(2)
    base = [pixel for row in _shaded(width, height) for pixel in row]
    shades = [[bytes(_clamp(c + step) for c in pixel) for step in (-2, -1, 0, 1, 2)] for pixel in base]
    for _ in range(frames):
        steps = chance.choices(range(5), k=len(shades))
        yield b"".join([shade[step] for shade, step in zip(shades, steps)])


def _mouth(width, height, frames):
    rows = _shaded(width, height)
    patch_width, patch_height = round(width * 96 / 360), round(height * 56 / 360)
    left, top = (width - patch_width) // 2, round(height * 0.62)
    for number in range(frames):
        opening = 0.15 + 0.85 * abs(math.sin(number * MOUTH_SPEED))
        picture = list(rows)
        for y in range(patch_height):
            row = list(picture[top + y])
            for x in range(patch_width):
                u, v = 2 * x / patch_width - 1, 2 * y / patch_height - 1
                distance = u * u / 0.49 + (v / (0.8 * opening)) ** 2
                if distance < 1:
                    row[left + x] = b"\x30\x14\x14" if distance < 0.6 else b"\xa0\x48\x48"
            picture[top + y] = row
        yield _flatten(picture)


def _write_avi(path, pictures, width, height):
    """Uncompressed AVI: bottom-up rows of blue, green, red; 1000 frames a second, so that nobody waits for a clock."""
    stride = (width * 3 + 3) // 4 * 4
    padding = bytes(stride - width * 3)
    size = stride * height
    count = len(pictures)

    def chunk(name, data):
        return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) & 1)

    def listing(name, data):
        return b"LIST" + struct.pack("<I", len(data) + 4) + name + data

    header = struct.pack("<14I", 1000, size * 1000, 0, 0x10, count, 0, 1, size, width, height, 0, 0, 0, 0)
    stream = b"vidsDIB " + struct.pack("<IHHIIIIIIII4H", 0, 0, 0, 0, 1, 1000, 0, count, size, 0, 0, 0, 0, width, height)
    bitmap = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, size, 0, 0, 0, 0)
    headers = listing(b"hdrl", chunk(b"avih", header) + listing(b"strl", chunk(b"strh", stream) + chunk(b"strf", bitmap)))
    index = b"".join(b"00db" + struct.pack("<III", 0x10, 4 + n * (size + 8), size) for n in range(count))
    movie_size = 4 + count * (size + 8)
    tail = chunk(b"idx1", index)
    with open(path, "wb") as out:
        out.write(b"RIFF" + struct.pack("<I", 4 + len(headers) + 8 + movie_size + len(tail)) + b"AVI " + headers)
        out.write(b"LIST" + struct.pack("<I", movie_size) + b"movi")
        for picture in pictures:
            rows = [_swapped(picture[y * width * 3:(y + 1) * width * 3]) + padding for y in reversed(range(height))]
            out.write(b"00db" + struct.pack("<I", size) + b"".join(rows))
        out.write(tail)


def _swapped(row):
    swapped = bytearray(row)
    swapped[0::3], swapped[2::3] = row[2::3], row[0::3]
    return bytes(swapped)
