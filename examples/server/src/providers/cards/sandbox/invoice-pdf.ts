import type { InvoiceObject } from './objects.ts';

const money = (cents: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
const day = (seconds: number | null) =>
  seconds === null ? '-' : new Date(seconds * 1000).toISOString().slice(0, 10);

/** The document of a sandbox invoice: one page, marked as such. */
export function renderInvoicePdf(invoice: InvoiceObject): Uint8Array {
  const lines: [size: number, text: string][] = [
    [20, 'Invoice'],
    [11, 'Sandbox: no money has moved.'],
    [11, ''],
    [11, `Number: ${invoice.number ?? '-'}`],
    [11, `Date: ${day(invoice.created)}`],
    [11, `Billed to: ${invoice.customer_name ?? '-'} (${invoice.customer_email ?? '-'})`],
    [11, `Period: ${day(invoice.period_start)} to ${day(invoice.period_end)} (UTC)`],
    [11, `Total: ${money(invoice.total, invoice.currency)}`],
    [
      11,
      `Paid: ${money(invoice.amount_paid, invoice.currency)} on ${day(invoice.status_transitions.paid_at)}`,
    ],
    [11, `Status: ${invoice.status ?? '-'}`],
  ];
  let y = 760;
  const content = lines
    .map(([size, text]) => {
      y -= size + 8;
      return `BT /F1 ${size} Tf 60 ${y} Td (${escapeText(text)}) Tj ET`;
    })
    .join('\n');
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]);
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
