// 4 × 4 matrices as arrays of 16 numbers, column by column.

/** A perspective with a vertical field of view, in radians. */
export function perspective(field, aspect, near, far) {
  const f = 1 / Math.tan(field / 2);
  const d = 1 / (near - far);
  return [f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (near + far) * d, -1, 0, 0, 2 * near * far * d, 0];
}

/** A view from an eye along a direction of unit length, with y up. */
export function lookAlong([x, y, z], [dx, dy, dz]) {
  const level = Math.hypot(dx, dz) || 1e-9;
  const right = [-dz / level, 0, dx / level];
  const up = [right[1] * dz - right[2] * dy, right[2] * dx - right[0] * dz, right[0] * dy - right[1] * dx];
  const dot = (a) => -(a[0] * x + a[1] * y + a[2] * z);
  const back = [-dx, -dy, -dz];
  return [
    right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0,
    dot(right), dot(up), dot(back), 1,
  ];
}

export function multiply(a, b) {
  const out = new Array(16).fill(0);
  for (let c = 0; c < 4; c++) {
    for (let r = 0; r < 4; r++) {
      for (let k = 0; k < 4; k++) out[4 * c + r] += a[4 * k + r] * b[4 * c + k];
    }
  }
  return out;
}

/** The inverse, by Gauss and Jordan with pivots. */
export function invert(m) {
  const rows = [0, 1, 2, 3].map((r) => [
    ...[0, 1, 2, 3].map((c) => m[4 * c + r]), ...[0, 1, 2, 3].map((c) => (c === r ? 1 : 0)),
  ]);
  for (let c = 0; c < 4; c++) {
    let pivot = c;
    for (let r = c; r < 4; r++) if (Math.abs(rows[r][c]) > Math.abs(rows[pivot][c])) pivot = r;
    [rows[c], rows[pivot]] = [rows[pivot], rows[c]];
    rows[c] = rows[c].map((x) => x / rows[c][c]);
    for (let r = 0; r < 4; r++) {
      if (r === c) continue;
      const by = rows[r][c];
      rows[r] = rows[r].map((x, k) => x - by * rows[c][k]);
    }
  }
  return Array.from({ length: 16 }, (_, i) => rows[i % 4][4 + (i >> 2)]);
}
