"""How Mira moves: the pose of every frame of every clip.

A clip's frame i of n lies at time (i + 1/2)/n between its start and its end pose, so the last frame of one clip
and the first of the next are one small step apart and no frame is shown twice.
"""

from dataclasses import fields, replace
from math import cos, pi, sin

from figure import Pose

IDLE_S = Pose()
IDLE_E = Pose(x=0.4, turn=0.5, tilt=0.12)
TALKING_S = Pose(x=-0.8, y=-0.6, turn=-1.4, nod=-0.6, tilt=-0.5, brow=0.8)
TALKING_E = Pose(x=1.4, y=-0.4, turn=1.8, nod=0.4, tilt=0.6, brow=0.8)
HI_S = Pose(y=-1.5, turn=0.6, nod=-2.2, tilt=-0.8, brow=3.2, squint=0.5, joy=0.55)
HI_E = Pose(y=-0.5, turn=0.2, nod=-0.6, tilt=0.8, brow=2.0, squint=0.6, joy=0.55)

IDLE_FPS, TALKING_FPS = 10, 30

# name: (start, end, frames)
CLIPS = {
    "idle_1_s_idle_1_e": (IDLE_S, IDLE_E, 44),
    "idle_1_e_idle_1_s": (IDLE_E, IDLE_S, 40),
    "idle_1_e_talking_1_s": (IDLE_E, TALKING_S, 12),
    "talking_1_s_talking_1_e": (TALKING_S, TALKING_E, 66),
    "talking_1_e_idle_1_s": (TALKING_E, IDLE_S, 14),
    "talking_1_e_talking_1_s": (TALKING_E, TALKING_S, 26),
    "idle_1_e_hi_1_s": (IDLE_E, HI_S, 10),
    "hi_1_s_hi_1_e": (HI_S, HI_E, 32),
    "hi_1_e_idle_1_s": (HI_E, IDLE_S, 14),
}
TALKED = ["idle_1_e_talking_1_s", "talking_1_s_talking_1_e", "talking_1_e_talking_1_s"]  # clips with overlays

BLINKS = {  # clip: frames at which a blink begins
    "idle_1_s_idle_1_e": [12, 33, 36],
    "idle_1_e_idle_1_s": [8, 28],
    "talking_1_s_talking_1_e": [20, 53],
    "talking_1_e_talking_1_s": [12],
    "hi_1_s_hi_1_e": [20],
    "talking_1_e_idle_1_s": [5],
}
SLOW_BLINK = [0.55, 1.0, 0.45]  # at 10 frames a second
FAST_BLINK = [0.25, 0.75, 1.0, 1.0, 0.7, 0.4, 0.15]  # at 30


def eased(t):
    return t * t * (3 - 2 * t)


def between(a, b, weight):
    """The pose `weight` of the way from a to b."""
    return Pose(*(getattr(a, f.name) + (getattr(b, f.name) - getattr(a, f.name)) * weight for f in fields(Pose)))


def moved(pose, **changes):
    """The pose with the changes added."""
    return replace(pose, **{name: getattr(pose, name) + value for name, value in changes.items()})


def blinking(name, i):
    levels = SLOW_BLINK if name.startswith("idle_1_s") or name.startswith("idle_1_e_idle") else FAST_BLINK
    for start in BLINKS.get(name, []):
        if start <= i < start + len(levels):
            return levels[i - start]
    return 0.0


def wave(t, cycles, phase=0.0):
    return sin(2 * pi * (cycles * t + phase))


def pose_of(name, i):
    """The pose of frame i of a clip."""
    start, end, frames = CLIPS[name]
    t = (i + 0.5) / frames
    pose = between(start, end, eased(t))
    swell = sin(pi * t)
    if "idle_1_s_idle_1_e" == name or "idle_1_e_idle_1_s" == name:
        glance = eased(min(1, max(0, 1 - abs(t - 0.62) * 9)))
        pose = moved(pose, breath=0.5 - 0.5 * cos(2 * pi * t), turn=0.6 * swell * wave(t, 1, 0.1),
                     nod=0.5 * swell * wave(t, 2), tilt=0.15 * swell * wave(t, 1, 0.4),
                     gaze_x=1.3 * glance * (1 if name.endswith("e") else -1), gaze_y=0.2 * glance)
    elif name == "talking_1_s_talking_1_e":
        swell = swell**0.7
        pose = moved(pose, breath=0.25 - 0.25 * cos(2 * pi * t), x=3.0 * swell * wave(t, 1, 0.02),
                     y=1.4 * swell * wave(t, 2, 0.3), turn=swell * (5.0 * wave(t, 1) + 1.5 * wave(t, 3, 0.2)),
                     nod=swell * (3.0 * wave(t, 2, 0.1) + 1.0 * wave(t, 5, 0.3)), tilt=1.5 * swell * wave(t, 1, 0.22),
                     brow=swell * (1.8 + 2.0 * wave(t, 2, 0.55)), gaze_x=-0.8 * swell * wave(t, 1))
    elif name == "talking_1_e_talking_1_s":
        pose = moved(pose, turn=-2.0 * swell * wave(t, 1), nod=2.2 * swell * wave(t, 1, 0.3), tilt=-0.7 * swell,
                     y=0.8 * swell, brow=1.6 * swell * wave(t, 1, 0.9))
    elif name == "hi_1_s_hi_1_e":
        pose = moved(pose, nod=swell * (6.0 * wave(t, 1.5, 0.0) - 0.5), y=swell * 2.4 * wave(t, 1.5), joy=0.45 * swell**0.6,
                     brow=swell * (1.5 + 1.2 * wave(t, 1.5, 0.5)), squint=0.4 * swell, tilt=1.0 * swell * wave(t, 1, 0.6))
    return moved(pose, blink=blinking(name, i))
