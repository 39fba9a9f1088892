'use client';

import { rootBelongsTo } from '@openbell/core/option-symbol';
import type { OptionsFeed } from '@openbell/core/options-feed';
import { countText, shortDollarsText } from '@openbell/core/time-sales';
import type { FlashAlerts, TradeFlash } from '@openbell/core/trade-flash';
import { useOptionsFeed, useTradeFlash } from '@openbell/react-hooks';
import { PauseIcon, PlayIcon } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Button, useTexts } from '../primitives/index.ts';
import { FeedHealth } from './FeedHealth.tsx';
import { FlashAlertsControls } from './FlashAlertsControls.tsx';
import { TradeTape } from './TradeTape.tsx';

/** Props of {@link TradeFlashPanel}. */
export interface TradeFlashPanelProps {
  /** Empty for all tickers. */
  ticker: string;
  /** Without one, the provider's. */
  tradeFlash?: TradeFlash | undefined;
  /** The tape's connection. Without one, the provider's. */
  feed?: Pick<OptionsFeed, '$state' | 'retry'> | undefined;
  /** Sound and notifications. Without one, the provider's. */
  alerts?: FlashAlerts | undefined;
}

/** Trade Flash: the tape of big trades, live while it is shown. */
export function TradeFlashPanel({ ticker, tradeFlash, feed, alerts }: TradeFlashPanelProps): ReactNode {
  const text = useTexts();
  const flash = useTradeFlash(tradeFlash);
  const { trades, totals, isPaused, waiting, largest } = flash;
  const shown = useMemo(
    () => (ticker === '' ? trades : trades.filter((trade) => rootBelongsTo(trade.option.root, ticker))),
    [trades, ticker],
  );
  return (
    <section className="ob-flash" aria-label={text('market.tab.tradeFlash')}>
      <div className="ob-flash-bar">
        <Connection feed={feed} />
        <dl className="ob-totals-figures">
          <div className="ob-totals-figure">
            <dt>{text('market.flash.trades')}</dt>
            <dd>{countText(totals.trades)}</dd>
          </div>
          <div className="ob-totals-figure">
            <dt>{text('market.flash.premium')}</dt>
            <dd>{shortDollarsText(totals.dollars)}</dd>
          </div>
          <FeedHealth lag={flash.lag} feed={feed} />
        </dl>
        <Button
          size="small"
          aria-pressed={isPaused}
          icon={
            isPaused ? <PlayIcon size={14} aria-hidden="true" /> : <PauseIcon size={14} aria-hidden="true" />
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
        <FlashAlertsControls ticker={ticker} alerts={alerts} />
      </div>
      <TradeTape trades={shown} largest={largest} />
    </section>
  );
}

/** How the connection is, and a way to try again where waiting is not enough. */
function Connection({ feed: instance }: Pick<TradeFlashPanelProps, 'feed'>): ReactNode {
  const text = useTexts();
  const { status, message, isInterrupted, retry } = useOptionsFeed(instance);
  const isGreeted = status === 'authenticating' || status === 'subscribing';
  const shown = isGreeted ? 'connecting' : status === 'live' && isInterrupted ? 'interrupted' : status;
  const isDown = status === 'waiting' || status === 'evicted' || status === 'refused';
  return (
    <div className="ob-flash-connection" data-status={shown}>
      <span className="ob-flash-light" aria-hidden="true" />
      <span role="status" title={message === '' ? undefined : message}>
        {text(`market.flash.${shown}`)}
      </span>
      {isDown ? (
        <Button size="small" onClick={retry}>
          {text('shell.retry')}
        </Button>
      ) : null}
    </div>
  );
}
