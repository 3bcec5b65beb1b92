"""A real window of the program on a display of its own, for scripts/latency."""

import ctypes
import os
import re
import subprocess
import sys
import threading
import time


class Image(ctypes.Structure):
    """The first fields of Xlib's XImage."""

    _fields_ = [
        ("width", ctypes.c_int),
        ("height", ctypes.c_int),
        ("xoffset", ctypes.c_int),
        ("format", ctypes.c_int),
        ("data", ctypes.POINTER(ctypes.c_char)),
        ("byte_order", ctypes.c_int),
        ("bitmap_unit", ctypes.c_int),
        ("bitmap_bit_order", ctypes.c_int),
        ("bitmap_pad", ctypes.c_int),
        ("depth", ctypes.c_int),
        ("bytes_per_line", ctypes.c_int),
    ]


class Screen:
    """A separate display: its pixels, pointer and keys."""

    def __init__(self, width, height):
        self.size = (width, height)
        read, write = os.pipe()
        size = f"{width}x{height}x24"
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", size, "-nolisten", "tcp"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        self.name = ":" + os.read(read, 16).decode().strip()
        self.x = ctypes.CDLL("libX11.so.6")
        self.test = ctypes.CDLL("libXtst.so.6")
        self.x.XOpenDisplay.restype = ctypes.c_void_p
        self.x.XGetImage.restype = ctypes.POINTER(Image)
        self.x.XDefaultRootWindow.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x.XOpenDisplay(self.name.encode()))
        self.root = ctypes.c_ulong(self.x.XDefaultRootWindow(self.display))

    def pixels(self, x, y, width, height):
        planes = ctypes.c_ulong(0xFFFFFFFF)
        image = self.x.XGetImage(self.display, self.root, x, y, width, height, planes, 2)
        bytes_ = ctypes.string_at(image.contents.data, height * image.contents.bytes_per_line)
        self.x.XFree(image.contents.data)
        self.x.XFree(image)
        return bytes_

    def move(self, x, y):
        self.test.XTestFakeMotionEvent(self.display, -1, int(x), int(y), ctypes.c_ulong(0))
        self.x.XFlush(self.display)

    def button(self, down, number=1):
        self.test.XTestFakeButtonEvent(self.display, number, int(down), ctypes.c_ulong(0))
        self.x.XFlush(self.display)

    def click(self):
        self.button(True)
        self.button(False)

    def key(self, *names):
        codes = []
        for name in names:
            symbol = self.x.XStringToKeysym(name.encode())
            codes.append(self.x.XKeysymToKeycode(self.display, ctypes.c_ulong(symbol)))
        for code in codes:
            self.test.XTestFakeKeyEvent(self.display, code, 1, ctypes.c_ulong(0))
        for code in reversed(codes):
            self.test.XTestFakeKeyEvent(self.display, code, 0, ctypes.c_ulong(0))
        self.x.XFlush(self.display)

    def focus(self):
        """Gives the keyboard to the newest window, since no window manager does."""
        root, parent, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_uint()
        windows = ctypes.POINTER(ctypes.c_ulong)()
        out = [ctypes.byref(it) for it in (root, parent, windows, count)]
        self.x.XQueryTree(self.display, self.root, *out)
        # The window system's helper windows have one pixel.
        for window in reversed(windows[: count.value]):
            x, y, width, height, border, depth = (ctypes.c_uint() for _ in range(6))
            out = [ctypes.byref(it) for it in (root, x, y, width, height, border, depth)]
            self.x.XGetGeometry(self.display, ctypes.c_ulong(window), *out)
            if width.value > 100:
                self.x.XSetInputFocus(self.display, ctypes.c_ulong(window), 2, ctypes.c_ulong(0))
        self.x.XSync(self.display, 0)

    def close(self):
        self.server.terminate()
        self.server.wait()


class Studio:
    """The program with its window, and the state that it reports."""

    def __init__(self, screen, program, arguments, folder, cache):
        self.screen = screen
        self.at_rest = False
        self.pieces_left = None
        self.began = time.monotonic()
        environment = dict(os.environ)
        environment.pop("WAYLAND_DISPLAY", None)
        for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"):
            path = os.path.join(folder, variable)
            os.makedirs(path, mode=0o700, exist_ok=True)
            environment[variable] = path
        # The window fills the display.
        settings = os.path.join(folder, "XDG_CONFIG_HOME", "orogen")
        os.makedirs(settings, exist_ok=True)
        with open(os.path.join(settings, "settings.toml"), "w") as file:
            file.write("width = {}\nheight = {}\n".format(*screen.size))
        environment["DISPLAY"] = screen.name
        environment["OROGEN_TRACE"] = "1"
        if cache:
            # The driver caches its compiled shaders there, and the program the list of prepared pictures.
            environment["XDG_CACHE_HOME"] = cache
            environment.pop("MESA_SHADER_CACHE_DIR", None)
        self.process = subprocess.Popen(
            [program, *arguments], env=environment, stderr=subprocess.PIPE, text=True
        )
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stderr:
            rest = re.search(r"rest (true|false)", line)
            if rest:
                self.at_rest = rest.group(1) == "true"
            left = re.search(r"pieces in .* (\d+) left", line)
            if left:
                self.pieces_left = int(left.group(1))

    def rest(self, patience=300.0):
        """Waits for rest: nothing moves, and the picture is whole."""
        end = time.monotonic() + patience
        time.sleep(0.3)
        while not self.at_rest:
            if time.monotonic() > end or self.process.poll() is not None:
                sys.exit("latency: the window did not come to rest")
            time.sleep(0.01)
        time.sleep(0.2)

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
