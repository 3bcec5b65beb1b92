"""Reads the reports that scripts/compare has written, and prints a table for each case."""

import glob
import json
import sys

# The ratio from which a figure counts as worse. Runs of the same program also differ, but by less.
TOLERANCE = 1.05

CASES = {
    "plain": "a noise of 8 octaves (--recipe-version 1)",
    "eroded": "the same with erosion",
    "alps": "alps",
    "opening": "the opening land",
}


def rows(report):
    """The rows of a report: name, figure, true if lower is better, and true if the figure must not get worse."""
    for edit in report["edits"]:
        # Older revisions use the first name.
        key = edit["key"].replace("noise.seed", "world.seed")
        yield f"edit of {key}, until vertices are written, ms", edit["written"]["median_ms"], True, True
        if edit["built"]["median_ms"] > 0.0:
            yield f"edit of {key}, of that sampling and meshing, ms", edit["built"]["median_ms"], True, False
        if "complete" in edit:
            yield f"edit of {key}, until everything is complete, ms", edit["complete"]["median_ms"], True, False
    drag = report["drag"]
    yield "drag at 60 Hz, longest time between two lands, ms", drag["longest_gap_ms"], True, True
    yield "drag at 60 Hz, share of edits shown", drag["landed"] / drag["edits"], False, True
    yield "times faster than Bevy meshes from noise::Fbm<Perlin>", report["peer"]["times_faster"], False, False
    yield "flight, processor time of a frame, ms", report["flight"]["frame"]["median_ms"], True, True
    if report["peak_memory_mib"]:
        yield "peak memory, MiB", report["peak_memory_mib"], True, True


def best(folder, case, which):
    """The best of each figure over all rounds, by name."""
    found = {}
    for path in glob.glob(f"{folder}/{case}.{which}.*.json"):
        with open(path, encoding="utf-8") as file:
            figures = rows(json.load(file))
        for name, figure, is_lower_better, is_guarded in figures:
            known = found.get(name, (figure,))[0]
            better = min(known, figure) if is_lower_better else max(known, figure)
            found[name] = (better, is_lower_better, is_guarded)
    return found


def main(folder, commit):
    worse = []
    for case, title in CASES.items():
        then, now = best(folder, case, "then"), best(folder, case, "now")
        if not now or not then:
            continue
        print(f"\n| {title} | {commit} | now | ratio |\n|---|---|---|---|")
        for name, (figure, is_lower_better, is_guarded) in now.items():
            if name not in then:
                print(f"| {name} | – | {figure:.2f} | |")
                continue
            before = then[name][0]
            ratio = figure / before if before else 1.0
            print(f"| {name} | {before:.2f} | {figure:.2f} | {ratio:.2f} |")
            is_worse = ratio > TOLERANCE if is_lower_better else ratio < 1.0 / TOLERANCE
            if is_guarded and is_worse:
                worse.append(f"{title}: {name}: {before:.2f} to {figure:.2f}")
    for line in worse:
        print(f"compare: worse by more than 5 %: {line}", file=sys.stderr)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
