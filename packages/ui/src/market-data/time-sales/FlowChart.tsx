'use client';

import { type FlowMinute, shortDollarsText } from '@openbell/core/time-sales';
import type { ReactNode } from 'react';
import { useTexts } from '../../primitives/index.ts';

const height = 40;

/**
 * Net premium by minute: calls in the upper half and puts in the lower one, each around its own zero line, bought up
 * and sold down. The sums are shown as text next to it.
 */
export function FlowChart({ flow }: { flow: readonly FlowMinute[] }): ReactNode {
  const text = useTexts();
  if (flow.length < 2) return null;
  const calls = flow.reduce((sum, minute) => sum + minute.calls, 0);
  const puts = flow.reduce((sum, minute) => sum + minute.puts, 0);
  return (
    <figure className="ob-flow" data-part="flow">
      <FlowLine flow={flow} part="calls" label={text('market.flow.calls', { sum: signed(calls) })} />
      <FlowLine flow={flow} part="puts" label={text('market.flow.puts', { sum: signed(puts) })} />
    </figure>
  );
}

function signed(dollars: number): string {
  return `${dollars < 0 ? '−' : '+'}${shortDollarsText(Math.abs(dollars))}`;
}

function FlowLine({
  flow,
  part,
  label,
}: {
  flow: readonly FlowMinute[];
  part: 'calls' | 'puts';
  label: string;
}) {
  const first = flow[0]?.time ?? 0;
  const minutes = ((flow.at(-1)?.time ?? first) - first) / 60_000 + 1;
  const largest = Math.max(1, ...flow.map((minute) => Math.abs(minute[part])));
  const middle = height / 2;
  let bought = '';
  let sold = '';
  for (const minute of flow) {
    const x = (minute.time - first) / 60_000;
    // The square root keeps quiet minutes visible next to the largest, as in the tape's weight bars.
    const bar = Math.sqrt(Math.abs(minute[part]) / largest) * middle;
    if (minute[part] > 0) bought += `M${x} ${middle}v${-bar.toFixed(2)}h1v${bar.toFixed(2)}z`;
    else if (minute[part] < 0) sold += `M${x} ${middle}v${bar.toFixed(2)}h1v${-bar.toFixed(2)}z`;
  }
  return (
    <div className="ob-flow-line">
      <span className="ob-flow-label">{label}</span>
      <svg
        viewBox={`0 0 ${minutes} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        <path className="ob-flow-bought" d={bought} />
        <path className="ob-flow-sold" d={sold} />
        <path className="ob-flow-middle" d={`M0 ${middle}h${minutes}`} vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  );
}
