import type { Texts } from '@openbell/core/catalogue';
import { rowWindow } from '@openbell/core/time-sales';
import { type FlashTrade, followsEnd } from '@openbell/core/trade-flash';
import { createRowPool } from '../rows/row-pool.ts';
import { type ScrollChange, watchScroll } from '../rows/scroll-watch.ts';
import { createTapeLine, createTimeTexts, fillTapeLine, numberTapeLine, type TapeLine } from './tape-line.ts';

const rowHeight = 28;
/** At the end of the tape all overscanned lines are above: 112 px, more than the threshold for following. */
const overscan = 2;
/** Milliseconds without a new line after which DOM order and position numbers are corrected. */
const settleMs = 150;
/** Milliseconds without a scroll event after which a scroll has ended. */
const scrollEndMs = 250;

interface TapeLinesParts {
  /** The scroll container. */
  readonly list: HTMLElement;
  /** Detects resizes of the list between two frames (see `watchScroll`). */
  readonly gauge: HTMLElement | null;
  /** Called on scroll with whether the tape is at its end (at most 100 px above it). */
  readonly onScroll: (followsEnd: boolean) => void;
}

interface TapeInput {
  /** Oldest first. */
  readonly trades: readonly FlashTrade[];
  readonly largest: number;
  readonly text: Texts;
  /** Whether the newest line is kept in view. */
  readonly isFollowing: boolean;
}

/** The rendered lines of the tape. New trades render no React component. */
export interface TapeLines {
  show(input: TapeInput): void;
  destroy(): void;
}

/** The number of trades removed from the start of `before` to get the start of `after`; -1 for unrelated lists. */
function countRemoved(before: readonly FlashTrade[], after: readonly FlashTrade[]): number {
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

export function createTapeLines({ list, gauge, onScroll }: TapeLinesParts): TapeLines {
  const timeText = createTimeTexts();
  let input: TapeInput | null = null;
  /** Number of trades removed before the first one. */
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
  let lastTop = 0;
  /** Pending while the user scrolls up: smooth scrolling and fingers need several frames to leave the end. */
  let leaving: ReturnType<typeof setTimeout> | null = null;
  const handleScroll = ({ scrollTop, height: viewport, isResized }: ScrollChange): void => {
    // A resize moves the end away, which is not a scroll by the user: keep following.
    if (isResized && input?.isFollowing === true) {
      draw(Math.max(0, height - viewport), viewport, false);
      scrollToEnd();
      return;
    }
    if (scrollTop < lastTop) {
      if (leaving !== null) clearTimeout(leaving);
      leaving = setTimeout(endLeaving, scrollEndMs);
    }
    lastTop = scrollTop;
    onScroll(followsEnd(list));
    draw(scrollTop, viewport, false);
  };
  const watch = watchScroll(list, handleScroll, { gauge });

  function endLeaving(): void {
    leaving = null;
    if (input?.isFollowing === true) scrollToEnd();
  }

  function scrollToEnd(): void {
    list.scrollTop = list.scrollHeight;
    // Reading the position here would cause a layout for each trade.
    lastTop = 0;
  }

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
    // New trades that do not change the visible lines do not postpone settling.
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
      const removed = before === null ? 0 : countRemoved(before.trades, next.trades);
      base = removed < 0 ? 0 : base + removed;
      const nextHeight = next.trades.length * rowHeight;
      const { scrollTop, height: viewport } = watch.read();
      const isHigher = nextHeight !== height;
      if (isHigher) {
        height = nextHeight;
        list.style.setProperty('--ob-tape-height', `${height}px`);
      }
      const end = Math.max(0, height - viewport);
      if (next.isFollowing && (leaving === null || before?.isFollowing !== true)) {
        draw(end, viewport, true);
        const isThere = before?.isFollowing === true && !isHigher && scrollTop >= end;
        if (!isThere) scrollToEnd();
        return;
      }
      // Trades removed at the start must not move the visible lines.
      const to = removed > 0 ? Math.max(0, scrollTop - removed * rowHeight) : scrollTop;
      draw(to, viewport, true);
      if (to !== scrollTop) list.scrollTop = to;
      lastTop = to;
    },
    destroy() {
      if (leaving !== null) clearTimeout(leaving);
      if (settling !== null) clearTimeout(settling);
      watch.stop();
      pool.clear();
    },
  };
}
