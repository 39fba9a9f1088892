import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

/** A line of a page: its font size in points, and its text. An empty line is a gap. */
export type PdfLine = readonly [size: number, text: string];

/** Noto Sans: Latin, Greek, Cyrillic and Vietnamese. Other letters print as its box. */
const font = readFileSync(
  createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
);

/** Writes A4 pages, one line below the other; a line that is too long wraps. `createdAt` is the date in the file's metadata. */
export async function writePdf(pages: readonly (readonly PdfLine[])[], createdAt: Date): Promise<Uint8Array> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 60,
    autoFirstPage: false,
    info: { CreationDate: createdAt },
  });
  for (const lines of pages) {
    document.addPage().font(font);
    for (const [size, text] of lines) {
      document.fontSize(size);
      if (text === '') document.moveDown(0.5);
      else document.text(text, { lineGap: size / 4 });
    }
  }
  document.end();
  return buffer(document);
}
