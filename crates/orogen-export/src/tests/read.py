"""Reads a heightmap with only Python's standard library, by the formats' specifications: PNG 16-bit grey, OpenEXR 32-bit float
with ZIP blocks, TIFF 32-bit float in strips. Writes a line of JSON about it, then its samples, little-endian."""

import json
import struct
import sys
import zlib


def png(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    position, facts, packed = 8, {}, b""
    while position < len(data):
        length, name = struct.unpack(">I4s", data[position : position + 8])
        body = data[position + 8 : position + 8 + length]
        (checksum,) = struct.unpack(">I", data[position + 8 + length : position + 12 + length])
        assert checksum == zlib.crc32(name + body)
        if name == b"IHDR":
            width, height, *rest = struct.unpack(">IIBBBBB", body)
            assert rest == [16, 0, 0, 0, 0]
        elif name == b"iTXt":
            keyword, rest = body.split(b"\0", 1)
            facts[keyword.decode()] = rest[4:].decode()
        elif name == b"IDAT":
            packed += body
        position += 12 + length
    stream, stride = zlib.decompress(packed), 2 * width
    assert len(stream) == height * (stride + 1)
    above, rows = bytearray(stride), []
    for row in range(height):
        kind, line = stream[row * (stride + 1)], bytearray(stream[row * (stride + 1) + 1 : (row + 1) * (stride + 1)])
        if kind == 1:
            for i in range(2, stride):
                line[i] = (line[i] + line[i - 2]) & 255
        elif kind == 2:
            line = bytearray((a + b) & 255 for a, b in zip(line, above))
        else:
            assert kind == 0, "our writer has no other filters"
        rows.append(line)
        above = line
    samples = struct.unpack(">%dH" % (width * height), b"".join(rows))
    return width, height, facts, struct.pack("<%dH" % len(samples), *samples)


def exr(data):
    assert data[:8] == struct.pack("<II", 20000630, 2), "one part of scan lines"
    position, facts = 8, {}
    while data[position]:
        name, kind, rest = data[position:].split(b"\0", 2)
        (length,) = struct.unpack("<I", rest[:4])
        position = len(data) - len(rest) + 4
        facts[name.decode()] = (kind.decode(), data[position : position + length])
        position += length
    assert facts["compression"][1] == b"\3", "ZIP, 16 lines a block"
    assert facts["channels"][1].startswith(b"R\0" + struct.pack("<I", 2)), "floats in R"
    left, top, right, bottom = struct.unpack("<4i", facts["dataWindow"][1])
    width, height = right - left + 1, bottom - top + 1
    blocks = -(-height // 16)
    offsets = struct.unpack("<%dQ" % blocks, data[position + 1 : position + 1 + 8 * blocks])
    rows = []
    for block, offset in enumerate(offsets):
        y, length = struct.unpack("<iI", data[offset : offset + 8])
        assert y == top + 16 * block
        body, size = data[offset + 8 : offset + 8 + length], 4 * width * min(16, height - 16 * block)
        if length != size:
            deltas = bytearray(zlib.decompress(body))
            for i in range(1, size):
                deltas[i] = (deltas[i - 1] + deltas[i] - 128) & 255
            body = bytearray(size)
            body[0::2], body[1::2] = deltas[: (size + 1) // 2], deltas[(size + 1) // 2 :]
        rows.append(bytes(body))
    texts = {name: value.decode() for name, (kind, value) in facts.items() if kind == "string"}
    return width, height, texts, b"".join(rows)


def tiff(data):
    assert data[:4] == b"II*\0"
    (position,) = struct.unpack("<I", data[4:8])
    (count,) = struct.unpack("<H", data[position : position + 2])
    tags = {}
    for i in range(count):
        tag, kind, number, _ = struct.unpack("<HHII", data[position + 2 + 12 * i : position + 14 + 12 * i])
        form, size = {2: ("s", 1), 3: ("H", 2), 4: ("I", 4), 12: ("d", 8)}[kind]
        start = position + 10 + 12 * i
        if number * size > 4:
            (start,) = struct.unpack("<I", data[start : start + 4])
        values = struct.unpack("<%d%s" % (number, form), data[start : start + number * size])
        tags[tag] = values[0].decode().rstrip("\0") if kind == 2 else values
    width, height = tags[256][0], tags[257][0]
    # Floats, of one channel, not compressed, black is low.
    assert (tags[339], tags[258], tags[277], tags[259], tags[262]) == ((3,), (32,), (1,), (1,), (1,))
    strips = b"".join(data[start : start + length] for start, length in zip(tags[273], tags[279]))
    return width, height, {"scale": tags[33550], "tiepoint": tags[33922], "keys": tags[34735]}, strips


data = open(sys.argv[1], "rb").read()
read = {b"\x89P": png, b"v/": exr, b"II": tiff}[data[:2]]
width, height, facts, samples = read(data)
sys.stdout.buffer.write(json.dumps({"size": [width, height], "facts": facts}).encode() + b"\n" + samples)
