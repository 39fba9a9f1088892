import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { pressedKey } from '../../../packages/ui/src/primitives/pressed-key.ts';
import { root, sourceFiles } from '../../house/read-imports.ts';

describe('pressedKey', () => {
  test.each([
    ['a letter', { key: 'f', code: 'KeyF' }, 'f'],
    ['Caps Lock or Shift', { key: 'F', code: 'KeyF' }, 'f'],
    ['a Cyrillic layout', { key: 'а', code: 'KeyF' }, 'f'],
    ['a Cyrillic layout with Caps Lock', { key: 'А', code: 'KeyF' }, 'f'],
    ['a Greek layout', { key: 'φ', code: 'KeyF' }, 'f'],
    ['a Hebrew layout', { key: 'כ', code: 'KeyF' }, 'f'],
    ['an Arabic layout', { key: 'ب', code: 'KeyF' }, 'f'],
    ['Arabic digits', { key: '٠', code: 'Digit0' }, '0'],
    ['a Dvorak layout, by its letter', { key: 'u', code: 'KeyF' }, 'u'],
    ['a French layout, by its letter', { key: 'é', code: 'Digit2' }, 'é'],
    ['a letter in no place of a US keyboard', { key: 'ё', code: 'Backquote' }, 'ё'],
    ['an event without a code', { key: 'а' }, 'а'],
    ['a named key', { key: 'Escape', code: 'Escape' }, 'Escape'],
    ['punctuation', { key: '+', code: 'Equal' }, '+'],
    ['an input method', { key: 'Process', code: 'KeyF' }, 'Process'],
  ])('returns the key of a shortcut for %s [look.shortcut-layouts]', (_name, press, expected) => {
    expect(pressedKey(press)).toBe(expected);
  });

  it('is what every shortcut with a letter or digit compares [look.shortcut-layouts]', () => {
    const folders = ['packages/ui/src', 'packages/react-hooks/src', 'examples/web/src'];
    const compares = /\.key(?:\.toLowerCase\(\))? ?[!=]== ?'[^']'|\.key\.toLowerCase|\[event\.key\]\s*\?\?/;
    const files = folders
      .flatMap(sourceFiles)
      .filter((file) => compares.test(readFileSync(join(root, file), 'utf8')));
    expect(files).toEqual([]);
  });
});
