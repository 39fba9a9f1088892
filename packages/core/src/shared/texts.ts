/** Accents: the combining marks of Latin, Greek and Cyrillic, and the vowel points of Hebrew and Arabic. */
const accents =
  /[\u0300-\u036F]|[\u0591-\u05BD]|[\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7]|[\u064B-\u065F]|[\u1AB0-\u1AFF]|[\u1DC0-\u1DFF]|[\uFE20-\uFE2F]/g;

/** Soft hyphens, zero-width spaces, marks of direction, and variation selectors. Joiners of emoji are not among them. */
const invisible =
  /[\u00AD\u200B\u200C\u200E\u200F]|[\u202A-\u202E]|[\u2060-\u2064]|[\u2066-\u206F]|[\uFE00-\uFE0F]/g;

/** Letters with a stroke, which have no decomposition. */
const strokes: Readonly<Record<string, string>> = { ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h' };

/** Letters with their marks, syllables of Hangul, and white space: nothing in them is folded with what follows. */
const clusters =
  /\s+|[\u1100-\u115F\uA960-\uA97C][\u1160-\u11A7\uD7B0-\uD7C6]*[\u11A8-\u11FF\uD7CB-\uD7FB]*|\P{M}\p{M}*|\p{M}+/gu;

const isAscii = (text: string): boolean => !/[^\0-\x7F]/.test(text);

/** Returns a text as messages are stored: line ends are LF, and letters are in normal form C. */
export function normalizeText(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return isAscii(lines) ? lines : lines.normalize('NFC');
}

/**
 * Returns a text for comparisons: without differences of normal form, case, accents, strokes, width, typographic quotes and
 * dashes, white space and invisible characters. Two texts are alike if the results are equal. Not locale-aware, so that every device finds the same.
 */
export function foldText(text: string): string {
  const spaced = text.replace(/\s+/g, ' ');
  if (isAscii(spaced)) return spaced.toLowerCase();
  return spaced
    .replace(/[\u2018\u2019\u201A\u201B\u2032\u02BC\u00B4]/g, "'")
    .replace(/[\u201C\u201D\u201E\u201F\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .normalize('NFKD')
    .replace(invisible, '')
    .replace(accents, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(/[øłđðħ]/g, (letter) => strokes[letter] ?? letter)
    .normalize('NFC');
}

/** The places of a folded text in a text, as start and end, ascending and without overlaps. */
export function placesOf(text: string, wanted: string): readonly (readonly [number, number])[] {
  let folded = '';
  /** For each unit of `folded`, the part of the text that it is from. */
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(clusters)) {
    const part = foldText(cluster);
    folded += part;
    for (let i = 0; i < part.length; i += 1) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
  }
  const places: [number, number][] = [];
  if (wanted === '') return places;
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const start = starts[at] as number;
    const end = ends[at + wanted.length - 1] as number;
    // Two matches may share a letter that is folded to several.
    if (start >= (places.at(-1)?.[1] ?? 0)) places.push([start, end]);
  }
  return places;
}
