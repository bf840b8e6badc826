"""The parts of Mira's portrait that never change: painted once, then moved by `figure.py`."""

import cv2
import numpy as np

from canvas import (DEPTH, PIXELS, SCALE, Board, add_light, layer, over, ramp, rgb, shade, smoothstep, spline, tint)

MIDDLE = 256.0

SKIN = [
    (0.00, rgb(104, 48, 46)),
    (0.22, rgb(158, 88, 72)),
    (0.45, rgb(206, 134, 106)),
    (0.68, rgb(238, 181, 148)),
    (0.88, rgb(252, 214, 184)),
    (1.00, rgb(255, 236, 214)),
]
HAIR = [
    (0.00, rgb(24, 12, 16)),
    (0.30, rgb(58, 28, 26)),
    (0.60, rgb(108, 56, 38)),
    (0.85, rgb(176, 104, 62)),
    (1.00, rgb(232, 172, 116)),
]
LIGHT = np.array([-0.50, -0.52, 0.69])  # from the upper left, towards the viewer

RIGHT_OUTLINE = [(256, 84), (312, 94), (352, 130), (369, 190), (371, 250), (366, 302), (350, 350), (322, 392),
                 (288, 422), (256, 430)]


def mirrored(points):
    return [(2 * MIDDLE - x, y) for x, y in points]


def face_outline():
    left = mirrored(RIGHT_OUTLINE)[1:-1][::-1]
    return spline(RIGHT_OUTLINE + left, closed=True)


def face_relief(board, mask):
    """Height of the face towards the viewer, in units."""
    distance = cv2.distanceTransform((mask > 0.5).astype(np.uint8), cv2.DIST_L2, 5) / SCALE
    t = np.clip(distance / 100, 0, 1)
    z = board.soften((92 * np.sqrt(1 - (1 - t) ** 2)).astype(np.float32), 7)
    def bump(x, y, rx, ry, height, both=False):
        nonlocal z
        z = z + height * board.glow(MIDDLE + x, y, rx, ry)
        if both:
            z = z + height * board.glow(MIDDLE - x, y, rx, ry)
    bump(0, 292, 13, 42, 11)            # ridge of the nose
    bump(0, 318, 15, 15, 15)            # its tip
    bump(16, 323, 9, 8, 7, both=True)   # its wings
    bump(55, 262, 36, 22, -11, both=True)   # sockets
    bump(30, 258, 14, 22, -5, both=True)    # inner corners
    bump(54, 260, 25, 16, 6, both=True)     # balls of the eyes
    bump(50, 218, 40, 14, 4, both=True)     # brows
    bump(64, 318, 34, 28, 11, both=True)    # cheeks
    bump(0, 366, 46, 26, 8)             # mouth
    bump(0, 349, 6, 10, -3)             # groove above the lip
    bump(0, 394, 26, 9, -6)             # hollow under the lip
    bump(0, 413, 24, 15, 10)            # chin
    bump(48, 356, 12, 16, -3, both=True)    # corners of the mouth
    bump(0, 160, 70, 44, 6)             # forehead
    return z


def lit(z):
    """Surface normals of a relief, and how much of the key light falls on it (-1...1)."""
    gy, gx = np.gradient(z * SCALE)
    length = np.sqrt(gx**2 + gy**2 + 1)
    normal = np.stack([-gx / length, -gy / length, 1 / length], -1)
    return normal, normal @ (LIGHT / np.linalg.norm(LIGHT))


def skin(normal, key, occlusion=None):
    """Skin colour: wrapped key light, cool light from the right, a soft sheen."""
    value = 0.30 + 0.60 * np.clip((key + 0.25) / 1.25, 0, 1) ** 1.05
    if occlusion is not None:
        value = value - occlusion
    image = ramp(value, SKIN)
    rim = np.clip(normal[..., 0] * 0.9 - normal[..., 2] * 0.55 + 0.05, 0, 1)
    add_light(image, rgb(110, 190, 205) * 0.75, rim.astype(np.float32) * 0.75)
    return image


