// The drawing of the price chart.
import { type CandleDrawing, type CandlePainter, createPriceChart } from '@openbell/core/chart';
import { createFakeApi, createFakeTime, settle } from '@openbell/testing';
import { PriceChartView } from '@openbell/ui';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { candlesPath } from './market-page.tsx';

const candles = [1, 2].map((time) => ({ time, open: 10, high: 13, low: 9, close: 11, volume: 5 }));
const failure = () => screen.queryByRole('alert')?.textContent ?? null;

/** Counts what happens to a drawing. */
function countingDrawing() {
  const counts = { shown: 0, recolored: 0 };
  const drawing: CandleDrawing = {
    show() {
      counts.shown += 1;
    },
    recolour() {
      counts.recolored += 1;
    },
    destroy: () => {},
  };
  return { counts, drawing };
}

async function openChart(paint: CandlePainter, theme?: string) {
  const api = createFakeApi(settle);
  const chart = createPriceChart({ api, clock: createFakeTime().clock });
  const view = render(
    <div data-theme={theme}>
      <PriceChartView ticker="AAPL" chart={chart} paint={paint} />
    </div>,
  );
  await act(() => api.latest(candlesPath).succeed({ data: candles }));
  return view;
}

test.each<[string, () => Promise<CandleDrawing>]>([
  ['rejects', () => Promise.reject(new Error('The library did not load.'))],
  [
    'throws',
    () => {
      throw new Error('No canvas.');
    },
  ],
])('shows the failure with Retry, which draws again, when the painter %s', async (_, fail) => {
  const { counts, drawing } = countingDrawing();
  let paints = 0;
  const paint: CandlePainter = () => {
    paints += 1;
    return paints === 1 ? fail() : drawing;
  };
  await openChart(paint);
  expect(failure()).toContain('AAPL');
  expect(screen.queryByRole('img', { name: /^Candles/ })).toBeNull();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Retry' })));
  expect(failure()).toBeNull();
  expect(screen.getByRole('img', { name: 'Candles of AAPL: 2' })).toBeTruthy();
  expect(counts.shown).toBe(1);
});

test('recolors when the theme of the surrounding element changes', async () => {
  const { counts, drawing } = countingDrawing();
  const { container } = await openChart(() => drawing, 'light');
  const themed = container.querySelector<HTMLElement>('[data-theme]');
  await act(async () => void themed?.setAttribute('data-theme', 'dark'));
  expect(counts.recolored).toBe(1);
});

test('recolors when the chart becomes visible, but not on other size changes', async () => {
  const sizes: ((width: number) => void)[] = [];
  class Sizes implements ResizeObserver {
    constructor(report: ResizeObserverCallback) {
      sizes.push((width) => report([{ contentRect: { width } } as ResizeObserverEntry], this));
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Sizes);
  const { counts, drawing } = countingDrawing();
  await openChart(() => drawing);
  vi.unstubAllGlobals();
  const resize = (width: number): void => sizes.at(-1)?.(width);
  for (const width of [300, 400]) resize(width);
  expect(counts.recolored).toBe(0);
  for (const width of [0, 400]) resize(width);
  expect(counts.recolored).toBe(1);
});
