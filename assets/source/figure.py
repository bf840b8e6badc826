"""One picture of Mira: a pose and a mouth, put together from the still layers."""

from dataclasses import dataclass

import cv2
import numpy as np

from canvas import PIXELS, SCALE, SIZE, Board, add_light, over, ramp, rgb, shade, smoothstep, spline, tint
from mouth import REST, opened, paint_mouth
from portrait import MIDDLE, paint_all

MOUTH_BOARD = (150, 318, 212, 138)  # x, y, width, height of the moving part of the lower face
EYES_BOARD = (140, 186, 232, 110)
PIVOT = (256.0, 440.0)  # the head turns about the throat
FIGURE_SHIFT = (0.0, -8.0)


@dataclass(frozen=True)
class Pose:
    """Head and shoulders; lengths in picture units, angles in degrees, weights 0...1."""

    x: float = 0.0       # head shift
    y: float = 0.0
    turn: float = 0.0    # parallax to the viewer's right, units at the tip of the nose
    nod: float = 0.0     # parallax downwards
    tilt: float = 0.0    # degrees, clockwise
    breath: float = 0.0  # 0...1
    blink: float = 0.0   # 0 open, 1 shut
    brow: float = 0.0    # raised by so many units
    gaze_x: float = 0.0
    gaze_y: float = 0.0
    squint: float = 0.0  # lower lids raised, as in a smile
    joy: float = 0.0     # 0 the resting mouth, 1 a laugh


def eye_curves(side, pose):
    """Upper and lower lid of one eye, from the inner to the outer corner."""
    def at(dx, y):
        return (MIDDLE + side * dx, y)
    lower_mid = 279.8 - 4.5 * pose.squint
    upper = np.array([at(23, 269), at(32, 256), at(46, 248.5), at(62, 246.8), at(78, 252), at(90, 260)])
    lower = np.array([at(23, 269), at(34, 275.5), at(47, lower_mid), at(62, lower_mid), at(77, 274.5), at(90, 260)])
    shut = lower + (0, 1.0)
    weight = min(1.0, pose.blink + 0.06 * pose.squint)
    return spline(upper + (shut - upper) * weight), spline(lower), spline(upper)


def paint_eye(board, image, side, pose):
    top, bottom, open_top = eye_curves(side, pose)
    middle = MIDDLE + side * 56
    if pose.blink > 0.05:
        lid = board.fill(np.vstack([open_top + (0, -2), top[::-1]]), 0.8)
        tint(image, rgb(222, 150, 122), 0.75 * lid * min(1, pose.blink * 1.5))
        add_light(image, rgb(255, 222, 190), 0.30 * pose.blink * lid * board.glow(middle - 6, 258, 16, 7))
    if pose.blink < 0.92:
        paint_eyeball(board, image, side, pose, board.fill(np.vstack([top, bottom[::-1]])), top)
    crease = open_top + (0, -7.0) + (top - open_top) * 0.25
    tint(image, rgb(120, 58, 52), 0.70 * board.stroke(crease[8:], [0.5, 2.0, 2.6, 1.2], 0.9))
    lower_line = bottom[14:]
    tint(image, rgb(120, 56, 52), 0.60 * board.stroke(lower_line, [0.4, 1.2, 2.0], 0.6))
    tint(image, rgb(255, 216, 190), 0.22 * board.stroke(bottom + (0, 5), [0.5, 3, 0.5], 1.6))
    lash = board.stroke(top, [1.6, 5.0, 6.6, 7.4, 7.0, 4.2])
    outer = top[-1]
    wing = spline([top[-16] + (0, -1.2), outer + (0, -1.5), outer + (side * 9, -7)])
    lash = np.maximum(lash, board.stroke(wing, [4.5, 4.0, 0.4]))
    for k, (place, length, lean) in enumerate([(44, 5, 3), (51, 6.5, 5), (57, 7.5, 6.5), (63, 7.5, 7.5)]):
        root = top[min(place, len(top) - 1)]
        droop = 1 - 1.35 * pose.blink
        tip = root + (side * lean, -length * droop)
        bend = (root + tip) / 2 + (side * lean * 0.25, 1.2)
        lash = np.maximum(lash, board.stroke(spline([root, bend, tip]), [2.6, 1.8, 0.3]))
    tint(image, rgb(30, 14, 20), 0.96 * np.clip(lash, 0, 1))


