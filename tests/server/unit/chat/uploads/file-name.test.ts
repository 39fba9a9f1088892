import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeFileName } from '../../../../../examples/server/src/chat/uploads/file-name.ts';

describe('files', () => {
  const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
  const anyName = fc
    .array(fc.oneof(fc.string(), anyCharacter), { maxLength: 40 })
    .map((parts) => parts.join(''));
  const pdf = { type: 'PDF' as const, mime: 'application/pdf', extensions: ['pdf'] };

  test('removes unsafe characters from a file name and adds the extension of the content [chat.file-name]', () => {
    fc.assert(
      fc.property(anyName, (input) => {
        const name = safeFileName(input, pdf);
        expect(name).toMatch(/^[^\\/:*?"<>|]+\.pdf$/i);
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        expect([...name].length).toBeLessThanOrEqual(120);
      }),
    );
    expect(safeFileName('..\\..\\a.PDF', pdf)).toBe('a.PDF');
    expect(safeFileName('.pdf', pdf)).toBe('pdf.pdf');
    expect(safeFileName('page.html', pdf)).toBe('page.html.pdf');
    expect(safeFileName(`${'.'.repeat(1_000_000)}a.pdf`, pdf)).toBe('a.pdf');
  });
});
