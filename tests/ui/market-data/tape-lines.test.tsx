// Following the newest trade, derived from scroll position and height.
import { createTexts } from '@openbell/core/catalogue';
import { type OptionSymbol, parseOptionSymbol } from '@openbell/core/option-symbol';
import type { FlashTrade } from '@openbell/core/trade-flash';
import { afterEach, expect, test, vi } from 'vitest';
import { createTapeLines } from '../../../packages/ui/src/market-data/trade-flash/tape-lines.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A list with a given layout, because jsdom has none. */
function setUp() {
  const list = document.createElement('ul');
  const layout = { clientHeight: 500, scrollHeight: 2000 };
  Object.defineProperties(list, {
    clientHeight: { get: () => layout.clientHeight },
    scrollHeight: { get: () => layout.scrollHeight },
  });
  // The browser keeps scrollTop within the scroll height.
  const gauge = document.createElement('div');
  let gaugeTop = 0;
  const gaugeEnd = (): number => 20_000 - layout.clientHeight;
  Object.defineProperties(gauge, {
    scrollHeight: { value: 20_000 },
    scrollTop: {
      get: () => gaugeTop,
      set: (top: number) => {
        gaugeTop = Math.min(top, gaugeEnd());
      },
    },
  });
  const resize = (clientHeight: number): void => {
    layout.clientHeight = clientHeight;
    gaugeTop = Math.min(gaugeTop, gaugeEnd());
    list.scrollTop = Math.min(list.scrollTop, layout.scrollHeight - clientHeight);
  };
  const reported: boolean[] = [];
  const lines = createTapeLines({ list, gauge, onScroll: (follows) => reported.push(follows) });
  lines.show({ trades: [], largest: 0, text: createTexts({}), isFollowing: true });
  const scrollTo = (place: number): void => {
    list.scrollTop = place;
    list.dispatchEvent(new Event('scroll'));
  };
  return { list, layout, resize, reported, lines, scrollTo };
}

test('keeps following when the tape shrinks during its own scrolling [market.autoscroll]', () => {
  const { list, resize, reported, lines, scrollTo } = setUp();
  scrollTo(1500);
  expect(reported).toEqual([true]);
  // Content was added above the tape in the frame that scrolled to the newest trade.
  resize(300);
  scrollTo(1500);
  expect(reported).not.toContain(false);
  list.dispatchEvent(new Event('scroll'));
  scrollTo(1700);
  expect(reported).not.toContain(false);

  scrollTo(1400);
  expect(reported.at(-1)).toBe(false);
  lines.destroy();
});

test('keeps following when the tape grows and shrinks back between two frames [market.autoscroll]', () => {
  const { list, resize, reported, lines, scrollTo } = setUp();
  scrollTo(1500);
  // A layout between the two resizes moves the scroll position; the event is dispatched with the next frame.
  resize(800);
  expect(list.scrollTop).toBe(1200);
  resize(500);
  list.dispatchEvent(new Event('scroll'));
  expect(list.scrollTop).toBe(2000);
  expect(reported).toEqual([true]);

  // The user scrolls by the same distance.
  scrollTo(1200);
  expect(reported).toEqual([true, false]);
  lines.destroy();
});

test('does not pull back a smooth scroll that has not left the end yet [market.autoscroll]', () => {
  vi.useFakeTimers();
  const { list, layout, reported, lines, scrollTo } = setUp();
  const follow = { trades: [], largest: 0, text: createTexts({}), isFollowing: true };
  scrollTo(1500);
  for (const place of [1490, 1460, 1420]) {
    scrollTo(place);
    layout.scrollHeight += 28;
    lines.show(follow);
    expect(list.scrollTop).toBe(place);
  }
  expect(reported.at(-1)).toBe(false);
  lines.show({ ...follow, isFollowing: false });

  // The pill follows again at once, a small scroll after it has ended.
  lines.show(follow);
  expect(list.scrollTop).toBe(layout.scrollHeight);
  scrollTo(2000);
  scrollTo(1990);
  vi.runAllTimers();
  expect(list.scrollTop).toBe(layout.scrollHeight);
  lines.destroy();
});

test('shows visible lines again in another language [errors.overrides]', () => {
  const { list, lines } = setUp();
  const trade: FlashTrade = {
    id: 1,
    sym: 'O:SPY261218C00600000',
    option: parseOptionSymbol('O:SPY261218C00600000') as OptionSymbol,
    time: 1_795_000_000_000,
    price: 2,
    size: 10_000,
    dollars: 2_000_000,
    conditions: [],
    exchange: null,
    isLate: false,
    isCanceled: true,
  };
  const shown = { trades: [trade], largest: 2_000_000, isFollowing: true };
  lines.show({ ...shown, text: createTexts({}) });
  expect(list.textContent).toContain('Call');
  lines.show({ ...shown, text: createTexts({ 'market.flash.call': 'Kaufoption' }) });
  expect(list.textContent).toContain('Kaufoption');
  lines.destroy();
});
