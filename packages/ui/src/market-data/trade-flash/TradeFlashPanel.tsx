'use client';

import { rootFilter } from '@openbell/core/option-symbol';
import type { OptionsFeed } from '@openbell/core/options-feed';
import { countText, shortDollarsText, zoneText } from '@openbell/core/time-sales';
import {
  type FlashAlerts,
  isReplay,
  summaryOf,
  type TradeFlash,
  tradeDayText,
} from '@openbell/core/trade-flash';
import { useTradeFlash } from '@openbell/react-hooks';
import { PauseIcon, PlayIcon } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Button, useTexts } from '../../primitives/index.ts';
import { FeedConnection } from '../feed/FeedConnection.tsx';
import { FeedHealth } from '../feed/FeedHealth.tsx';
import { FlashAlertsControls } from './FlashAlertsControls.tsx';
import { TradeTape } from './TradeTape.tsx';

export interface TradeFlashPanelProps {
  /** Empty for all tickers. */
  ticker: string;
  /** Default: the provider's Trade Flash. */
  tradeFlash?: TradeFlash | undefined;
  /** The tape's connection. Default: the provider's feed. */
  feed?: Pick<OptionsFeed, '$state' | 'retry'> | undefined;
  /** Sound and notifications. Default: the provider's alerts. */
  alerts?: FlashAlerts | undefined;
}

/** Trade Flash: the live tape of big trades. Subscribed while it is mounted. */
export function TradeFlashPanel({ ticker, tradeFlash, feed, alerts }: TradeFlashPanelProps): ReactNode {
  const text = useTexts();
  const flash = useTradeFlash(tradeFlash);
  const { trades, totals, isPaused, waiting, largest } = flash;
  const shown = useMemo(() => {
    if (ticker === '') return trades;
    const isOwn = rootFilter(ticker);
    return trades.filter((trade) => isOwn(trade.option.root));
  }, [trades, ticker]);
  // With one ticker the totals come from its lines, otherwise from all trades that the tape received.
  const figures = useMemo(
    () => (ticker === '' ? { ...totals, largest } : summaryOf(shown)),
    [ticker, totals, largest, shown],
  );
  const newest = trades.at(-1);
  const replayed = newest !== undefined && isReplay(flash.lag) ? tradeDayText(newest.time) : undefined;
  return (
    <section className="ob-flash" aria-label={text('market.tab.tradeFlash')}>
      <div className="ob-flash-bar">
        <div className="ob-flash-strip">
          <FeedConnection feed={feed} replayed={replayed} />
          <dl className="ob-totals-figures">
            <div className="ob-totals-figure">
              <dt>{text('market.flash.trades')}</dt>
              <dd>{countText(figures.trades)}</dd>
            </div>
            <div className="ob-totals-figure">
              <dt>{text('market.flash.premium')}</dt>
              <dd>{shortDollarsText(figures.dollars)}</dd>
            </div>
            {newest === undefined ? null : (
              <div className="ob-totals-figure">
                <dt>{text('market.flash.zone')}</dt>
                <dd>{zoneText(newest.time)}</dd>
              </div>
            )}
            <FeedHealth lag={flash.lag} feed={feed} />
          </dl>
          <Button
            size="small"
            aria-pressed={isPaused}
            icon={
              isPaused ? (
                <PlayIcon size={14} aria-hidden="true" />
              ) : (
                <PauseIcon size={14} aria-hidden="true" />
              )
            }
            onClick={isPaused ? flash.resume : flash.pause}
          >
            {text(isPaused ? 'market.flash.resume' : 'market.flash.pause')}
          </Button>
          {isPaused && waiting > 0 ? (
            <span className="ob-flash-waiting">
              {text('market.flash.waitingTrades', { count: countText(waiting) })}
            </span>
          ) : null}
        </div>
        <FlashAlertsControls ticker={ticker} alerts={alerts} />
      </div>
      <TradeTape key={ticker} trades={shown} largest={figures.largest} />
    </section>
  );
}
