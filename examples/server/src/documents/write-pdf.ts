/** A line of a page: its size in points, and its words. An empty line leaves room. */
export type PdfLine = readonly [size: number, text: string];

/** A document of A4 pages in Helvetica, one line under the other. */
export function writePdf(pages: readonly (readonly PdfLine[])[]): Uint8Array {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  pages.forEach((lines, index) => {
    const content = contentOf(lines);
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  });
  return assemble(objects);
}

function contentOf(lines: readonly PdfLine[]): string {
  let y = 760;
  return lines
    .map(([size, text]) => {
      y -= size + 8;
      return `BT /F1 ${size} Tf 60 ${y} Td (${escapeText(text)}) Tj ET`;
    })
    .join('\n');
}

/** Text of a PDF string: its own signs escaped, what Latin-1 lacks replaced, so that bytes and characters agree. */
function escapeText(text: string): string {
  return text.replace(/[\\()]/g, (sign) => `\\${sign}`).replace(/[^\x20-\x7e\xa0-\xff]/g, '?');
}

function assemble(objects: readonly string[]): Uint8Array {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
