import { expiryText, strikeText } from '@openbell/core/option-symbol';
import { countText, dollarsText } from '@openbell/core/time-sales';
import type { FlashTrade } from '@openbell/core/trade-flash';
import { tradeTimeText } from '@openbell/core/trade-flash';

/** A live list of trades that keeps its end in view. */
export interface TapeContender {
  /** Renders the list with the initial trades. */
  mount(host: HTMLElement, trades: readonly FlashTrade[]): void;
  /** Appends trades in chronological order. Called 250 times per second. */
  append(trades: readonly FlashTrade[]): void;
  /** The id of the newest visible trade; null for a canvas. */
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
  if (node === null) throw new Error(`${selector} was not found`);
  return node;
}

/** Batches trades per frame, as the libraries recommend for live data. */
export function oncePerFrame(onBatch: (trades: readonly FlashTrade[]) => void): TapeContender['append'] {
  let waiting: FlashTrade[] = [];
  return (trades) => {
    if (waiting.length === 0) {
      requestAnimationFrame(() => {
        const batch = waiting;
        waiting = [];
        onBatch(batch);
      });
    }
    for (const trade of trades) waiting.push(trade);
  };
}
