// The sandbox's invoice as a PDF.
import { expect, test } from 'vitest';
import { renderInvoicePdf } from '../../../../../examples/sandbox/src/cards/invoice-pdf.ts';
import { pdfText } from '../../../../support/pdf-text.ts';

const invoice = {
  number: 'ABC-0001',
  created: 1_800_000_000,
  customer_name: 'Ada',
  customer_email: 'ada@example.com',
  period_start: 1_800_000_000,
  period_end: 1_802_592_000,
  total: 5_000,
  amount_paid: 5_000,
  currency: 'usd',
  status: 'paid',
  status_transitions: {
    finalized_at: 1_800_000_000,
    marked_uncollectible_at: null,
    paid_at: 1_800_000_000,
    voided_at: null,
  },
} as const;

test('prints Vietnamese, Polish, Greek and Cyrillic letters of a name', async () => {
  const name = 'Nguyễn Łukasz Ωmega Дмитрий';
  const text = pdfText(await renderInvoicePdf({ ...invoice, customer_name: name }));
  expect(text).toContain(`Billed to: ${name} (ada@example.com)`);
  expect(text).toContain('Total: $50.00');
});

test('prints a replacement character for a letter that the font lacks', async () => {
  const text = pdfText(await renderInvoicePdf({ ...invoice, customer_name: '漢 Ada' }));
  expect(text).toContain('Billed to: \uFFFD Ada');
});

test('renders two receipts at once without mixing them up', async () => {
  const names = ['Дмитрий', 'Nguyễn'];
  const files = await Promise.all(
    names.map((customer_name) => renderInvoicePdf({ ...invoice, customer_name })),
  );
  for (const [index, file] of files.entries()) {
    const latin = Buffer.from(file).toString('latin1');
    expect(latin.startsWith('%PDF-')).toBe(true);
    expect(latin.trimEnd().endsWith('%%EOF')).toBe(true);
    expect(pdfText(file)).toContain(`Billed to: ${names[index]} (`);
  }
});
