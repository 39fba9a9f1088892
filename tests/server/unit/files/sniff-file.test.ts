// The kind of a file is detected from its bytes, and from its name where the bytes are a text.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { safeFileName } from '../../../../examples/server/src/chat/uploads/file-name.ts';
import { inspectFile } from '../../../../examples/server/src/files/inspect-file.ts';
import { sniffFile } from '../../../../examples/server/src/files/sniff-file.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { bytesOf, mp4, ogg } from '../../files/media-containers.ts';
import { tinyImages } from '../../files/tiny-images.ts';

const folder = temporaryFolder();

/** Returns the type of a file, null if it is not accepted. */
async function typeOf(content: Uint8Array | string, name: string) {
  const path = join(folder, 'upload');
  await writeFile(path, content);
  const kind = await sniffFile(path, name, 'any');
  return kind === null || kind === 'unreadable' ? kind : kind.type;
}

/** The printable signatures that file-type knows, each in a text. */
const texts = [
  'BMY 55C 12/19 bought 40 at 1.20',
  'MZ is short for Mizuho',
  'GIF8 is a word',
  'GIF89a and GIF87a are versions',
  'II* means strong buy',
  'MM* means market maker',
  'II\u0020\u0020 second quarter',
  'ID3 tags of the album are wrong, please fix them before the next release of the podcast. '.repeat(9),
  'ID3: next meeting',
  '%! sign of change',
  '%!PS-Adobe-3.0 EPSF-3.0 is the header',
  '%PDF-1.7 is the header of a PDF',
  'PK won the first prize',
  'Rar! said the cat',
  'BZh is the signature of bzip2',
  'MP+ plan',
  'MPCK and more',
  'FWS up 2 today',
  'CWS down 3 today',
  'FLIF is a picture format',
  'fLaC is lossless',
  'FORM 4 was filed by the director',
  '8BPS rise in the yield',
  'Obj\u0020one',
  'icns and icons',
  `${'OggS are containers. '.repeat(9)}`,
  'MThd and MTrk',
  'wOFF and wOF2',
  'DSD is a format',
  'LZIP is packed',
  'wvpk is packed too',
  'MAC is a mall operator',
  'SQLi found on the page',
  'Cr24 is an extension',
  'MSCF is a cabinet',
  'ISc( is another',
  '!BDN mailbox',
  'PAR1 and PAR2 ranks',
  'PARE the position down',
  'ttcf fonts',
  'regf hives',
  '$FL2 statistics',
  '#!AMR is speech',
  '{\\rtf is a document',
  'IMPM tracker',
  'ab-lh5- archive',
  'ITSF help',
  '.RMF player',
  'DRACO mesh',
  'solid growth in the third quarter',
  'AC1015 drawing',
  '070707 was the date',
  'BLENDER scene',
  '!<arch> of Rome, rebuilt',
  'WEBVTT is for subtitles',
  'gimp xcf layers',
  'The free cash flow rose',
  'The wide spread hurts',
  'The moov came first',
  'The mdat came second',
  'The ftyp isom brand',
  'The ftypM4A brand',
  'REGEDIT4\r\nold',
  'RIFF    WAVE is a sound',
  'RIFF    WEBP is a picture',
  'RIFF    AVI is a film',
  'FRM8        DSD ',
  `${'x'.repeat(36)}acsp profile`,
  'example**ACE***',
  'BEGIN:VCARD\r\nFN:Ann',
  'BEGIN:VCALENDAR\r\nVERSION:2.0',
  'FUJIFILMCCD-RAW photos',
  'Extended Module: song',
  'Creative Voice File heard',
  `${'x'.repeat(44)}SCRM`,
  `G${'o'.repeat(187)}Go`,
  `GOOGG${'o'.repeat(191)}Go`,
  `${'x'.repeat(60)}BOOKMOBI`,
  `${'x'.repeat(128)}DICM`,
  `${'x'.repeat(34)}LP`,
  `${'x'.repeat(257)}ustar 00`,
  '-----BEGIN PGP MESSAGE-----\n',
  `${'x'.repeat(32_769)}CD001`,
  '<AAPL> bought 40',
  '<aapl> sold 40',
  '<META>, <A> and <BR> are up',
  '<BRK.B> held',
  '</end of the list>',
  '<!> means urgent',
  '<?> unclear',
  '<3 this trade',
  '<40 is a good entry',
  '<- entry, -> exit',
  '<<< note >>>',
  '<you@example.com> wrote: x = 5',
  '<https://example.com/?a=1> is the source',
  '  <SPY> after blanks',
];
const encodings: readonly [string, (text: string) => string][] = [
  ['UTF-8', (text) => `${text}\nGrüße, 株 and 🚀\n`],
  ['UTF-8 with CRLF', (text) => `${text}\r\nnext line\r\n`],
  ['UTF-8 with a BOM', (text) => `\uFEFF${text}\n`],
  ['UTF-8 without a line break', (text) => text],
];