def paint_eyeball(board, image, side, pose, opening, top):
    middle = MIDDLE + side * 56
    ball = np.empty(board.shape + (3,), np.float32)
    ball[:] = rgb(250, 246, 242)
    shade(ball, (0.90, 0.84, 0.85), smoothstep(14, 32, np.abs(board.u - middle)))
    x, y = middle + pose.gaze_x, 261.6 + pose.gaze_y
    iris = board.disc(x, y, 16.4)
    distance = np.sqrt((board.u - x) ** 2 + (board.v - y) ** 2) / 16.4
    angle = np.arctan2(board.v - y, board.u - x)
    colour = ramp(distance, [(0.0, rgb(24, 46, 42)), (0.45, rgb(70, 108, 74)), (0.70, rgb(28, 80, 78)),
                             (0.84, rgb(8, 30, 38)), (1.0, rgb(8, 22, 30))])
    rays = 0.5 + 0.5 * np.sin(angle * 23) * np.sin(angle * 9 + 1)
    add_light(colour, rgb(190, 214, 150), 0.25 * rays * np.exp(-(((distance - 0.6) / 0.2) ** 2)))
    add_light(colour, rgb(140, 216, 190), 0.34 * smoothstep(-2, 13, board.v - y) * smoothstep(1.0, 0.7, distance))
    tint(colour, rgb(6, 8, 12), board.disc(x, y, 8.2, blur=0.3))
    ball += (colour - ball) * iris[..., None]
    lid_shadow = np.interp(board.u, np.sort(top[:, 0]), top[np.argsort(top[:, 0]), 1])
    shade(ball, (0.46, 0.40, 0.46), 0.75 * np.clip(1 - (board.v - lid_shadow) / 8, 0, 1))
    add_light(ball, (1, 1, 1), 0.98 * board.disc(x - 5.6, y - 5.4, 4.6, blur=0.4))
    add_light(ball, (1, 1, 1), 0.50 * board.disc(x + 5.4, y + 6.2, 2.0, blur=0.6))
    tint(ball, rgb(214, 120, 112), 0.7 * board.glow(MIDDLE + side * 28, 268, 4, 4))
    image[..., :3] += (ball - image[..., :3]) * opening[..., None]


def paint_brow(board, image, side, pose):
    lift = -pose.brow
    random = np.random.default_rng(5 + side)
    top = spline([(18, 227), (40, 214), (62, 209), (82, 213.5), (100, 227)])
    bottom = spline([(19, 230), (40, 223), (62, 218.5), (82, 219.5), (100, 227.5)])
    def place(points):
        p = np.asarray(points, float).copy()
        p[:, 1] += lift * (0.6 + 0.4 * np.sin(np.pi * np.clip((p[:, 0] - 21) / 76, 0, 1)))
        p[:, 0] = MIDDLE + side * p[:, 0]
        return p
    fade = smoothstep(16, 42, np.abs(board.u - MIDDLE))
    tint(image, rgb(70, 34, 32), 0.85 * fade * board.fill(np.vstack([place(top), place(bottom)[::-1]]), 1.1))
    hairs = np.zeros(board.shape, np.float32)
    for k in np.linspace(0.02, 0.82, 42):
        i = int(k * (len(top) - 1))
        a = bottom[i] * 0.9 + top[i] * 0.1
        height = bottom[i, 1] - top[i, 1]
        b = np.array([a[0] + 4 + 9 * k + random.normal(0, 0.8), a[1] - height * (0.95 - 0.8 * k) + random.normal(0, 0.5)])
        hairs = np.maximum(hairs, board.stroke(place(np.array([a, (a + b) / 2, b])), [1.8, 1.6, 0.3]))
    tint(image, rgb(44, 20, 22), 0.6 * fade * hairs)


