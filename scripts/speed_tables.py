"""Turns what benches and the program print into tables for the documents.

Each function has the name of its measurement in scripts/speeds. It yields the head of the table, then its rows.
"""

import json
import re

import compare


class Unreadable(Exception):
    """A text lacks the lines of its measurement."""


def matches(text, pattern):
    """The groups of every line that matches a pattern."""
    found = [match.groups() for match in map(re.compile(pattern).match, text.splitlines()) if match]
    if not found:
        raise Unreadable(f"no line matches {pattern}")
    return found


def short(number):
    """A number with two or three digits, and with commas for thousands."""
    number = float(number)
    return f"{number:,.{0 if number >= 10 else 1 if number >= 1 else 2}f}"


def span(numbers):
    """The least and the greatest number."""
    least, most = (short(choose(map(float, numbers))) for choose in (min, max))
    return least if least == most else f"{least} to {most}"


def titled(name):
    """A name with the usual titles of vector instructions."""
    for level, title in (("Avx512", "AVX-512"), ("Avx2", "AVX2"), ("Sse2", "SSE2")):
        name = name.replace(level, title)
    return name.strip()


def noise(text):
    yield "job; million octave-samples a second", "Orogen", "baseline", "ratio", "others"
    for line in text.splitlines():
        start = re.match(r"(.{48}) +(\d+) +[\d.]+ +([\d.]+)x", line)
        if not start:
            continue
        job, ours, ratio = start.groups()
        baseline, *others = re.findall(r"  ([a-z][\w-]*(?: \(\w+\))? \d+)(?=  |$)", line[start.end() :])
        yield job.strip(), f"{int(ours):,}", baseline, f"{short(ratio)}×", ", ".join(others)
    matches(text, r".{48} +\d+ +[\d.]+ +[\d.]+x")


def wasm(text):
    yield "noise in Node", "million octave-samples a second"
    wanted = {
        "value": "value",
        "Perlin": "Perlin",
        "Perlin, warped": "Perlin, warped once",
        "Perlin, strongly warped twice": "Perlin, warped twice, strongly",
        "simplex": "simplex",
        "OpenSimplex2": "OpenSimplex2",
        "OpenSimplex2S": "OpenSimplex2S",
        "Worley F1": "Worley F1",
    }
    best = {}
    # A machine has several levels of vector instructions; the fastest one counts.
    for name, speed in matches(text, r"WebAssembly\t[^\t]+\t([^\t]+)\t[^\t]+\t(\d+)$"):
        best[name] = max(best.get(name, 0), int(speed))
    for name, title in wanted.items():
        if name not in best:
            raise Unreadable(f"there is no {name}")
        yield title, f"{best[name]:,}"


def mesh(text):
    yield "a chunk of 65² vertices, one thread", "million vertices a second", "times as long as ours"
    for name, rate, _, times in matches(text, r"(.{40}) +([\d.]+) million vertices/s +([\d.]+) ns/vertex +([\d.]+)x"):
        yield titled(name), short(rate), short(times)


def erosion(text):
    yield "erosion of 5 octaves, one thread; samples 1, 4 and 16 m apart", "ns a sample", "times the other filter"
    rows = {}
    for name, ns, times in matches(text, r"    (.*?\S) +([\d.]+)(?: +([\d.]+) +[\d.]+ M/s)?$"):
        rows.setdefault(name, []).append((ns, times or "1"))
    for name, figures in rows.items():
        yield titled(name), *map(span, zip(*figures))


def between(text):
    yield "land", "ns a sample", "million a second", "times as fast as point by point"
    line = r"(\S+) +(eroded)? *(rivers)? *([\d.]+) ns, +([\d.]+) M/s; single points +[\d.]+ ns, +([\d.]+) times"
    rows = matches(text, line)
    for name, eroded, rivers, ns, rate, times in sorted(rows, key=lambda row: (row[2] or "", float(row[3]))):
        kinds = "".join(f", {kind}" for kind in (eroded, rivers and "with rivers") if kind)
        yield name.replace("-", " ") + kinds, short(ns), rate, short(times)


