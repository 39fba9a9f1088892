'use client';

import type { ReactNode } from 'react';

const WIDTH = 320;
const HEIGHT = 180;
const CANDLES = 16;

interface Candle {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  readonly high: number;
  readonly low: number;
  readonly rising: boolean;
}

/** Candles computed from a story's id: the same story always gets the same picture. */
function candlesOf(seed: number): readonly Candle[] {
  let state = (Math.abs(Math.trunc(seed)) % 2147483646) + 1;
  const next = (): number => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  for (let warm = 0; warm < 4; warm += 1) next();
  let price = 0.5;
  const bars = Array.from({ length: CANDLES }, () => {
    const open = price;
    price += (next() - 0.47) * 0.22;
    const top = Math.max(open, price);
    const bottom = Math.min(open, price);
    return { open, close: price, top, bottom, high: top + next() * 0.1, low: bottom - next() * 0.1 };
  });
  // Scale the random walk to fill the picture between the margins.
  const highest = Math.max(...bars.map((bar) => bar.high));
  const lowest = Math.min(...bars.map((bar) => bar.low));
  const y = (value: number): number =>
    Math.round(HEIGHT * (0.18 + 0.64 * ((highest - value) / (highest - lowest))));
  return bars.map((bar, index) => ({
    x: 14 + index * 18.6,
    top: y(bar.top),
    bottom: Math.max(y(bar.bottom), y(bar.top) + 3),
    high: y(bar.high),
    low: y(bar.low),
    rising: bar.close >= bar.open,
  }));
}

/** The drawn placeholder for a story without a picture, in the theme's colors. */
export function NewsPicture({ seed }: { seed: number }): ReactNode {
  return (
    <svg
      className="ob-news-drawing"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <path className="ob-news-drawing-grid" d="M0 45h320M0 90h320M0 135h320" />
      {candlesOf(seed).map((candle) => (
        <g key={candle.x} data-side={candle.rising ? 'rising' : 'falling'}>
          <path d={`M${candle.x + 4.5} ${candle.high}V${candle.low}`} />
          <rect x={candle.x} y={candle.top} width="9" height={candle.bottom - candle.top} rx="1" />
        </g>
      ))}
    </svg>
  );
}