class Figure:
    """Holds the still layers and draws any pose with any mouth."""

    def __init__(self):
        self.layers = paint_all()
        self.mouth_board = Board(*MOUTH_BOARD)
        self.eyes_board = Board(*EYES_BOARD)
        self.mouths = {}
        rows, columns = np.mgrid[0:PIXELS, 0:PIXELS].astype(np.float32)
        self.u, self.v = (columns + 0.5) / SCALE, (rows + 0.5) / SCALE

    def face(self, pose):
        """The whole face without a mouth, not yet moved."""
        image = self.layers["face"].copy()
        board = self.eyes_board
        x, y = int(board.x * SCALE), int(board.y * SCALE)
        part = image[y : y + board.shape[0], x : x + board.shape[1]]
        for side in (-1, 1):
            paint_eye(board, part, side, pose)
            paint_brow(board, part, side, pose)
        part[..., :3] *= np.minimum(1, part[..., 3:4])
        return image

    def put(self, image, board, piece):
        x, y = int(board.x * SCALE), int(board.y * SCALE)
        image[y : y + board.shape[0], x : x + board.shape[1]] = piece

    def lower_face(self, mouth):
        """The piece of face with this mouth; kept, because it is the same for every pose."""
        if mouth not in self.mouths:
            board = self.mouth_board
            x, y = int(board.x * SCALE), int(board.y * SCALE)
            face = self.layers["face"][y : y + board.shape[0], x : x + board.shape[1]]
            piece = opened(board, face, mouth.jaw)
            paint_mouth(board, piece, mouth)
            self.mouths[mouth] = piece
        return self.mouths[mouth]

    def places(self, pose, part, window):
        """Where each pixel of the window comes from in a layer's own picture (pixel maps for remap)."""
        x0, y0, x1, y1 = window
        u, v = self.u[y0:y1, x0:x1], self.v[y0:y1, x0:x1]
        u = u - FIGURE_SHIFT[0]
        v = v - FIGURE_SHIFT[1]
        if part == "body":
            lift = 1.7 * pose.breath
            a = u - 0.16 * pose.x * smoothstep(480, 400, v) * 3 - 0.12 * pose.x
            b = v + lift * (0.5 + 0.5 * smoothstep(430, 500, v)) - 0.25 * pose.y
            return a, b
        c, s = np.cos(np.radians(pose.tilt)), np.sin(np.radians(pose.tilt))
        a, b = u - PIVOT[0] - pose.x, v - PIVOT[1] - pose.y + 0.7 * pose.breath
        a, b = a * c + b * s + PIVOT[0], b * c - a * s + PIVOT[1]
        r = np.sqrt(((a - 256) / 135) ** 2 + ((b - 270) / 190) ** 2)
        dome = np.sqrt(np.clip(1 - np.clip(r, 0, 1) ** 2, 0, 1))
        if part == "face":
            nose = np.exp(-(((a - 256) / 20) ** 2) - ((b - 312) / 26) ** 2)
            depth = 0.10 + 0.68 * dome + 0.30 * nose
        elif part == "hair_back":
            depth = -0.45 + 0 * dome
        elif part == "ear":
            depth = -0.05 + 0 * dome
        else:
            falling = smoothstep(330, 480, b)
            depth = (0.16 + 0.62 * dome) * (1 - falling) - 0.10 * falling
        return a - pose.turn * depth, b - pose.nod * depth

    def moved(self, source, places):
        a, b = places
        return cv2.remap(source, (a * SCALE - 0.5).astype(np.float32), (b * SCALE - 0.5).astype(np.float32),
                         cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


class Shot:
    """One pose, seen through a zone of the picture; draws it with any number of mouths."""

    def __init__(self, figure, pose, zone=(0, 0, SIZE, SIZE)):
        self.figure = figure
        self.size = zone[2:]
        x, y, width, height = zone
        window = (x * SCALE, y * SCALE, (x + width) * SCALE, (y + height) * SCALE)
        self.behind = figure.layers["background"][window[1] : window[3], window[0] : window[2]].copy()
        for name in ("hair_back", "body"):
            over(self.behind, figure.moved(figure.layers[name], figure.places(pose, name, window)))
        self.front = figure.moved(figure.layers["ear"], figure.places(pose, "ear", window))
        hair = figure.places(pose, "hair", window)
        for name in ("hair_right", "hair_left"):
            over(self.front, figure.moved(figure.layers[name], hair))
        self.face = figure.face(pose)
        self.places = figure.places(pose, "face", window)

    def picture(self, mouth=REST):
        """8-bit RGB, height x width x 3, one pixel a unit."""
        self.figure.put(self.face, self.figure.mouth_board, self.figure.lower_face(mouth))
        image = self.behind.copy()
        over(image, self.figure.moved(self.face, self.places))
        over(image, self.front)
        small = cv2.resize(image[..., :3], tuple(self.size), interpolation=cv2.INTER_AREA)
        return np.round(np.clip(small, 0, 1) * 255).astype(np.uint8)
