// Following the newest trade, derived from scroll position and height.
import { createTexts } from '@openbell/core/catalogue';
import { expect, test } from 'vitest';
import { createTapeLines } from '../../../packages/ui/src/market-data/tape-lines.ts';

/** A list with a given layout, because jsdom has none. */
function setUp() {
  const list = document.createElement('ul');
  const layout = { clientHeight: 500, scrollHeight: 2000 };
  Object.defineProperties(list, {
    clientHeight: { get: () => layout.clientHeight },
    scrollHeight: { get: () => layout.scrollHeight },
  });
  const told: boolean[] = [];
  const lines = createTapeLines({ list, onScroll: (follows) => told.push(follows) });
  lines.show({ trades: [], largest: 0, text: createTexts({}), isFollowing: true });
  const scrollTo = (place: number): void => {
    list.scrollTop = place;
    list.dispatchEvent(new Event('scroll'));
  };
  return { list, layout, told, lines, scrollTo };
}

test('keeps following when the tape shrinks during its own scrolling [market.autoscroll]', () => {
  const { list, layout, told, lines, scrollTo } = setUp();
  scrollTo(1500);
  expect(told).toEqual([true]);
  // Content was added above the tape in the frame that scrolled to the newest trade.
  layout.clientHeight = 300;
  scrollTo(1500);
  expect(told).not.toContain(false);
  list.dispatchEvent(new Event('scroll'));
  scrollTo(1700);
  expect(told).not.toContain(false);

  scrollTo(1400);
  expect(told.at(-1)).toBe(false);
  lines.destroy();
});
