// Video and audio files of a few hundred bytes: the track tables are valid, the samples are zeros.

type Part = string | readonly number[] | Uint8Array;

/** Concatenates texts (Latin-1), numbers and bytes. */
export function bytesOf(...parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    Buffer.concat(
      parts.map((part) =>
        typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part as Uint8Array),
      ),
    ),
  );
}

const uint32 = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);

/** A box of an MP4 file (ISO/IEC 14496-12). */
export function box(type: string, ...parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const body = bytesOf(...parts);
  return bytesOf(uint32(8 + body.length), type, body);
}

const zeros = (length: number) => new Uint8Array(length);

interface Mp4Track {
  readonly handler: 'vide' | 'soun' | 'text';
  /** The type of the sample entry; a common codec when absent. */
  readonly codec?: string;
  /** Whether players enable the track by default; true when absent. */
  readonly isOn?: boolean;
}

/** Sample entries: only sizes and channels are set. */
const sampleEntries = {
  vide: box('avc1', zeros(6), [0, 1], zeros(16), [0, 64, 0, 48], zeros(50)),
  soun: box('mp4a', zeros(6), [0, 1], zeros(8), [0, 1, 0, 16, 0, 0, 0, 0, 0xbb, 0x80, 0, 0]),
  text: box('tx3g', zeros(6), [0, 1]),
};

interface Mp4Options {
  /** Four characters; `isom` when absent. */
  readonly brand?: string;
  readonly tracks: readonly (Mp4Track['handler'] | Mp4Track)[];
  /** Boxes after the tracks. */
  readonly more?: readonly Uint8Array[];
  /** Like recordings of browsers: the track table first, then fragments, and no duration. */
  readonly isFragmented?: boolean;
  /** Samples before the track table, like files of cameras. */
  readonly samples?: Uint8Array;
}

/** An MP4, M4A or QuickTime file. */
export function mp4({ brand = 'isom', tracks, more = [], isFragmented = false, samples }: Mp4Options) {
  const trackBoxes = tracks.map((track, index) => {
    const { handler, codec, isOn = true }: Mp4Track = typeof track === 'string' ? { handler: track } : track;
    const entry = Buffer.from(sampleEntries[handler]);
    if (codec !== undefined) entry.write(codec, 4, 'latin1');
    const id = uint32(index + 1);
    return box(
      'trak',
      box('tkhd', [0, 0, 0, isOn ? 7 : 0], zeros(8), id, zeros(68)),
      box(
        'mdia',
        box('mdhd', zeros(12), uint32(1_000), zeros(4), [0x55, 0xc4, 0, 0]),
        box('hdlr', zeros(8), handler, zeros(13)),
        box(
          'minf',
          box(
            'stbl',
            box('stsd', zeros(4), uint32(1), entry),
            ...['stts', 'stsc', 'stco'].map((type) => box(type, zeros(8))),
          ),
        ),
      ),
    );
  });
  const fragments = isFragmented
    ? [box('mvex', ...tracks.map((_, index) => box('trex', zeros(4), uint32(index + 1), zeros(16))))]
    : [];
  const movie = box(
    'moov',
    box('mvhd', zeros(12), uint32(1_000), zeros(80)),
    ...trackBoxes,
    ...fragments,
    ...more,
  );
  const content = box('mdat', samples ?? zeros(16));
  const type = box('ftyp', brand, uint32(512), brand, 'mp42');
  if (isFragmented) return bytesOf(type, movie, box('moof', box('mfhd', zeros(4), uint32(1))), content);
  return samples === undefined ? bytesOf(type, movie, content) : bytesOf(type, content, movie);
}

/** A metadata item, as iTunes writes it. */
export function metadata(name: string, type: 'text' | 'jpeg', value: Uint8Array | string): Uint8Array {
  const item = box(name, box('data', uint32(type === 'text' ? 1 : 13), zeros(4), value));
  return box('udta', box('meta', zeros(4), box('hdlr', zeros(8), 'mdirappl', zeros(9)), box('ilst', item)));
}

/** An element of a WebM file (EBML, RFC 8794). Without a size it has EBML's unknown size, like live recordings. */
export function element(id: string, body: Uint8Array, isSizeTold = true): Uint8Array<ArrayBuffer> {
  const size = isSizeTold
    ? [0x10, ...uint32(body.length).slice(1)]
    : [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
  return bytesOf(Buffer.from(id, 'hex'), size, body);
}

type WebmCodec = 'V_VP8' | 'V_VP9' | 'A_OPUS' | 'S_TEXT/WEBVTT';
const trackTypes = { V: 1, A: 2, S: 17 } as const;

/** A WebM file like those of `MediaRecorder`: no duration, no index and unknown sizes. */
export function webm(codecs: readonly WebmCodec[], title = '') {
  const header = element(
    '1a45dfa3',
    bytesOf(
      element('4286', bytesOf([1])),
      element('42f7', bytesOf([1])),
      element('42f2', bytesOf([4])),
      element('42f3', bytesOf([8])),
      element('4282', bytesOf('webm')),
      element('4287', bytesOf([4])),
      element('4285', bytesOf([2])),
    ),
  );
  const info = element(
    '1549a966',
    bytesOf(element('2ad7b1', bytesOf([0x0f, 0x42, 0x40])), element('7ba9', bytesOf(title))),
  );
  const tracks = element(
    '1654ae6b',
    bytesOf(
      ...codecs.map((codec, index) =>
        element(
          'ae',
          bytesOf(
            element('d7', bytesOf([index + 1])),
            element('73c5', bytesOf([index + 1])),
            element('83', bytesOf([trackTypes[codec[0] as keyof typeof trackTypes]])),
            element('86', bytesOf(codec)),
            codec.startsWith('V')
              ? element('e0', bytesOf(element('b0', bytesOf([64])), element('ba', bytesOf([48]))))
              : element('e1', element('9f', bytesOf([1]))),
          ),
        ),
      ),
    ),
  );
  const cluster = element(
    '1f43b675',
    bytesOf(element('e7', bytesOf([0])), element('a3', bytesOf([0x81, 0, 0, 0x80, 1, 2, 3, 4]))),
    false,
  );
  return bytesOf(header, element('18538067', bytesOf(info, tracks, cluster), false));
}

/** The first two pages of an Ogg file with Opus, as Firefox records it. */
export function ogg(): Uint8Array<ArrayBuffer> {
  const page = (number: number, flags: number, packet: Uint8Array) =>
    bytesOf(
      'OggS',
      [0, flags],
      zeros(8),
      [1, 0, 0, 0],
      [number, 0, 0, 0],
      zeros(4),
      [1, packet.length],
      packet,
    );
  const head = bytesOf('OpusHead', [1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0]);
  const tags = bytesOf('OpusTags', [7, 0, 0, 0], 'Mozilla', [0, 0, 0, 0]);
  return bytesOf(page(0, 2, head), page(1, 0, tags));
}
