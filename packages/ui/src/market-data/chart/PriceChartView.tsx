'use client';

import {
  type CandleDrawing,
  type CandlePainter,
  type ChartInterval,
  changeOf,
  chartIntervals,
  type PriceChart,
} from '@openbell/core/chart';
import { numberText, priceDollarsText } from '@openbell/core/locale';
import { usePriceChart } from '@openbell/react-hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  EmptyState,
  ErrorState,
  RadioGroup,
  SafeLink,
  Skeleton,
  SkeletonGroup,
  useTexts,
} from '../../primitives/index.ts';
import { StaleBanner } from '../feed/StaleBanner.tsx';
import { lightweightPainter } from './lightweight-painter.ts';

export interface PriceChartViewProps {
  ticker: string;
  /** Default: the provider's chart. */
  chart?: PriceChart | undefined;
  /** Renders the candles. Default: lightweight-charts. */
  paint?: CandlePainter | undefined;
}

const percent: Intl.NumberFormatOptions = {
  style: 'percent',
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
};

/** The built-in chart: candles with volume, three intervals, and a text summary. */
export function PriceChartView({
  ticker,
  chart,
  paint = lightweightPainter,
}: PriceChartViewProps): ReactNode {
  const text = useTexts();
  const [interval, setInterval] = useState<ChartInterval>('1d');
  const { status, candles, shown, load } = usePriceChart(ticker, interval, chart);
  const isShown = shown?.ticker === ticker;
  const change = isShown ? changeOf(candles) : null;
  const retry = (): void => void load(ticker, interval);

  return (
    <section className="ob-chart" data-status={status} aria-label={text('market.graph.title', { ticker })}>
      <div className="ob-chart-head">
        <p className="ob-chart-summary" role="status">
          {change === null
            ? null
            : text('market.graph.summary', {
                last: priceDollarsText(change.last),
                change: numberText(change.change, percent),
              })}
        </p>
        <RadioGroup<ChartInterval>
          label={text('market.graph.interval')}
          labelHidden
          layout="segments"
          choices={chartIntervals.map((value) => ({ value, label: text(`market.graph.${value}`) }))}
          value={interval}
          onValueChange={setInterval}
        />
      </div>
      {status === 'failed' && isShown ? (
        <StaleBanner title={text('market.graph.failed', { ticker })} onRetry={retry} />
      ) : null}
      {status === 'failed' && !isShown ? (
        <ErrorState title={text('market.graph.failed', { ticker })} onRetry={retry} />
      ) : status === 'loaded' && candles.length === 0 ? (
        <EmptyState title={text('market.graph.none', { ticker })} />
      ) : isShown ? (
        <>
          <Canvas ticker={ticker} candles={candles} interval={shown.interval} paint={paint} />
          <p className="ob-chart-credit">
            <SafeLink href="https://www.tradingview.com/">{text('market.graph.credit')}</SafeLink>
          </p>
        </>
      ) : (
        <SkeletonGroup label={text('market.graph.loading', { ticker })} className="ob-chart-waiting">
          <Skeleton className="ob-chart-canvas" />
        </SkeletonGroup>
      )}
    </section>
  );
}

interface CanvasProps {
  ticker: string;
  candles: Parameters<CandleDrawing['show']>[0];
  interval: ChartInterval;
  paint: CandlePainter;
}

/** The drawn candles, or the failure of the painter: its library may not load. */
function Canvas({ ticker, paint, ...drawn }: CanvasProps): ReactNode {
  const text = useTexts();
  const [failed, setFailed] = useState<CandlePainter | null>(null);
  if (failed === paint) {
    return <ErrorState title={text('market.graph.failed', { ticker })} onRetry={() => setFailed(null)} />;
  }
  const label = text('market.graph.picture', { ticker, count: drawn.candles.length });
  return <Drawing {...drawn} paint={paint} label={label} onFailed={setFailed} />;
}

interface DrawingProps extends Omit<CanvasProps, 'ticker'> {
  label: string;
  /** Gets the updater of the painter that failed. */
  onFailed: (failed: () => CandlePainter) => void;
}

/** The chart's container: created once, updated with every change, recolored with the theme. */
function Drawing({ candles, interval, paint, label, onFailed }: DrawingProps): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<CandleDrawing | null>(null);

  useEffect(() => {
    const node = element.current;
    if (node === null) return undefined;
    let made: CandleDrawing | null = null;
    let gone = false;
    const onMade = (next: CandleDrawing): void => {
      if (gone) {
        next.destroy();
        return;
      }
      made = next;
      setDrawing(next);
    };
    const onRejected = (): void => {
      if (!gone) onFailed(() => paint);
    };
    void new Promise<CandleDrawing>((resolve) => resolve(paint(node))).then(onMade, onRejected);
    const unwatch = watchColors(node, () => made?.recolour());
    return () => {
      gone = true;
      unwatch();
      made?.destroy();
      setDrawing(null);
    };
  }, [paint, onFailed]);

  useEffect(() => drawing?.show(candles, interval), [drawing, candles, interval]);

  return <div ref={element} className="ob-chart-canvas" role="img" aria-label={label} />;
}

/** Calls `onChange` when the colors of an element may have changed. Returns a function that stops it. */
function watchColors(node: HTMLElement, onChange: () => void): () => void {
  const themes = new MutationObserver(onChange);
  // The theme of the page, and of the part of it or shadow root that contains the chart.
  for (const themed of new Set([document.documentElement, node.closest('[data-theme]')])) {
    if (themed !== null) themes.observe(themed, { attributes: true, attributeFilter: ['data-theme'] });
  }
  if (typeof ResizeObserver === 'undefined') return () => themes.disconnect();
  // While it is hidden, for example until the stylesheet has loaded, the element may have no colors.
  let isHidden = false;
  const sizes = new ResizeObserver((entries) => {
    const wasHidden = isHidden;
    isHidden = entries.at(-1)?.contentRect.width === 0;
    if (wasHidden && !isHidden) onChange();
  });
  sizes.observe(node);
  return () => {
    themes.disconnect();
    sizes.disconnect();
  };
}
