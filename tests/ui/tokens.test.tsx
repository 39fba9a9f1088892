import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

// WCAG AA: every text color has a contrast of 4.5:1 on every background used with it, in both themes.
const css = readFileSync(join(import.meta.dirname, '../../packages/ui/src/tokens.css'), 'utf8');
const [light = '', dark = ''] = css.split('[data-theme="dark"] {');

/** The relative luminance (WCAG 2) of an OKLCH color. */
function luminance(lightness: number, chroma: number, hue: number): number {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number): number => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function colorsOf(block: string): Map<string, number> {
  const found = block.matchAll(/--ob-color-([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g);
  return new Map(
    [...found].map(([, name = '', l, c, h]) => [name, luminance(Number(l), Number(c), Number(h))]),
  );
}

const inks = ['ink', 'ink-muted', 'primary-ink', 'accent-ink', 'buy', 'sell', 'danger', 'success', 'warning'];
const grounds = ['ground', 'surface', 'raised', 'sunken', 'hover', 'selected'];
const pairs = [
  ...inks.flatMap((ink) => grounds.map((ground) => [ink, ground, 4.5] as const)),
  ...(['primary', 'accent'] as const).map((name) => [`${name}-ink`, `${name}-soft`, 4.5] as const),
  ...(['buy', 'sell', 'danger', 'success', 'warning'] as const).map((n) => [n, `${n}-soft`, 4.5] as const),
  ['on-primary', 'primary', 4.5] as const,
  ['on-primary', 'primary-hover', 4.5] as const,
  ['on-accent', 'accent', 4.5] as const,
  ['on-danger', 'danger', 4.5] as const,
  ['on-danger', 'danger-hover', 4.5] as const,
  // Borders of controls and the focus ring (WCAG 1.4.11).
  ['line-strong', 'surface', 3] as const,
  ['line-strong', 'ground', 3] as const,
  ['focus', 'surface', 3] as const,
  ['focus', 'ground', 3] as const,
];

describe.each([
  ['light', colorsOf(light)],
  ['dark', colorsOf(dark)],
])('the %s theme', (_theme, colors) => {
  test.each(pairs)('%s on %s has a contrast of %d or more', (ink, ground, least) => {
    const [a, b] = [colors.get(ink), colors.get(ground)];
    if (a === undefined || b === undefined) throw new Error(`${ink} or ${ground} is missing`);
    expect((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)).toBeGreaterThanOrEqual(least);
  });

  test('buy and sell colors differ in lightness, not only in hue', () => {
    const [buy = 0, sell = 0] = [colors.get('buy'), colors.get('sell')];
    expect((Math.max(buy, sell) + 0.05) / (Math.min(buy, sell) + 0.05)).toBeGreaterThan(1.4);
  });
});

test('the dark theme overrides every color of the light theme', () => {
  expect([...colorsOf(dark).keys()].sort()).toEqual([...colorsOf(light).keys()].sort());
});