def paint_face(hair_alpha):
    """The face without eyes, brows and lips."""
    board = Board()
    mask = board.fill(face_outline(), 0.35)
    z = face_relief(board, mask)
    normal, key = lit(z)
    hollow = np.clip(board.soften(z.astype(np.float32), 9) - z, 0, 20) / 20
    image = skin(normal, key, 0.32 * hollow)
    half = np.array([-0.36, -0.42, 0.83])
    sheen = np.clip(normal @ (half / np.linalg.norm(half)), 0, 1) ** 38
    add_light(image, rgb(255, 236, 214), (0.20 * sheen).astype(np.float32))
    for side in (-1, 1):
        tint(image, rgb(232, 112, 96), 0.34 * board.glow(MIDDLE + side * 70, 322, 36, 25))
        tint(image, rgb(150, 74, 66), 0.26 * board.glow(MIDDLE + side * 56, 248, 36, 13))
        shade(image, (0.82, 0.66, 0.62), 0.7 * board.glow(MIDDLE + side * 27, 262, 9, 16))
    tint(image, rgb(226, 110, 94), 0.24 * board.glow(MIDDLE, 318, 17, 13))
    paint_nose(board, image)
    shadow = np.roll(np.roll(hair_alpha, 7 * SCALE, 0), 4 * SCALE, 1)
    shade(image, (0.66, 0.48, 0.46), np.clip(board.soften(shadow, 5) * 0.85, 0, 1))
    edge = np.clip(1 - board.soften(mask, 7) * 1.02, 0, 1)
    shade(image, (0.86, 0.70, 0.66), np.clip(edge * 1.3 * smoothstep(330, 420, board.v), 0, 1))
    return layer(np.clip(image, 0, 1), mask)


def paint_nose(board, image):
    shade(image, (0.68, 0.48, 0.44), 0.55 * board.glow(MIDDLE + 5, 338, 24, 7))
    shade(image, (0.78, 0.62, 0.58), 0.55 * board.glow(MIDDLE + 17, 306, 8, 26))
    for side in (-1, 1):
        nostril = spline([(MIDDLE + side * 5, 330), (MIDDLE + side * 10, 326.5), (MIDDLE + side * 17, 329),
                          (MIDDLE + side * 11, 332)], closed=True)
        tint(image, rgb(86, 34, 34), 0.85 * board.fill(nostril, 0.9))
        wing = spline([(MIDDLE + side * 21, 313), (MIDDLE + side * 25.5, 322), (MIDDLE + side * 21, 331)])
        shade(image, (0.74, 0.55, 0.50), 0.6 * board.stroke(wing, [0.5, 3, 1], 1.5))
    add_light(image, rgb(255, 244, 230), 0.60 * board.glow(MIDDLE - 4, 313, 5, 5))
    add_light(image, rgb(255, 238, 220), 0.26 * board.glow(MIDDLE - 3, 284, 3.5, 24))


def paint_ear():
    """The viewer's right ear, not covered by hair, with a small earring."""
    board = Board()
    outline = spline([(362, 256), (376, 244), (390, 250), (392, 272), (385, 298), (374, 314), (362, 308)], closed=True)
    mask = board.fill(outline, 0.4)
    distance = cv2.distanceTransform((mask > 0.5).astype(np.uint8), cv2.DIST_L2, 5) / SCALE
    z = board.soften((16 * np.sqrt(np.clip(distance / 10, 0, 1))).astype(np.float32), 2)
    normal, key = lit(z)
    image = skin(normal, key * 0.7 - 0.25)
    inner = spline([(368, 262), (379, 254), (384, 268), (377, 288), (369, 294)])
    shade(image, (0.62, 0.42, 0.38), 0.8 * board.stroke(inner, [2, 6, 5, 2], 1.4))
    shade(image, (0.70, 0.50, 0.46), board.glow(364, 284, 7, 30) * 0.8)
    add_light(image, rgb(255, 210, 180), 0.35 * board.stroke(spline([(378, 247), (389, 254), (389, 274)]), [1, 2, 1], 0.8))
    result = layer(np.clip(image, 0, 1), mask)
    pearl = board.disc(377, 317, 5.2)
    ball = np.empty(board.shape + (3,), np.float32)
    ball[:] = rgb(214, 206, 200)
    shade(ball, (0.55, 0.50, 0.52), board.glow(380, 321, 4.5))
    add_light(ball, (1, 1, 1), board.glow(375, 315, 2.2))
    over(result, layer(ball, pearl))
    return result


