"""Painting tools: smooth curves, anti-aliased masks, soft blends.

Lengths are in picture units (the picture is 512 x 512 units); arrays hold SCALE pixels a unit.
Colours are sRGB, 0...1, float32; layers are premultiplied RGBA.
"""

import cv2
import numpy as np

SIZE = 512
DEPTH = 568  # layers reach below the picture, so that a rising chest shows no edge
SCALE = 2
PIXELS = SIZE * SCALE

cv2.setNumThreads(1)  # the pack is drawn by several processes, each on one core


def rgb(red, green, blue):
    """An sRGB colour from 8-bit parts."""
    return np.array([red, green, blue], np.float32) / 255


def spline(points, closed=False, steps=14):
    """A Catmull-Rom curve through `points`, `steps` samples a segment."""
    p = np.asarray(points, np.float64)
    if closed:
        p = np.vstack([p[-1], p, p[0], p[1]])
    else:
        p = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    parts = []
    for a, b, c, d in zip(p[:-3], p[1:-2], p[2:-1], p[3:]):
        parts.append(
            0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        )
    curve = np.vstack(parts)
    return curve if closed else np.vstack([curve, p[-2]])


class Board:
    """A rectangle of the picture to paint on: origin (x, y) and size in units."""

    def __init__(self, x=0, y=0, width=SIZE, height=DEPTH):
        self.x, self.y = x, y
        self.shape = (int(height * SCALE), int(width * SCALE))
        rows, columns = np.mgrid[0 : self.shape[0], 0 : self.shape[1]].astype(np.float32)
        self.u = (columns + 0.5) / SCALE + x
        self.v = (rows + 0.5) / SCALE + y

    def pixels(self, points):
        """Fixed-point pixel coordinates (4 fractional bits) of curve points."""
        p = (np.asarray(points, np.float64) - (self.x, self.y)) * SCALE - 0.5
        return np.round(p * 16).astype(np.int32)

    def fill(self, points, blur=0.0):
        """Coverage of a polygon, optionally blurred by `blur` units."""
        mask = np.zeros(self.shape, np.uint8)
        cv2.fillPoly(mask, [self.pixels(points)], 255, cv2.LINE_AA, 4)
        return self.soften(mask.astype(np.float32) / 255, blur)

    def stroke(self, points, widths, blur=0.0):
        """Coverage of a line whose width changes along `points` (`widths`: units, interpolated)."""
        p = np.asarray(points, np.float64)
        w = np.interp(np.linspace(0, 1, len(p)), np.linspace(0, 1, len(widths)), widths)
        direction = np.gradient(p, axis=0)
        direction /= np.maximum(np.linalg.norm(direction, axis=1, keepdims=True), 1e-6)
        side = np.stack([-direction[:, 1], direction[:, 0]], 1) * (w / 2)[:, None]
        return self.fill(np.vstack([p + side, (p - side)[::-1]]), blur)

    def disc(self, x, y, rx, ry=None, angle=0.0, blur=0.0):
        """Coverage of an ellipse with an edge of about one pixel."""
        ry = rx if ry is None else ry
        c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        a, b = self.u - x, self.v - y
        r = np.sqrt(((a * c + b * s) / rx) ** 2 + ((b * c - a * s) / ry) ** 2)
        mask = np.clip((1 - r) * min(rx, ry) * SCALE + 0.5, 0, 1).astype(np.float32)
        return self.soften(mask, blur)

    def glow(self, x, y, rx, ry=None):
        """A Gaussian bump of height 1."""
        ry = rx if ry is None else ry
        return np.exp(-(((self.u - x) / rx) ** 2 + ((self.v - y) / ry) ** 2))

    def soften(self, mask, blur):
        """The mask blurred by `blur` units (standard deviation)."""
        return cv2.GaussianBlur(mask, (0, 0), blur * SCALE) if blur > 0 else mask


def tint(image, colour, mask):
    """Paints `colour` over the first three channels through `mask`, in place."""
    image[..., :3] += (colour - image[..., :3]) * mask[..., None]


def shade(image, factor, mask):
    """Multiplies the colour by `factor` (three numbers) through `mask`, in place."""
    image[..., :3] *= 1 + (np.asarray(factor, np.float32) - 1) * mask[..., None]


def add_light(image, colour, mask):
    """Screens `colour` on through `mask`, in place."""
    image[..., :3] += (1 - image[..., :3]) * np.asarray(colour, np.float32) * mask[..., None]


def layer(colour, alpha):
    """Premultiplied RGBA from a straight colour image and its coverage."""
    return np.dstack([colour[..., :3] * alpha[..., None], alpha]).astype(np.float32)


def over(below, above):
    """Composites premultiplied `above` on `below` (same shape), in place."""
    below *= 1 - above[..., 3:4]
    below += above


def ramp(value, stops):
    """Colours from a scalar image through `stops`: (value, colour), rising."""
    positions = [s[0] for s in stops]
    return np.stack(
        [np.interp(value, positions, [float(s[1][k]) for s in stops]) for k in range(3)], -1
    ).astype(np.float32)


def smoothstep(low, high, value):
    t = np.clip((value - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)
