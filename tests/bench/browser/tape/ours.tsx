// The tape of @openbell/ui with the trade flash of core, which parses symbols, removes duplicates and sums dollars.
import '@openbell/ui/styles.css';
import type { FeedListener } from '@openbell/core/options-feed';
import { createTradeFlash, type FlashTrade } from '@openbell/core/trade-flash';
import { useTradeFlash } from '@openbell/react-hooks';
import { TradeTape } from '@openbell/ui/market-data';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { found, type TapeContender } from './contender.ts';

let listener: FeedListener | null = null;
const flash = createTradeFlash({
  feed: {
    start: () => () => {},
    listen(next) {
      listener = next;
      return () => {
        listener = null;
      };
    },
  },
  filter: { sizeOver: 0, conditions: new Set() },
});

function Tape(): ReactNode {
  const { trades, largest } = useTradeFlash(flash);
  return <TradeTape trades={trades} largest={largest} />;
}

function deliver(trades: readonly FlashTrade[]): void {
  listener?.onFrame({
    isValid: true,
    trades: trades.map(({ sym, time, price, size, id }) => ({
      ev: 'T',
      sym,
      p: price,
      s: size,
      t: time,
      c: [209],
      q: id,
    })),
    statuses: [],
    seen: trades.length,
    malformed: 0,
  });
}

export const contender: TapeContender = {
  mount(host, trades) {
    const stop = flash.start();
    deliver(trades);
    createRoot(host).render(<Tape />);
    addEventListener('pagehide', stop);
  },
  append: deliver,
  newest(host) {
    const { scrollHeight, clientHeight, scrollTop } = found(host, '.ob-tape-scroller');
    const isAtEnd = scrollHeight - clientHeight - scrollTop <= 1;
    return isAtEnd ? (flash.$state.get().trades.at(-1)?.id ?? null) : -1;
  },
};
