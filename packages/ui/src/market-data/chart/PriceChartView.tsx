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
          <Canvas
            candles={candles}
            interval={shown.interval}
            paint={paint}
            label={text('market.graph.picture', { ticker, count: candles.length })}
          />
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
  candles: Parameters<CandleDrawing['show']>[0];
  interval: ChartInterval;
  paint: CandlePainter;
  label: string;
}

/** The chart's container: created once, updated with every change, recolored with the theme. */
function Canvas({ candles, interval, paint, label }: CanvasProps): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<CandleDrawing | null>(null);

  useEffect(() => {
    const node = element.current;
    if (node === null) return undefined;
    let made: CandleDrawing | null = null;
    let gone = false;
    void Promise.resolve(paint(node)).then((next) => {
      if (gone) {
        next.destroy();
        return;
      }
      made = next;
      setDrawing(next);
    });
    const themes = new MutationObserver(() => made?.recolour());
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      gone = true;
      themes.disconnect();
      made?.destroy();
      setDrawing(null);
    };
  }, [paint]);

  useEffect(() => drawing?.show(candles, interval), [drawing, candles, interval]);

  return <div ref={element} className="ob-chart-canvas" role="img" aria-label={label} />;
}
