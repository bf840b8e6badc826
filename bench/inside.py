"""What `cameo-bench` says, which measures from the inside; it lies beside `cameo`."""
import os
import subprocess


def program(cameo):
    return os.path.join(os.path.dirname(cameo), "cameo-bench")


def said(cameo, *words):
    return subprocess.run([program(cameo), *words], capture_output=True, text=True, check=True).stdout