describe('a text', () => {
  test.each(
    texts.flatMap((text) =>
      encodings.map(([encoding, encode]) => [text.slice(0, 40), encoding, encode(text)]),
    ),
  )('is detected as text when it begins with %s in %s', async (_start, _encoding, content) => {
    expect(await typeOf(content, 'Watchlist.TXT')).toBe('TXT');
  });

  test.each(texts.map((text) => [text.slice(0, 40), text]))(
    'is not accepted when it begins with %s and has the name of another kind',
    async (_start, content) => {
      expect(await typeOf(content, 'watchlist.bin')).toBe(content.startsWith('%PDF-') ? 'PDF' : null);
    },
  );

  test.each<[string, string | Uint8Array]>([
    ['in Latin-1', bytesOf('für alle')],
    ['in Latin-1 with a signature', bytesOf(`ID3 für alle. ${'Der Rest ist lang. '.repeat(40)}`)],
    ['in UTF-16', Buffer.from('\uFEFFBMY 55C\r\n', 'utf16le')],
    ['HTML', '<!doctype html><p>x'],
    ['HTML after a signature', `RIFF    WAVE<script>alert(1)</script>`],
    ['HTML in upper case', '<!DOCTYPE HTML>'],
    ['HTML without a doctype', '<html><p>x'],
    ['HTML after a ticker', '<AAPL>\n<body onload=alert(1)>'],
    ['a comment and HTML', '<!-- x --><p>x'],
    ['an element with an attribute', '<img src=x onerror=alert(1)>'],
    ['an element with a spaced attribute', '\n<a\thref = "javascript:alert(1)">x'],
    ['an element with its end', '<p>x</p>'],
    ['an element with its end in another line', '<div>\nx\n</DIV >'],
    ['a script', '<script>alert(1)'],
    ['a style', '<style>@import url(//example.com)'],
    ['a frame after words', 'see <iframe src=//example.com>'],
    ['an object', '<object data=x>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['SVG after words', 'logo: <svg/onload=alert(1)>'],
    ['XML', '<?xml version="1.0"?><a/>'],
    ['XML after a BOM and blanks', '\uFEFF \n<?xml version="1.0"?>'],
    ['XML without a header', '<note><to>Ann</to></note>'],
    ['an empty element', '<note/>'],
    ['a namespace', '<x:note xmlns:x="a">'],
    ['PHP', '<?php phpinfo();'],
  ])('is not accepted when it is %s', async (_what, content) => {
    expect(await typeOf(content, 'a.txt')).toBeNull();
  });
});

describe('a binary file named .txt', () => {
  const zeros = new Uint8Array(600);
  test.each<[string, Uint8Array, string | null]>([
    ['a bitmap', bytesOf('BM', zeros), null],
    ['a program', bytesOf('MZ', zeros), null],
    ['a TIFF', bytesOf('II*\0', [8, 0, 0, 0], zeros), null],
    ['an archive', bytesOf('PK\u0003\u0004', zeros), null],
    ['a RAR archive', bytesOf('Rar!\u001a\u0007\u0000', zeros), null],
    ['a FLAC file', bytesOf('fLaC', zeros), null],
    ['a Flash file', bytesOf('FWS\u0009', zeros), null],
    ['a program of Linux', bytesOf([0x7f], 'ELF', zeros), null],
    ['a text with NUL', bytesOf('he\0llo'), null],
    ['a text with an escape sequence', bytesOf('\u001b[31mred'), null],
    ['random bytes', bytesOf([0xc3, 0x28, 0x80, 7, 1, 0xfe]), null],
    ['an image', Buffer.from(tinyImages.gif, 'base64'), 'IMG'],
    ['a recording', ogg(), 'AUD'],
    ['a film', mp4({ tracks: ['vide'] }), 'VID'],
    ['a PDF', bytesOf('%PDF-1.7\n%', [0xe2, 0xe3, 0xcf, 0xd3, 0, 1], '\n%%EOF'), 'PDF'],
  ])('is detected by its bytes when it is %s', async (_what, content, type) => {
    expect(await typeOf(content, 'notes.txt')).toBe(type);
  });
});

describe('a film or recording', () => {
  const brands = [
    ...['isom', 'iso2', 'iso3', 'iso4', 'iso5', 'iso6', 'iso7', 'iso8', 'iso9', 'mp41', 'mp42', 'mp71'],
    ...['avc1', 'hvc1', 'av01', 'dash', 'cmfc', 'MSNV', 'mmp4', 'XAVC', 'NDSC', 'F4V ', 'f4v ', 'F4A '],
    ...['M4V ', 'M4VH', 'M4VP', 'M4A ', 'M4B ', 'M4P ', 'qt  '],
    ...['3gp1', '3gp4', '3gp5', '3gp6', '3gp7', '3gp9', '3ge6', '3gg6', '3gr6', '3gs7', '3gh9'],
    ...['3g2a', '3g2b', '3g2c', 'KDDI', 'K3g1', 'kddi'],
  ];
  const contents = [
    { what: 'pictures', tracks: ['vide'], type: 'VID', mime: 'video/mp4', ending: 'mp4' },
    { what: 'sound', tracks: ['soun'], type: 'AUD', mime: 'audio/mp4', ending: 'm4a' },
    { what: 'pictures and sound', tracks: ['vide', 'soun'], type: 'VID', mime: 'video/mp4', ending: 'mp4' },
    { what: 'sound and pictures', tracks: ['soun', 'vide'], type: 'VID', mime: 'video/mp4', ending: 'mp4' },
  ] as const;
  test.each(brands.flatMap((brand) => contents.map((content) => ({ brand, ...content }))))(
    'is detected as $type when its brand is $brand and it has $what',
    async ({ brand, tracks, type, mime, ending }) => {
      const path = join(folder, 'film');
      await writeFile(path, mp4({ brand, tracks }));
      expect(await sniffFile(path, 'film', 'any')).toMatchObject({
        type,
        ...(brand === 'qt  ' && type === 'VID'
          ? { mime: 'video/quicktime', extensions: ['mov'] }
          : { mime, extensions: expect.arrayContaining([ending]) }),
      });
    },
  );

  test.each([
    ['a phone', '3gp4', ['vide', 'soun'], 'clip.3gp'],
    ['a phone of another network', '3g2a', ['vide', 'soun'], 'clip.3g2'],
    ['a film of Apple', 'M4V ', ['vide'], 'clip.m4v'],
    ['an audio book', 'M4B ', ['soun'], 'book.m4b'],
    ['a voice memo of a phone', '3gp4', ['soun'], 'memo.3gp'],
  ] as const)('keeps the ending of its name when it is from %s', async (_what, brand, tracks, name) => {
    const path = join(folder, 'film');
    await writeFile(path, mp4({ brand, tracks }));
    const kind = await sniffFile(path, name, 'any');
    if (kind === null || kind === 'unreadable') throw new Error('not accepted');
    expect(safeFileName(name, kind)).toBe(name);
  });

  test.each<[string, Parameters<typeof mp4>[0]['tracks'], string]>([
    [
      'H.263 and AMR',
      [
        { handler: 'vide', codec: 's263' },
        { handler: 'soun', codec: 'samr' },
      ],
      'VID',
    ],
    ['HEVC and AAC', [{ handler: 'vide', codec: 'hvc1' }, 'soun'], 'VID'],
    ['MPEG-4 Part 2', [{ handler: 'vide', codec: 'mp4v' }], 'VID'],
    ['AMR', [{ handler: 'soun', codec: 'samr' }], 'AUD'],
    ['AMR wideband', [{ handler: 'soun', codec: 'sawb' }], 'AUD'],
    ['Apple Lossless', [{ handler: 'soun', codec: 'alac' }], 'AUD'],
    ['an unknown codec', [{ handler: 'vide', codec: 'zzzz' }], 'VID'],
  ])('is detected by its tracks when they have %s', async (_what, tracks, type) => {
    expect(await typeOf(mp4({ brand: '3gp4', tracks }), 'clip.3gp')).toBe(type);
  });

  test.each(['heic', 'mif1', 'crx '])('is not accepted when it is an image of brand %s', async (brand) => {
    expect(await typeOf(mp4({ brand, tracks: ['vide'] }), 'a.heic')).toBeNull();
  });
});

describe('an image in a HEIF container', () => {
  const bytes = Buffer.from(tinyImages.avif, 'base64');
  /** Returns the AVIF with other brands in its `ftyp` box, the major brand first. */
  const branded = (major: string, ...compatible: string[]) => {
    const rest = bytes.subarray(bytes.readUInt32BE(0));
    return bytesOf([0, 0, 0, 16 + 4 * compatible.length], 'ftyp', major, [0, 0, 0, 0], ...compatible, rest);
  };

  test.each([
    ['avif', ['mif1', 'avif', 'miaf']],
    ['avis', ['avis', 'avif', 'msf1']],
    ['mif1', ['avif']],
    ['mif1', ['mif1', 'miaf', 'MA1B', 'avif']],
    ['mif1', ['avis']],
    ['msf1', ['msf1', 'avis', 'avif']],
  ])('is an AVIF when its brand is %s and it is compatible with %j', async (major, compatible) => {
    const path = join(folder, 'image');
    await writeFile(path, branded(major, ...compatible));
    for (const accept of ['any', 'image'] as const) {
      expect(await sniffFile(path, 'photo', accept)).toMatchObject({ type: 'IMG', mime: 'image/avif' });
    }
  });

  test('is decoded as an AVIF when its brand is mif1', async () => {
    const path = join(folder, 'image');
    await writeFile(path, branded('mif1', 'mif1', 'miaf', 'avif'));
    expect(await inspectFile(path, 'photo', 'square')).toMatchObject({ kind: { mime: 'image/avif' } });
  });

  test.each([
    ['heic', ['mif1', 'heic']],
    ['mif1', ['heic', 'mif1']],
    ['mif1', ['mif1']],
    ['msf1', ['hevc', 'msf1']],
    ['mif1', []],
    ['mif1', ['xavi', 'favi']],
  ])('is not accepted when its brand is %s and it is compatible with %j', async (major, compatible) => {
    const path = join(folder, 'image');
    await writeFile(path, branded(major, ...compatible));
    for (const accept of ['any', 'image'] as const) {
      expect(await sniffFile(path, 'photo.heic', accept)).toBeNull();
    }
  });
});

describe('a PDF', () => {
  const body = bytesOf('%PDF-1.7\n%', [0xe2, 0xe3, 0xcf, 0xd3, 0, 1], '\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
  const printable = bytesOf('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
  const before: readonly [string, Uint8Array][] = [
    ['nothing', bytesOf()],
    ['a line break', bytesOf('\n')],
    ['a line break of Windows', bytesOf('\r\n')],
    ['spaces and line breaks', bytesOf('  \r\n\t\n')],
    ['a BOM', bytesOf([0xef, 0xbb, 0xbf])],
    ['a BOM and a line break', bytesOf([0xef, 0xbb, 0xbf], '\r\n')],
    ['headers of a response', bytesOf('HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n')],
    ['a job of a printer', bytesOf('\u001b%-12345X@PJL ENTER LANGUAGE=PDF\r\n')],
    ['zeros', new Uint8Array(300)],
    ['1,023 bytes', bytesOf('x'.repeat(1_023))],
  ];
  test.each(
    before.flatMap(([what, junk]) => [body, printable].map((pdf) => [what, bytesOf(junk, pdf)] as const)),
  )('is accepted when its header comes after %s', async (_what, content) => {
    expect(await typeOf(content, 'report.pdf')).toBe('PDF');
  });

  test('is accepted under any name when its header comes after blanks', async () => {
    expect(await typeOf(bytesOf('\r\n', body), 'report')).toBe('PDF');
  });

  test.each<[string, Uint8Array, string]>([
    ['its header comes after 1,024 bytes', bytesOf('x'.repeat(1_024), body), 'report.pdf'],
    [
      'its header comes after words and its name is of another kind',
      bytesOf('#!/bin/sh\n', body),
      'report.sh',
    ],
    ['its header comes after HTML', bytesOf('<html><p>', body), 'report.pdf'],
    ['its header comes after a script', bytesOf('GET / <script>alert(1)</script>', body), 'report.pdf'],
    ['its header is in a program', bytesOf('MZ', new Uint8Array(100), body), 'report.pdf'],
    ['its header is in an archive', bytesOf('PK\u0003\u0004', new Uint8Array(100), body), 'report.pdf'],
  ])('is not accepted when %s', async (_what, content, name) => {
    expect(await typeOf(content, name)).toBeNull();
  });
});
