"""Mouth shapes: what a sheet name stands for, and how the lips, teeth and tongue are painted.

A sheet is named J<jaw>_X<width>_M<manner>, each 0...5. Jaw: 0 closed, 5 wide open. Width: 0 tightly rounded,
3 neutral, 5 spread. Manner: 0 plain, 1 upper teeth seen, 2 tongue tip up, 3 lips pressed, 4 teeth on the lip,
5 teeth nearly closed.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from canvas import SCALE, add_light, rgb, shade, smoothstep, spline, tint

MIDDLE_X, MIDDLE_Y = 256.0, 366.0


@dataclass(frozen=True)
class Mouth:
    """Lengths in picture units. `manner` flags are weights 0...1, so that shapes can be mixed."""

    half_width: float = 43.0  # from the middle to a corner
    opening: float = 0.0      # between the lips, in the middle
    jaw: float = 0.0          # how far the chin goes down
    upper: float = 9.5        # thickness of the upper lip
    lower: float = 13.5       # thickness of the lower lip
    smile: float = 9.5        # how far the corners are raised
    round: float = 0.0        # 0 lens, 1 ellipse
    teeth: float = 0.0        # upper teeth seen
    teeth_below: float = 0.0  # lower teeth seen, nearly closed
    tongue: float = 0.35      # height of the tongue in the opening
    tip: float = 0.0          # tongue tip at the upper teeth
    tuck: float = 0.0         # lower lip under the upper teeth

    def mixed(self, other, weight):
        """This shape, `weight` of the way to `other`."""
        return Mouth(*(a + (b - a) * weight for a, b in zip(astuple(self), astuple(other))))


def astuple(mouth):
    return tuple(getattr(mouth, name) for name in Mouth.__dataclass_fields__)


REST = Mouth()
JOY = Mouth(half_width=50, opening=13, jaw=3, upper=8, lower=11.5, smile=15, teeth=1, tongue=0.1)

HALF_WIDTHS = [21.0, 28.0, 36.0, 43.0, 47.0, 51.0]
OPENINGS = [0.0, 8.0, 16.0, 25.0, 34.0, 43.0]


def shaped(jaw, width, manner):
    """The shape that a sheet name stands for."""
    rounding = max(0.0, 1 - width / 2.6)
    opening = OPENINGS[jaw]
    m = Mouth(half_width=HALF_WIDTHS[width] - 0.05 * opening, opening=opening, jaw=opening * 0.52, round=rounding,
              upper=9 + 2.0 * rounding, lower=12.5 + 2.0 * rounding, smile=6.0 - 6.0 * rounding - 0.06 * opening
              + 0.6 * max(0, width - 3), teeth=0.5 if width >= 3 and jaw > 0 else 0.15 if jaw >= 3 else 0.0, tongue=0.3)
    if width == 0:
        m = replace(m, opening=min(opening, 8.0))
    if manner == 1:
        m = replace(m, teeth=1.0, tongue=0.38)
    elif manner == 2:
        m = replace(m, opening=max(opening, 10.0), teeth=0.8, tip=1.0)
    elif manner == 3:
        m = replace(m, upper=6.0, lower=8.5, half_width=m.half_width - 1, smile=5.5)
    elif manner == 4:
        m = replace(m, opening=7.0, jaw=1.5, teeth=1.0, tuck=1.0, lower=8.0, upper=8.5)
    elif manner == 5:
        m = replace(m, teeth=1.0, teeth_below=1.0, tongue=0.0)
    return m


# (sheet, visemes, what it is for); the order is that of the pack's list.
SHEETS = [
    ("J0_X3_M0", ["rest"], "rest: closed, a slight smile"),
    ("J0_X3_M3", ["p", "b", "m"], "lips pressed"),
    ("J1_X3_M4", ["f", "v"], "lower lip at the upper teeth"),
    ("J1_X3_M2", ["th", "dh"], "tongue tip between the teeth"),
    ("J1_X4_M5", ["t", "d", "s", "z", "n"], "teeth nearly closed"),
    ("J1_X1_M5", ["sh", "zh", "ch", "j"], "rounded, teeth nearly closed"),
    ("J2_X3_M0", ["k", "g", "ng"], "half open, tongue back"),
    ("J1_X2_M1", ["r"], "a little rounded, a little open"),
    ("J2_X3_M2", ["l"], "tongue tip up"),
    ("J1_X0_M0", ["w", "oo"], "tightly rounded"),
    ("J3_X1_M0", ["oh", "aw"], "open and rounded"),
    ("J4_X3_M1", ["ah"], "wide open"),
    ("J5_X3_M1", ["aah"], "widest, for stressed open vowels"),
    ("J3_X4_M1", ["eh", "ae"], "open and wide"),
    ("J2_X5_M1", ["ee", "y"], "spread"),
    ("J2_X4_M1", ["ih"], "a little spread"),
    ("J2_X3_M1", ["uh"], "schwa"),
    ("J1_X3_M0", ["h"], "between rest and schwa"),
    ("J1_X4_M1", [], "between closed and spread"),
    ("J1_X1_M0", [], "between closed and round"),
    ("J2_X1_M0", ["uu"], "between tight and open round"),
    ("J3_X3_M1", [], "between schwa and wide open"),
]


def numbers(sheet):
    """(jaw, width, manner) of a sheet name without ending."""
    return tuple(int(part[1:]) for part in sheet.split("_"))


def mouth_of(sheet):
    """The shape of a sheet; the rest sheet is exactly the mouth of the base frames."""
    return REST if sheet == "J0_X3_M0" else shaped(*numbers(sheet))


def contours(m):
    """The four edges from left to right corner: outer upper, inner upper, inner lower, outer lower."""
    u = np.sin(np.linspace(-np.pi / 2, np.pi / 2, 61))
    x = MIDDLE_X + u * m.half_width
    bend = 0.95 - 0.42 * m.round
    arch = np.clip(1 - np.abs(u) ** (2.3 - 0.3 * m.round), 0, 1) ** bend
    corner = MIDDLE_Y - m.smile * np.abs(u) ** 2.1 + 0.25 * m.smile
    dip = 1.1 * (np.exp(-((u / 0.22) ** 2)) - 0.8 * np.exp(-(((np.abs(u) - 0.42) / 0.25) ** 2))) * (1 - m.round)
    inner_upper = corner - 0.30 * m.opening * arch + dip * (1 - 0.5 * min(1, m.opening / 12))
    inner_lower = corner + 0.70 * m.opening * arch + dip * max(0, 1 - m.opening / 9)
    peaks, notch = np.exp(-(((np.abs(u) - 0.24) / 0.14) ** 2)), np.exp(-((u / 0.11) ** 2))
    bow = np.clip(1 - np.abs(u) ** 2.0, 0, 1) ** 0.72 * (1 + 0.12 * peaks - 0.20 * notch * (1 - 0.6 * m.round))
    full = np.clip(1 - np.abs(u) ** 2.6, 0, 1) ** 0.85
    outer_upper = inner_upper - m.upper * bow
    outer_lower = inner_lower + m.lower * full
    return x, outer_upper, inner_upper, inner_lower, outer_lower


def jaw_shift(board, jaw):
    """How far each point of the lower face goes down when the jaw opens (same shape as the board)."""
    down = smoothstep(MIDDLE_Y - 12, MIDDLE_Y + 50, board.v)
    return (jaw * down * np.exp(-(((board.u - MIDDLE_X) / 70) ** 2))).astype(np.float32)


def opened(board, face, jaw):
    """The face with its chin moved down."""
    if jaw <= 0.01:
        return face.copy()
    shift = jaw_shift(board, jaw) * SCALE
    rows, columns = np.mgrid[0 : board.shape[0], 0 : board.shape[1]].astype(np.float32)
    moved = cv2.remap(face, columns, rows - shift, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return moved


def paint_mouth(board, face, m):
    """Paints the mouth on a premultiplied piece of face, in place; coverage outside the face stays 0."""
    x, ou, iu, il, ol = contours(m)
    upper = np.vstack([np.stack([x, ou], 1), np.stack([x, iu], 1)[::-1]])
    lower = np.vstack([np.stack([x, il], 1), np.stack([x, ol], 1)[::-1]])
    hole = np.vstack([np.stack([x, iu], 1), np.stack([x, il], 1)[::-1]])
    middle_lower = float(ol[30])
    shade(face, (0.72, 0.52, 0.48), 0.75 * board.glow(MIDDLE_X + 2, middle_lower + 6.5, m.half_width * 0.62, 5.5))
    for side in (-1, 1):
        shade(face, (0.70, 0.50, 0.47), 0.6 * board.glow(MIDDLE_X + side * (m.half_width + 3), MIDDLE_Y - m.smile, 6, 7))
        fold = spline([(MIDDLE_X + side * 30, 330), (MIDDLE_X + side * (m.half_width + 10), 346),
                       (MIDDLE_X + side * (m.half_width + 14), MIDDLE_Y)])
        shade(face, (0.80, 0.62, 0.58), (0.10 + 0.035 * max(0, m.smile - 7)) * board.stroke(fold, [1, 5, 2], 2.0))
    inside = board.fill(hole)
    if m.opening > 0.5:
        paint_inside(board, face, m, inside, iu, il, x)
    lips_upper, lips_lower = board.fill(upper), board.fill(lower)
    if m.opening <= 0.5:
        lips_lower = np.maximum(lips_lower, inside)
    place = np.clip((board.v - np.interp(board.u, x, ou)) / np.maximum(np.interp(board.u, x, iu - ou), 1), 0, 1)
    colour = rgb(196, 70, 78) * (1 - place[..., None]) + rgb(136, 32, 48) * place[..., None]
    face[..., :3] += (colour - face[..., :3]) * (lips_upper * 0.93)[..., None]
    place = np.clip((board.v - np.interp(board.u, x, il)) / np.maximum(np.interp(board.u, x, ol - il), 1), 0, 1)
    body = np.sin(np.pi * np.clip(place, 0, 1)) ** 0.8
    colour = rgb(162, 46, 58) * (1 - body[..., None]) + rgb(214, 90, 92) * body[..., None]
    face[..., :3] += (colour - face[..., :3]) * (lips_lower * 0.93)[..., None]
    gloss_y = float(il[30]) + m.lower * 0.42
    gloss = board.glow(MIDDLE_X - m.half_width * 0.20, gloss_y, m.half_width * 0.30, 2.6)
    add_light(face, rgb(255, 214, 204), 0.42 * lips_lower * gloss)
    edge = board.glow(MIDDLE_X - m.half_width * 0.22, float(ou[22]) - 1.5, m.half_width * 0.2, 1.6)
    add_light(face, rgb(255, 220, 206), 0.22 * edge)
    if m.opening <= 0.5:
        line = np.stack([x, (iu + il) / 2], 1)
        tint(face, rgb(92, 22, 34), 0.95 * board.stroke(line, [1.4, 2.6, 2.8, 2.6, 1.4], 0.4))
    else:
        rim = np.stack([x, iu], 1)
        tint(face, rgb(96, 24, 36), 0.55 * board.stroke(rim, [1.0, 1.8, 1.8, 1.8, 1.0], 0.5))
    for side, index in ((-1, 0), (1, -1)):
        tint(face, rgb(96, 34, 40), 0.75 * board.disc(x[index], (iu[index] + il[index]) / 2, 3.0, 2.2, blur=0.9))


def paint_inside(board, face, m, inside, iu, il, x):
    """Teeth, tongue and the dark behind them."""
    picture = np.empty(board.shape + (3,), np.float32)
    picture[:] = rgb(52, 12, 22)
    top, bottom = float(iu[30]), float(il[30])
    tongue = board.disc(MIDDLE_X, bottom + 10.5 - (m.opening * m.tongue), m.half_width * 0.66, 15, blur=1.6)
    tint(picture, rgb(194, 84, 92), tongue * min(1, m.opening / 20))
    edge = np.interp(board.u, x, iu)
    if m.teeth > 0.01:
        reach = m.teeth * min(10.5, 2.5 + m.opening * 0.30)
        if m.teeth_below > 0.01:
            reach = m.opening * 0.56
        if m.tuck > 0.01:
            reach = m.opening
        arch = 1 - 0.35 * np.clip(np.abs(board.u - MIDDLE_X) / (m.half_width * 0.9), 0, 1) ** 2
        teeth = np.clip((edge + reach * arch - board.v) * SCALE / 2 + 0.5, 0, 1)
        teeth = teeth * np.clip((m.half_width * 0.86 - np.abs(board.u - MIDDLE_X)) / 4, 0, 1)
        paint_teeth(board, picture, teeth, m, edge)
    if m.teeth_below > 0.01:
        low = np.interp(board.u, x, il)
        teeth = np.clip((board.v - low + m.opening * 0.36) * SCALE / 2 + 0.5, 0, 1)
        teeth = teeth * np.clip((m.half_width * 0.72 - np.abs(board.u - MIDDLE_X)) / 4, 0, 1)
        tint(picture, rgb(226, 214, 204), teeth * 0.95)
    if m.tip > 0.01:
        tip = board.disc(MIDDLE_X, top + m.opening * 0.66, m.half_width * 0.42, max(4.0, m.opening * 0.36), blur=0.9)
        tint(picture, rgb(214, 100, 104), tip * m.tip)
        add_light(picture, rgb(255, 200, 196), 0.4 * m.tip * board.glow(MIDDLE_X - 4, top + m.opening * 0.6, 7, 2.2))
    depth = np.clip(1 - (board.v - edge) / 5.0, 0, 1)
    shade(picture, (0.62, 0.48, 0.50), 0.8 * depth)
    far = np.clip(np.abs(board.u - MIDDLE_X) / m.half_width, 0, 1) ** 3
    shade(picture, (0.45, 0.32, 0.34), far)
    face[..., :3] += (picture - face[..., :3]) * inside[..., None]


def paint_teeth(board, picture, coverage, m, edge):
    colour = np.empty(board.shape + (3,), np.float32)
    colour[:] = rgb(246, 240, 232)
    for k in range(-4, 5):
        gap = board.glow(MIDDLE_X + k * 8.2 + (4.1 if k >= 0 else -4.1) - 4.1, 0, 0.7, 1e6)
        shade(colour, (0.86, 0.80, 0.78), 0.5 * gap)
    picture += (colour - picture) * coverage[..., None]
