'use client';

import { cellText, shortDollarsText, sideOf, sizeText, type TimedTrade } from '@openbell/core/time-sales';
import type { ReactNode } from 'react';
import { useTexts } from '../../primitives/index.ts';

export interface BiggestTradesProps {
  trades: readonly TimedTrade[];
  /** Shares per contract. */
  multiplier: number;
}

const sideSigns = { bought: '▲', sold: '▼' } as const;

/** 'Today's Biggest': the largest trades by premium, in the server's order. Collapsed by default. */
export function BiggestTrades({ trades, multiplier }: BiggestTradesProps): ReactNode {
  const text = useTexts();
  if (trades.length === 0) return null;
  const ranked = trades.map((trade, at) => ({ rank: at + 1, trade }));
  return (
    <details className="ob-biggest" data-part="biggest">
      <summary>{text('market.timeSales.biggest')}</summary>
      <ol className="ob-biggest-list" dir="ltr">
        {ranked.map(({ rank, trade }) => {
          const side = sideOf(trade);
          return (
            <li key={rank} className="ob-biggest-trade" data-side={side ?? undefined}>
              <span className="ob-biggest-option">{cellText(trade, 'option')}</span>
              <span className="ob-biggest-size">
                {side === null ? null : (
                  <span role="img" aria-label={text(`market.side.${side}`)}>
                    {sideSigns[side]}
                  </span>
                )}{' '}
                <span>{sizeText(trade.qty, trade.price)}</span>
              </span>
              <strong>{shortDollarsText(trade.qty * trade.price * multiplier)}</strong>
              <span className="ob-biggest-time">{cellText(trade, 'time')}</span>
            </li>
          );
        })}
      </ol>
    </details>
  );
}