def layers(text):
    yield "land; 691,000 samples, processor time", "ms", "times one layer", "times the same without the mask"
    for name, ms, ratio, *unmasked in matches(text, r"(.*?\S) +([\d.]+) ms +([\d.]+)(?: +([\d.]+))?$"):
        yield name, ms, ratio, unmasked[0] or ""


def hands(text):
    yield "an edit of marks on the eroded Alps", "chunks", "processor time, ms", "clock, ms"
    rows = matches(text, r"(.*?\S) +(\d+) chunks +([\d.]+) ms +([\d.]+) ms")
    # The bench measures the edit without marks again with each other row. The table has its first figures.
    first = {}
    for name, chunks, *times in rows:
        # Reading a text builds no chunk.
        first.setdefault(name, (name, "" if chunks == "0" else chunks, *map(short, times)))
    yield from first.values()


def rivers(text):
    yield "land with rivers", "without rivers, ms", "with rivers, ms", "ratio"
    for land, case, dry, wet, ratio in matches(text, r"(\S+) +(.*?\S) +([\d.]+) ms +([\d.]+) ms +([\d.]+) times"):
        yield f"{land.replace('-', ' ')}, {case}", short(dry), short(wet), ratio
    for land, processors, clock, cache in matches(
        text, r"(\S+) +first network +([\d.]+) ms of processors, ([\d.]+) ms of the clock, ([\d.]+) MiB"
    ):
        yield f"{land.replace('-', ' ')}, first network around a new place", "", short(processors), f"{cache} MiB"


def lab(text):
    yield "the slowest figures while something is dragged, 99th percentile", "ms"
    scenes = re.split(r"^(.*): milliseconds.*$", text, flags=re.MULTILINE)[1:]
    if not scenes:
        raise Unreadable("there is no scene")
    for scene, rows in zip(scenes[::2], scenes[1::2]):
        figures = matches(rows, r"  (\S+) +[\d.]+ +([\d.]+)$")
        for name, ms in sorted(figures, key=lambda row: -float(row[1]))[:3]:
            yield f"{name.replace('-', ' ')}, {scene}", short(ms)


def edits(text):
    """Three reports of `orogen bench`, one after the other."""
    decoder, reports, at = json.JSONDecoder(), [], 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        try:
            report, at = decoder.raw_decode(text, at)
        except ValueError as fault:
            raise Unreadable(str(fault)) from fault
        reports.append({name: figure for name, figure, *_ in compare.rows(report)})
    if len(reports) != 3:
        raise Unreadable(f"there are {len(reports)} reports, not 3")
    yield "`orogen bench --no-draw`, medians", "a noise of 8 octaves", "the same with erosion", "Alps"
    for name in dict.fromkeys(name for report in reports for name in report):
        yield name, *(short(report[name]) if name in report else "" for report in reports)


def latency(text):
    yield "milliseconds from the event to the change on the screen", "median", "worst", "tries"
    for name, median, worst, tries in matches(text, r"(.{44}) +(\S+) +(\S+) +(\d+)(?:  \(\d+ missed\))?$"):
        if name.strip() != "milliseconds":
            yield name.strip(), median, worst, tries


def prepare(text):
    yield "picture prepared with an empty cache", "s", "peak memory, MiB"
    for seconds, mib, request in matches(text, r" *([\d.]+) s +(\d+) MiB  (.+)$"):
        yield request, seconds, mib


def styles(text):
    yield "style, 640 × 360", "shadows and samples of", "ms a frame", "times Bevy's material"
    for style, quality, ms, ratio in matches(text, r"(.{20})(\S+) +([\d.]+) ms +([\d.]+)$"):
        yield style.strip(), quality, short(ms), ratio
