import type { Texts } from '@openbell/core/catalogue';
import { rowWindow } from '@openbell/core/time-sales';
import { type FlashTrade, followsEnd } from '@openbell/core/trade-flash';
import { createRowPool } from './row-pool.ts';
import { watchScroll } from './scroll-watch.ts';
import { createTapeLine, createTimeTexts, fillTapeLine, numberTapeLine, type TapeLine } from './tape-line.ts';

const rowHeight = 28;
/** At the end of the tape all of them stand above: 112 px, more than the tape still follows at. */
const overscan = 2;
/** After so long without a new line, the document's order, and the numbers of its lines, are put right. */
const settleMs = 150;

interface TapeLinesParts {
  /** The list: it scrolls. */
  readonly list: HTMLElement;
  /** Hears whether the tape is at its end (at most 100 px above it) whenever somebody scrolls. */
  readonly onScroll: (followsEnd: boolean) => void;
}

interface TapeInput {
  /** Oldest first. */
  readonly trades: readonly FlashTrade[];
  readonly largest: number;
  readonly text: Texts;
  /** Whether the newest is to be in view. */
  readonly isFollowing: boolean;
}

/** The tape's lines in the document. No component is rendered for a new line. */
export interface TapeLines {
  show(input: TapeInput): void;
  destroy(): void;
}

/** How many of `before` are no longer the start of `after`; -1 when it is another list. */
function goneFrom(before: readonly FlashTrade[], after: readonly FlashTrade[]): number {
  const oldest = after[0]?.id;
  if (oldest === undefined || before.length === 0) return -1;
  let low = 0;
  let high = before.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((before[middle]?.id ?? 0) < oldest) low = middle + 1;
    else high = middle;
  }
  return low === before.length || before[low]?.id === oldest ? low : -1;
}

export function createTapeLines({ list, onScroll }: TapeLinesParts): TapeLines {
  const timeText = createTimeTexts();
  let input: TapeInput | null = null;
  /** The first trade's place: how many have left before it. */
  let base = 0;
  let height = -1;
  let settling: ReturnType<typeof setTimeout> | null = null;
  let drawn = { first: 0, size: 0 };
  const pool = createRowPool<TapeLine>({
    parent: list,
    rowHeight,
    create: () => createTapeLine(list.ownerDocument),
    fill: (line, place) => {
      const trade = input?.trades[place - base];
      if (input === null || trade === undefined) return;
      if (trade !== line.trade) number(line, place);
      fillTapeLine(line, trade, { ...input, timeText });
    },
  });
  let viewHeight = -1;
  const watch = watchScroll(list, (place) => {
    const isResized = place.height !== viewHeight;
    viewHeight = place.height;
    // A window that gets lower is nobody's scrolling up: who follows the newest goes on to.
    if (isResized && input?.isFollowing === true) {
      draw(Math.max(0, height - place.height), place.height, false);
      list.scrollTop = list.scrollHeight;
      return;
    }
    onScroll(followsEnd(list));
    draw(place.scrollTop, place.height, false);
  });
  viewHeight = watch.read().height;

  function number(line: TapeLine, place: number): void {
    numberTapeLine(line, place - base + 1, input?.trades.length ?? 0);
  }

  function draw(scrollTop: number, viewport: number, all: boolean): void {
    if (input === null) return;
    const count = input.trades.length;
    const seen = rowWindow({ count, rowHeight, viewport, scrollTop, overscan });
    const size = Math.min(count, Math.ceil(viewport / rowHeight) + 1 + 2 * overscan);
    const first = base + Math.max(0, Math.min(seen.first, count - size));
    pool.show({ first, size, origin: base, all });
    const isStill = all && first === drawn.first;
    drawn = { first, size };
    // What comes while the same lines stay in view moves none of them: it does not put the settling off.
    if (isStill && settling !== null) return;
    if (settling !== null) clearTimeout(settling);
    settling = setTimeout(settle, settleMs);
  }

  function settle(): void {
    settling = null;
    pool.settle();
    for (let place = drawn.first; place < drawn.first + drawn.size; place++) {
      const line = pool.at(place);
      if (line !== null) number(line, place);
    }
  }

  return {
    show(next) {
      const before = input;
      input = next;
      const gone = before === null ? 0 : goneFrom(before.trades, next.trades);
      base = gone < 0 ? 0 : base + gone;
      const nextHeight = next.trades.length * rowHeight;
      const { scrollTop, height: viewport } = watch.read();
      const isHigher = nextHeight !== height;
      if (isHigher) {
        height = nextHeight;
        list.style.setProperty('--ob-tape-height', `${height}px`);
      }
      const end = Math.max(0, height - viewport);
      if (next.isFollowing) {
        draw(end, viewport, true);
        const isThere = before?.isFollowing === true && !isHigher && scrollTop >= end;
        if (!isThere) list.scrollTop = list.scrollHeight;
        return;
      }
      // Lines that leave at the top must not move those that somebody reads.
      const to = gone > 0 ? Math.max(0, scrollTop - gone * rowHeight) : scrollTop;
      draw(to, viewport, true);
      if (to !== scrollTop) list.scrollTop = to;
    },
    destroy() {
      if (settling !== null) clearTimeout(settling);
      watch.stop();
      pool.clear();
    },
  };
}
