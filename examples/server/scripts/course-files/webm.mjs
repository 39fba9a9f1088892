// Writes a WebM file (EBML, RFC 8794; Matroska, RFC 9559) of one VP9 track, with its duration and an index, so that a player
// can jump to any place. Chromium's own recorder writes neither.

const id = (hex) => Buffer.from(hex, 'hex');
const size = (length) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(length));
  bytes[0] |= 0x01;
  return bytes;
};
const element = (hex, ...parts) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([id(hex), size(body.length), body]);
};
const uint = (hex, value) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return element(hex, bytes);
};
const float = (hex, value) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return element(hex, bytes);
};
const text = (hex, value) => element(hex, Buffer.from(value));

/**
 * @param {{ width: number, height: number, durationMs: number, chunks: { timeMs: number, key: boolean, bytes: Buffer }[] }} film
 * The chunks in their order; the first one is a key frame. Each key frame begins a cluster.
 */
export function writeWebm({ width, height, durationMs, chunks }) {
  const header = element(
    '1a45dfa3',
    uint('4286', 1),
    uint('42f7', 1),
    uint('42f2', 4),
    uint('42f3', 8),
    text('4282', 'webm'),
    uint('4287', 2),
    uint('4285', 2),
  );
  const info = element(
    '1549a966',
    uint('2ad7b1', 1_000_000),
    float('4489', durationMs),
    text('4d80', 'openbell'),
    text('5741', 'openbell'),
  );
  const tracks = element(
    '1654ae6b',
    element(
      'ae',
      uint('d7', 1),
      uint('73c5', 1),
      uint('83', 1),
      uint('9c', 0),
      text('86', 'V_VP9'),
      element('e0', uint('b0', width), uint('ba', height)),
    ),
  );
  const groups = [];
  for (const chunk of chunks) {
    if (chunk.key) groups.push({ timeMs: chunk.timeMs, chunks: [] });
    groups.at(-1).chunks.push(chunk);
  }
  const clusters = groups.map((group) =>
    element('1f43b675', uint('e7', group.timeMs), ...group.chunks.map((chunk) => block(chunk, group.timeMs))),
  );
  // Every figure of the index has eight bytes, so its own length does not depend on where it points.
  const index = (positions) =>
    element(
      '1c53bb6b',
      ...groups.map((group, number) =>
        element(
          'bb',
          uint('b3', group.timeMs),
          element('b7', uint('f7', 1), uint('f1', positions[number] ?? 0)),
        ),
      ),
    );
  let at = info.length + tracks.length + index([]).length;
  const positions = clusters.map((cluster) => {
    const position = at;
    at += cluster.length;
    return position;
  });
  return Buffer.concat([header, element('18538067', info, tracks, index(positions), ...clusters)]);
}

function block({ timeMs, key, bytes }, clusterMs) {
  const head = Buffer.alloc(4);
  head[0] = 0x81;
  head.writeInt16BE(timeMs - clusterMs, 1);
  head[3] = key ? 0x80 : 0;
  return element('a3', head, bytes);
}
