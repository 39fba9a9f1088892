'use client';

import { expiryText, strikeText } from '@openbell/core/option-symbol';
import { countText, dollarsText, rowWindow } from '@openbell/core/time-sales';
import { type FlashTrade, followsEnd, newSince, tradeTimeText, weightOf } from '@openbell/core/trade-flash';
import { ArrowDownIcon } from 'lucide-react';
import {
  type CSSProperties,
  type MemoExoticComponent,
  memo,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { EmptyState, useTexts } from '../primitives/index.ts';
import { useViewport } from './use-viewport.ts';

/** Props of {@link TradeTape}. */
export interface TradeTapeProps {
  /** Oldest first. */
  trades: readonly FlashTrade[];
  /** Dollars that fill a weight bar. */
  largest: number;
}

const rowHeight = 28;

/** A scrolled area without anything to focus in it must itself be reachable, or the keyboard cannot scroll it. */
const scrolledByKeys = { tabIndex: 0 } as const;

/** The tape, or what stands there when it is empty. */
export function TradeTape({ trades, largest }: TradeTapeProps): ReactNode {
  const text = useTexts();
  return (
    <div className="ob-tape" data-part="tape">
      {trades.length === 0 ? (
        <EmptyState title={text('market.flash.empty')} />
      ) : (
        <Lines trades={trades} largest={largest} />
      )}
    </div>
  );
}

/**
 * One line a trade, the newest at the bottom. It follows the newest unless the person has scrolled up by more than
 * 100 px (`product.md` point 9); then it stands still, and a pill counts what has come.
 */
function Lines({ trades, largest }: TradeTapeProps): ReactNode {
  const text = useTexts();
  const scroller = useRef<HTMLUListElement | null>(null);
  const { scrollTop, height } = useViewport(scroller);
  const newest = trades.at(-1)?.id ?? 0;
  /** The newest line when the person scrolled away; null while the tape follows. */
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const isFollowing = leftAt === null;
  const latest = useRef(newest);
  const previous = useRef(trades);

  useEffect(() => {
    const node = scroller.current;
    if (node === null) return;
    const onScroll = (): void => {
      const follows = followsEnd(node);
      setLeftAt((old) => (follows ? null : (old ?? latest.current)));
    };
    node.addEventListener('scroll', onScroll, { passive: true });
    return () => node.removeEventListener('scroll', onScroll);
  }, []);

  useLayoutEffect(() => {
    latest.current = newest;
    const before = previous.current;
    previous.current = trades;
    const node = scroller.current;
    if (node === null) return;
    if (isFollowing) {
      node.scrollTop = node.scrollHeight;
      return;
    }
    // Lines that leave at the top must not move those that somebody reads.
    const oldest = trades[0]?.id ?? 0;
    const gone = before.findIndex((trade) => trade.id >= oldest);
    if (gone > 0) node.scrollTop -= gone * rowHeight;
  }, [trades, newest, isFollowing]);

  const fresh = leftAt === null ? 0 : newSince(trades, leftAt);
  const shown = rowWindow({ count: trades.length, rowHeight, viewport: height, scrollTop });
  const pill =
    fresh === 1
      ? text('market.flash.newTrade')
      : fresh > 1
        ? text('market.flash.newTrades', { count: countText(fresh) })
        : text('market.flash.scrollToBottom');
  return (
    <>
      <ul
        ref={scroller}
        className="ob-tape-scroller"
        aria-label={text('market.flash.tape')}
        {...scrolledByKeys}
        style={
          { '--ob-tape-top': `${shown.top}px`, '--ob-tape-height': `${shown.height}px` } as CSSProperties
        }
      >
        {trades.slice(shown.first, shown.end).map((trade) => (
          <TapeLine key={trade.id} trade={trade} weight={weightOf(trade.dollars, largest)} />
        ))}
      </ul>
      {isFollowing ? null : (
        <button type="button" className="ob-tape-pill" onClick={() => setLeftAt(null)}>
          <ArrowDownIcon size={14} aria-hidden="true" />
          {pill}
          {fresh > 0 ? (
            <span className="ob-visually-hidden">{text('market.flash.scrollToBottom')}</span>
          ) : null}
        </button>
      )}
    </>
  );
}

const TapeLine: MemoExoticComponent<(props: { trade: FlashTrade; weight: number }) => ReactNode> = memo(
  function TapeLine({ trade, weight }: { trade: FlashTrade; weight: number }): ReactNode {
    const text = useTexts();
    const { option } = trade;
    const expiry = expiryText(option.expiry);
    return (
      <li
        className="ob-tape-line"
        data-right={option.type}
        data-status={trade.isCanceled ? 'canceled' : trade.isLate ? 'late' : undefined}
      >
        <span
          className="ob-tape-weight"
          aria-hidden="true"
          style={{ transform: `scaleX(${weight.toFixed(3)})` }}
        />
        <time className="ob-tape-time">{tradeTimeText(trade.time)}</time>
        <strong className="ob-tape-root">{option.root}</strong>
        <span className="ob-tape-contract">
          {`${strikeText(option.strike)} ${text(option.type === 'call' ? 'market.flash.call' : 'market.flash.put')} ${expiry}`}
        </span>
        <span className="ob-tape-size">{`${countText(trade.size)} × ${trade.price.toFixed(2)}`}</span>
        <span className="ob-tape-dollars">{dollarsText(trade.dollars)}</span>
        <span className="ob-tape-mark">
          {trade.isCanceled ? text('market.flash.canceled') : trade.isLate ? text('market.flash.late') : ''}
        </span>
      </li>
    );
  },
);
