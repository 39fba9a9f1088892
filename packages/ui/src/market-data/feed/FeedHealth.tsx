'use client';

import { fixedText } from '@openbell/core/locale';
import type { OptionsFeed } from '@openbell/core/options-feed';
import { countText } from '@openbell/core/time-sales';
import { isReplay } from '@openbell/core/trade-flash';
import { useOptionsFeed } from '@openbell/react-hooks';
import type { ReactNode } from 'react';
import { useTexts } from '../../primitives/index.ts';

export interface FeedHealthProps {
  /** Milliseconds from a trade to its arrival; null when unknown. */
  lag: number | null;
  /** The tape's connection. Default: the provider's feed. */
  feed?: Pick<OptionsFeed, '$state' | 'retry'> | undefined;
}

/** Above this lag (ms) a feed is delayed on purpose: free feeds are 15 minutes late. */
const delayedMs = 60_000;

/** The feed's lag behind the market and its gaps. Shown while the feed is live, and not announced. A replay has no lag. */
export function FeedHealth({ lag, feed }: FeedHealthProps): ReactNode {
  const text = useTexts();
  const { status, isInterrupted, leftOut } = useOptionsFeed(feed);
  const isShown = lag !== null && status === 'live' && !isInterrupted && !isReplay(lag);
  const isDelayed = isShown && lag >= delayedMs;

  function lagText(ms: number): string {
    if (ms >= delayedMs) return text('market.flash.lagMinutes', { count: Math.round(ms / 60_000) });
    return ms < 1000
      ? text('market.flash.lagMs', { count: ms })
      : text('market.flash.lagSeconds', { count: fixedText(ms / 1000, 1) });
  }

  return (
    <>
      {isShown ? (
        <div className="ob-totals-figure ob-flash-lag" data-part="lag" data-delayed={isDelayed || undefined}>
          <dt>{text(isDelayed ? 'market.flash.delayed' : 'market.flash.lag')}</dt>
          <dd>{lagText(lag)}</dd>
        </div>
      ) : null}
      {leftOut > 0 ? (
        <div className="ob-totals-figure" title={text('market.flash.leftOutWhy')}>
          <dt>{text('market.flash.leftOut')}</dt>
          <dd>{countText(leftOut)}</dd>
        </div>
      ) : null}
    </>
  );
}