def family(image, guides, count, seed, light, band, depth=0.0, width=(1.0, 2.2), hull=True, fringe=0.06, locks=11, pull=0.25):
    """Paints strands of hair between guide curves (each the same number of points, first = nearest the face).

    `light(s, t)` gives brightness over the guides (s) and from root to tip (t); `band` is the place (t) of the
    highlight for the first and the last guide.
    """
    random = np.random.default_rng(seed)
    board = Board()
    curves = np.stack([spline(g, steps=9) for g in guides])
    if hull:
        body = int(curves.shape[1] * 0.95)  # the tips stay loose
        outline = np.vstack([curves[0][:body], curves[-1][:body][::-1]])
        coverage = board.fill(outline, 0.4)
        colour = np.empty(board.shape + (3,), np.float32)
        colour[:] = ramp(np.array(0.16 - depth), HAIR)
        over(image, layer(colour, coverage))
    places = np.linspace(0, 1, len(guides))
    samples = curves.shape[1]
    t = np.linspace(0, 1, samples)
    lock_length = random.uniform(0.985, 1.0, locks)
    lock_tone = random.normal(0, 0.045, locks)

    def at(s):
        k = min(int(s * (len(guides) - 1)), len(guides) - 2)
        f = (s - places[k]) / (places[k + 1] - places[k])
        return curves[k] * (1 - f) + curves[k + 1] * f

    for lock in range(locks if hull else 0):  # solid, pointed tips under the strands
        middle, drawn = (lock + 0.5) / locks, pull * smoothstep(0.80, 1.0, t)[:, None]
        end = int(samples * lock_length[lock])
        sides = [at(s) + (at(middle) - at(s)) * drawn for s in (lock / locks, (lock + 1) / locks)]
        colour = np.empty(board.shape + (3,), np.float32)
        colour[:] = ramp(np.array(0.20 - depth), HAIR)
        over(image, layer(colour, board.fill(np.vstack([sides[0][samples // 2 : end], sides[1][samples // 2 : end][::-1]]), 0.4)))
    bytes_ = np.round(np.clip(image, 0, 1) * 255).astype(np.uint8)
    for s in random.permutation(np.linspace(-fringe * 0.2, 1 + fringe * 0.3, count)):
        inside = np.clip(s, 0, 1)
        curve = at(inside)
        curve = curve + (curves[-1] - curves[0]) * (s - inside)
        lock = (np.floor(inside * locks) + 0.5) / locks  # strands of a lock draw together towards its tip
        gather = pull * smoothstep(0.80, 1.0, t)[:, None] * (lock - inside)
        curve = curve + (curves[-1] - curves[0]) * gather
        along = lock_length[min(int(inside * locks), locks - 1)]
        wave = random.normal(0, 1.5) * np.sin(t * random.uniform(2, 7) + random.uniform(0, 6))
        curve = curve + np.stack([wave, wave * 0.4], 1) * smoothstep(0, 0.3, t)[:, None]
        end = int(samples * min(1, along + random.normal(0.0, 0.004)))
        place = band[0] * (1 - inside) + band[1] * inside + random.normal(0, 0.035)
        value = 0.22 + 0.32 * light(inside, t) + random.normal(0, 0.04)
        value = value + lock_tone[min(int(inside * locks), locks - 1)] * smoothstep(0.1, 0.5, t)
        value = value + 0.42 * light(inside, t) * np.exp(-(((t - place) / 0.11) ** 2)) * random.uniform(0.4, 1.15)
        value = value - depth - 0.12 * smoothstep(0.75, 1.0, t) - 0.12 * (1 - smoothstep(0.0, 0.07, t))
        colours = np.round(ramp(np.clip(value, 0, 1), HAIR) * 255)
        points = board.pixels(curve)
        thick = int(round(random.uniform(*width) * SCALE / 1.6))
        for i in range(end - 1):
            c = colours[i]
            taper = max(1, int(round(thick * min(1, (end - i) / (0.12 * samples)))))
            cv2.line(bytes_, points[i].tolist(), points[i + 1].tolist(),
                     (float(c[0]), float(c[1]), float(c[2]), 255.0), taper, cv2.LINE_AA, 4)
    image[:] = bytes_.astype(np.float32) / 255


def empty():
    return np.zeros((DEPTH * SCALE, PIXELS, 4), np.float32)


def paint_hair_back():
    image = empty()
    left = [(200, 120), (150, 200), (150, 300), (166, 380), (190, 440), (214, 470)]
    middle = [(256, 110), (256, 200), (256, 300), (256, 380), (256, 440), (256, 470)]
    right = [(312, 120), (362, 200), (372, 300), (360, 380), (336, 440), (304, 470)]
    outer_left = [(190, 90), (110, 190), (100, 300), (98, 390), (112, 452), (150, 490)]
    outer_right = [(322, 90), (408, 190), (418, 300), (418, 390), (404, 452), (366, 490)]
    dark = lambda s, t: 0.22 + 0 * t
    family(image, [outer_left, left, middle, right, outer_right], 700, 11, dark, (0.6, 0.6), depth=0.12, pull=0.0)
    return image


def paint_hair_right():
    """From the parting to the right, behind the ear, down to the shoulder."""
    image = empty()
    guides = [
        [(300, 120), (332, 126), (357, 150), (371, 192), (378, 240), (387, 304), (384, 366), (376, 420), (352, 450)],
        [(298, 84), (348, 92), (382, 132), (396, 190), (404, 250), (410, 316), (406, 374), (396, 432), (358, 462)],
        [(292, 56), (356, 56), (400, 108), (414, 182), (419, 250), (430, 318), (426, 380), (412, 444), (364, 473)],
        [(288, 30), (356, 33), (408, 88), (425, 172), (428, 248), (443, 320), (443, 386), (427, 455), (370, 484)],
    ]
    light = lambda s, t: 0.42 + 0.34 * s * smoothstep(0, 0.2, t) + 0.08 * np.sin(t * 5)
    family(image, guides, 900, 12, light, (0.27, 0.20))
    return image


def paint_hair_left():
    """The big sweep from the parting over the forehead to the left, in front of the ear."""
    image = empty()
    guides = [
        [(305, 121), (268, 129), (216, 147), (174, 188), (150, 240), (142, 306), (146, 364), (158, 416), (186, 444)],
        [(300, 88), (244, 92), (186, 116), (146, 172), (130, 238), (118, 306), (122, 372), (136, 430), (180, 458)],
        [(293, 56), (226, 54), (158, 88), (118, 158), (107, 236), (92, 308), (96, 380), (114, 446), (172, 470)],
        [(288, 29), (212, 22), (138, 58), (98, 146), (86, 234), (68, 312), (70, 388), (92, 460), (166, 482)],
    ]
    light = lambda s, t: (0.62 + 0.38 * np.sin(np.pi * np.clip(s * 0.9 + 0.1, 0, 1))) * (0.62 + 0.38 * smoothstep(0, 0.16, t))
    family(image, guides, 1500, 13, light, (0.36, 0.26))
    stray = [guides[0], [(306, 123), (272, 135), (226, 158), (188, 204), (165, 252), (153, 312), (155, 366), (163, 414),
                         (188, 440)]]
    family(image, stray, 16, 14, light, (0.36, 0.36), width=(0.6, 1.0), hull=False)
    return image


def paint_body():
    """Neck, shoulders and a knitted top. The head's shadow lies on the neck."""
    board = Board(0, 0)
    neck = spline([(196, 360), (198, 410), (194, 446), (160, 474), (120, 500), (110, 540), (402, 540), (392, 500),
                   (352, 474), (318, 446), (314, 410), (316, 360)], closed=True)
    mask = board.fill(neck, 0.4)
    x = (board.u - MIDDLE) / 66
    z = 58 * np.sqrt(np.clip(1 - np.clip(np.abs(x), 0, 1) ** 2.4, 0.02, 1)) + 20 * board.glow(MIDDLE, 500, 80, 40)
    z = board.soften(z.astype(np.float32), 5)
    normal, key = lit(z)
    image = skin(normal, key)
    chin = spline([(170, 330), (186, 400), (222, 440), (262, 462), (300, 446), (330, 410), (346, 330)], closed=True)
    shade(image, (0.60, 0.40, 0.38), 0.92 * board.fill(chin, 7))
    shade(image, (0.66, 0.46, 0.44), 0.7 * board.glow(322, 440, 26, 60))
    for side in (-1, 1):
        bone = spline([(MIDDLE + side * 14, 487), (MIDDLE + side * 50, 478), (MIDDLE + side * 92, 474)])
        add_light(image, rgb(255, 226, 196), 0.35 * board.stroke(bone, [2, 5, 2], 2.5))
        shade(image, (0.75, 0.58, 0.54), 0.6 * board.stroke(bone + (0, 6), [2, 6, 2], 2.5))
    result = layer(np.clip(image, 0, 1), mask)
    over(result, paint_top(board))
    return result


def paint_top(board):
    """A knitted top with a round neck."""
    neckline = [(150, 462), (168, 484), (206, 506), (256, 514), (306, 506), (344, 484), (362, 462)]
    outline = spline(neckline + [(400, 470), (458, 488), (506, 520), (560, 600), (256, 640), (-48, 600), (6, 520),
                                 (54, 488), (112, 470)], closed=True)
    mask = board.fill(outline, 0.4)
    distance = cv2.distanceTransform((mask > 0.5).astype(np.uint8), cv2.DIST_L2, 5) / SCALE
    z = board.soften((46 * np.sqrt(np.clip(distance / 60, 0, 1))).astype(np.float32), 4)
    _, key = lit(z)
    value = np.clip(0.34 + 0.58 * (key * 0.8 + 0.1), 0, 1) + 0.02 * np.sin(board.u * 2.2) * np.sin(board.v * 1.6)
    image = ramp(value, [(0.0, rgb(92, 26, 44)), (0.35, rgb(164, 52, 62)), (0.7, rgb(224, 98, 84)), (1.0, rgb(250, 150, 120))])
    for side in (-1, 1):
        for points, strength in (([(64, 500), (120, 520), (170, 556)], 0.5), ([(150, 486), (178, 520), (190, 566)], 0.6),
                                 ([(196, 492), (226, 530), (236, 568)], 0.4)):
            fold = spline([(MIDDLE + side * x, y) for x, y in points])
            shade(image, (0.66, 0.50, 0.56), strength * board.stroke(fold, [1, 7, 9], 4))
            add_light(image, rgb(255, 180, 150), 0.5 * strength * board.stroke(fold + (-5, -4), [1, 4, 5], 3))
    band = spline(neckline)
    add_light(image, rgb(255, 170, 140), 0.35 * board.stroke(band + (0, 3), [5, 5], 1.2))
    shade(image, (0.62, 0.5, 0.55), 0.8 * board.stroke(band + (0, 11), [3, 3], 1.4))
    return layer(np.clip(image, 0, 1), mask)


def paint_background():
    """A calm, cool gradient with a little light behind the head."""
    board = Board()
    value = 0.28 + 0.62 * board.glow(225, 190, 290, 300) - 0.12 * smoothstep(300, 512, board.v)
    stops = [(0.0, rgb(16, 44, 66)), (0.3, rgb(34, 86, 110)), (0.6, rgb(92, 158, 170)), (0.85, rgb(158, 208, 206)),
             (1.0, rgb(206, 232, 222))]
    image = ramp(np.clip(value, 0, 1), stops)
    for x, y, radius, strength in [(60, 90, 46, 0.10), (460, 130, 60, 0.08), (430, 330, 34, 0.07), (40, 300, 30, 0.06)]:
        add_light(image, rgb(210, 240, 232), strength * board.disc(x, y, radius, blur=5))
    return layer(image, np.ones(board.shape, np.float32))


def paint_all():
    """All still layers by name."""
    left, right = paint_hair_left(), paint_hair_right()
    back = paint_hair_back()
    for hair in (left, right, back):  # single hairs a little softer: calmer in motion, and smaller files
        hair[:] = cv2.GaussianBlur(hair, (0, 0), 1.0)
    covered = left[..., 3] + right[..., 3] * (1 - left[..., 3])
    body = paint_body()
    shadow = cv2.GaussianBlur(np.roll(covered, (7 * SCALE, 3 * SCALE), (0, 1)), (0, 0), 6 * SCALE)
    shade(body, (0.58, 0.44, 0.46), 0.9 * shadow)
    return {"background": paint_background(), "hair_back": back, "body": body,
            "face": paint_face(covered), "hair_right": right, "ear": paint_ear(), "hair_left": left}
