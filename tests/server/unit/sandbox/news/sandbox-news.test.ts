import { newsListSchema, readWire } from '@openbell/core/contract';
import { expect, test } from 'vitest';
import { createSandboxNews } from '../../../../../examples/sandbox/src/news/sandbox-news.ts';

const news = createSandboxNews();
const now = Date.UTC(2026, 10, 21, 15, 30);

test('has the documented shape, newest first, with nothing from the future', async () => {
  const items = await news.list(now);
  const reading = readWire(newsListSchema, JSON.parse(JSON.stringify(items)));
  expect(reading).toEqual({ ok: true, value: items, dropped: [] });
  expect(items.length).toBeGreaterThanOrEqual(20);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  for (const [index, { datetime }] of items.entries()) {
    if (datetime === null) throw new Error('A story has no time.');
    expect(datetime * 1000).toBeLessThanOrEqual(now);
    expect(datetime).toBeLessThanOrEqual(items[index - 1]?.datetime ?? Infinity);
  }
});

test('returns the same articles again, and newer ones on top later', async () => {
  const items = await news.list(now);
  expect(await news.list(now + 1)).toEqual(items);
  const later = await news.list(now + 3 * 3_600_000);
  expect(later[2]).toEqual(items[0]);
});

test('gives each article its own image, without requests to other hosts', async () => {
  const [first, second] = await news.list(now);
  const picture = news.picture(first?.id ?? 0) ?? '';
  expect(picture).toMatch(/^<svg [^>]*viewBox=/);
  expect(picture).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org\/2000\/svg)|href/);
  // Text would depend on the fonts of the viewer's device.
  expect(picture).not.toMatch(/<text/);
  expect(picture).not.toBe(news.picture(second?.id ?? 0));
  expect(first?.image).toBe(`/media/news/${first?.id}.svg`);
});

test('returns no article for an unknown id', () => {
  for (const id of [0, -1, 1.5, Number.NaN, 999_999_999]) {
    expect(news.picture(id)).toBeNull();
    expect(news.read(id)).toBeNull();
  }
});
