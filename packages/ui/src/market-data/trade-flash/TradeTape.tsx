'use client';

import { countText } from '@openbell/core/time-sales';
import { type FlashTrade, newSince } from '@openbell/core/trade-flash';
import { useBeforePaint } from '@openbell/react-hooks';
import { ArrowDownIcon } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { EmptyState, useTexts } from '../../primitives/index.ts';
import { createTapeLines, type TapeLines } from './tape-lines.ts';

export interface TradeTapeProps {
  /** Oldest first. */
  trades: readonly FlashTrade[];
  /** Premium in dollars at which a weight bar is full. */
  largest: number;
}

/** A scroll container without focusable content must be focusable, or the keyboard cannot scroll it. */
const scrolledByKeys = { tabIndex: 0 } as const;

/** The tape, or its empty state. */
export function TradeTape({ trades, largest }: TradeTapeProps): ReactNode {
  const text = useTexts();
  return (
    <div className="ob-tape" data-part="tape">
      {trades.length === 0 ? (
        <EmptyState title={text('market.flash.empty')} description={text('market.flash.emptyHint')} />
      ) : (
        <Lines trades={trades} largest={largest} />
      )}
    </div>
  );
}

/**
 * One line for each trade, the newest at the bottom. The list follows the newest trade unless the user has scrolled up
 * by more than 100 px; then a pill counts new trades. `tape-lines.ts` renders the lines outside React.
 */
function Lines({ trades, largest }: TradeTapeProps): ReactNode {
  const text = useTexts();
  const list = useRef<HTMLUListElement | null>(null);
  const gauge = useRef<HTMLDivElement | null>(null);
  const lines = useRef<TapeLines | null>(null);
  const newest = trades.at(-1)?.id ?? 0;
  /** The newest line when the user scrolled away; null while following. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const isFollowing = leftAt === null;
  const latest = useRef(newest);

  useBeforePaint(() => {
    if (list.current === null) return;
    const made = createTapeLines({
      list: list.current,
      gauge: gauge.current,
      onScroll: (follows) => setLeftAt((old) => (follows ? null : (old ?? latest.current))),
    });
    lines.current = made;
    return () => {
      made.destroy();
      lines.current = null;
    };
  }, []);

  useBeforePaint(() => {
    latest.current = newest;
    lines.current?.show({ trades, largest, text, isFollowing });
  }, [trades, largest, text, newest, isFollowing]);

  const fresh = leftAt === null ? 0 : newSince(trades, leftAt);
  const pill =
    fresh === 1
      ? text('market.flash.newTrade')
      : fresh > 1
        ? text('market.flash.newTrades', { count: countText(fresh) })
        : text('market.flash.scrollToBottom');
  return (
    <>
      <ul
        ref={list}
        className="ob-tape-scroller"
        // As the cells of the grid: a translated line would keep an old price.
        translate="no"
        dir="ltr"
        aria-label={text('market.flash.tape')}
        {...scrolledByKeys}
      />
      <div ref={gauge} className="ob-tape-gauge" aria-hidden="true" />
      {isFollowing ? null : (
        <button
          type="button"
          className="ob-tape-pill"
          onClick={() => {
            // The pill disappears: move its focus to the tape.
            list.current?.focus({ preventScroll: true });
            setLeftAt(null);
          }}
        >
          <ArrowDownIcon size={14} aria-hidden="true" />
          <span>{pill}</span>
          {fresh > 0 ? (
            <span className="ob-visually-hidden">{text('market.flash.scrollToBottom')}</span>
          ) : null}
        </button>
      )}
    </>
  );
}
