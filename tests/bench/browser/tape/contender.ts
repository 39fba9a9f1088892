import { expiryText, strikeText } from '@openbell/core/option-symbol';
import { countText, dollarsText } from '@openbell/core/time-sales';
import type { FlashTrade } from '@openbell/core/trade-flash';
import { tradeTimeText } from '@openbell/core/trade-flash';

/** A live list of trades in a box, which keeps its end in view. */
export interface TapeContender {
  /** Draws the list with the trades that are there. */
  mount(host: HTMLElement, trades: readonly FlashTrade[]): void;
  /** Further trades, in the order in which they were made: called some hundred times a second. */
  append(trades: readonly FlashTrade[]): void;
  /** The newest trade's number that can be seen; null where nothing but pixels can be read. */
  newest(host: HTMLElement): number | null;
}

export const rowHeight = 28;
export const columns = [
  { id: 'id', width: 90, text: (trade: FlashTrade): string => String(trade.id) },
  { id: 'time', width: 90, text: (trade: FlashTrade): string => tradeTimeText(trade.time) },
  { id: 'root', width: 80, text: (trade: FlashTrade): string => trade.option.root },
  {
    id: 'contract',
    width: 200,
    text: ({ option }: FlashTrade): string =>
      `${strikeText(option.strike)} ${option.type === 'call' ? 'Call' : 'Put'} ${expiryText(option.expiry)}`,
  },
  {
    id: 'size',
    width: 120,
    text: (trade: FlashTrade): string => `${countText(trade.size)} × ${trade.price.toFixed(2)}`,
  },
  { id: 'dollars', width: 120, text: (trade: FlashTrade): string => dollarsText(trade.dollars) },
] as const;

export function found(host: HTMLElement, selector: string): HTMLElement {
  const node = host.querySelector<HTMLElement>(selector);
  if (node === null) throw new Error(`There is no ${selector}`);
  return node;
}

/** Collects what comes, and hands it on once a frame: what each peer's own advice for live data comes to. */
export function oncePerFrame(take: (trades: readonly FlashTrade[]) => void): TapeContender['append'] {
  let waiting: FlashTrade[] = [];
  return (trades) => {
    if (waiting.length === 0) {
      requestAnimationFrame(() => {
        const taken = waiting;
        waiting = [];
        take(taken);
      });
    }
    for (const trade of trades) waiting.push(trade);
  };
}
