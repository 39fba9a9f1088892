import {
  type CandleDrawing,
  type CandlePainter,
  type ChartInterval,
  clockSeconds,
  priceDigits,
} from '@openbell/core/chart';
import type { Candle } from '@openbell/core/contract';
import type { UTCTimestamp } from 'lightweight-charts';

/** The design tokens used in the chart. */
const tokens = {
  ink: '--ob-color-ink-muted',
  line: '--ob-color-line',
  ground: '--ob-color-surface',
  buy: '--ob-color-buy',
  sell: '--ob-color-sell',
} as const;

/** Resolves tokens to RGB through a canvas, because the library does not parse OKLCH. */
function readColors(element: HTMLElement): Record<keyof typeof tokens, string> {
  const style = getComputedStyle(element);
  const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const colors = {} as Record<keyof typeof tokens, string>;
  for (const [name, token] of Object.entries(tokens) as [keyof typeof tokens, string][]) {
    if (pixel === null) {
      colors[name] = '#808080';
      continue;
    }
    pixel.fillStyle = style.getPropertyValue(token).trim();
    pixel.fillRect(0, 0, 1, 1);
    const [r, g, b] = pixel.getImageData(0, 0, 1, 1).data;
    colors[name] = `rgb(${r}, ${g}, ${b})`;
  }
  return colors;
}

/** Returns the locale, or American English when it is not a valid tag: the library would draw nothing. */
export function chartLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en-US';
  } catch {
    return 'en-US';
  }
}

/** Moves candles to the times on the viewer's clock, because the library draws UTC. */
function onViewersClock(candles: readonly Candle[]): readonly Candle[] {
  let before: number | undefined;
  return candles.map((candle) => {
    before = clockSeconds(candle.time, before);
    return { ...candle, time: before };
  });
}

/** Renders candles and volume with lightweight-charts, which is loaded with the first chart. */
export const lightweightPainter: CandlePainter = async (element): Promise<CandleDrawing> => {
  const { CandlestickSeries, createChart, HistogramSeries } = await import('lightweight-charts');
  // The library's logo comes with a style element, which a strict content security policy blocks: we render our own.
  const chart = createChart(element, {
    autoSize: true,
    layout: { attributionLogo: false },
    localization: { locale: chartLocale(navigator.language) },
  });
  const candleSeries = chart.addSeries(CandlestickSeries);
  const volumeSeries = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volumeSeries.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
  let shown: readonly Candle[] = [];
  // All candles stay in view until the user pans or zooms, whatever width the price scale needs.
  let isWhole = true;
  const timeScale = chart.timeScale();
  const controller = new AbortController();
  const onMoved = (): void => {
    isWhole = false;
  };
  element.addEventListener('pointerdown', onMoved, { signal: controller.signal });
  element.addEventListener('wheel', onMoved, { signal: controller.signal, passive: true });
  timeScale.subscribeSizeChange(() => {
    if (isWhole) timeScale.fitContent();
  });

  function recolour(): void {
    const { ink, line, ground, buy, sell } = readColors(element);
    chart.applyOptions({
      layout: {
        background: { color: ground },
        textColor: ink,
        fontFamily: getComputedStyle(element).fontFamily,
      },
      grid: { vertLines: { color: line }, horzLines: { color: line } },
      timeScale: { borderColor: line },
      rightPriceScale: { borderColor: line },
    });
    candleSeries.applyOptions({
      upColor: buy,
      borderUpColor: buy,
      wickUpColor: buy,
      // Hollow and filled candles: the direction does not depend on color.
      downColor: ground,
      borderDownColor: sell,
      wickDownColor: sell,
    });
    volumeSeries.setData(
      shown.map(({ time, volume }) => ({ time: time as UTCTimestamp, value: volume, color: line })),
    );
  }

  recolour();
  return {
    show(candles, interval: ChartInterval) {
      shown = interval === '1d' ? candles : onViewersClock(candles);
      const precision = priceDigits(candles);
      candleSeries.applyOptions({ priceFormat: { type: 'price', precision, minMove: 10 ** -precision } });
      timeScale.applyOptions({ timeVisible: interval !== '1d', secondsVisible: false });
      candleSeries.setData(shown.map(({ time, ...prices }) => ({ ...prices, time: time as UTCTimestamp })));
      recolour();
      isWhole = true;
      timeScale.fitContent();
    },
    recolour,
    destroy() {
      controller.abort();
      chart.remove();
    },
  };
};
