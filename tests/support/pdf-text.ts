// Reads the text of a PDF through the ToUnicode map of its one embedded font, like the search of a viewer.
import { inflateSync } from 'node:zlib';

/** Returns the text of every page, one line per text object. Glyphs without a character read as U+FFFD. */
export function pdfText(pdf: Uint8Array): string {
  const streams = streamsOf(Buffer.from(pdf).toString('latin1'));
  const characters = streams.filter((stream) => stream.includes('beginbfrange')).flatMap(charactersOf);
  return streams
    .flatMap((stream) => [...stream.matchAll(/BT\n([\s\S]*?)ET\n/g)])
    .map(([, text = '']) =>
      [...text.matchAll(/<([0-9a-f]+)>/g)]
        .flatMap(([, codes = '']) => codes.match(/.{4}/g) ?? [])
        .map((code) => characters[Number.parseInt(code, 16)])
        .join(''),
    )
    .join('\n');
}

function streamsOf(file: string): string[] {
  return [...file.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, data = '']) => {
    try {
      return inflateSync(Buffer.from(data, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
}

/** The characters of the glyph codes 0, 1, 2 … */
function charactersOf(map: string): string[] {
  return [...map.matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[([^\]]*)\]/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/<([^>]*)>/g)].map(([, units = '']) => {
      const text = units
        .split(' ')
        .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
        .join('');
      return text === '\0' ? '\uFFFD' : text;
    }),
  );
}
