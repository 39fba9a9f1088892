'use client';

import { useTheme } from '@openbell/react-hooks';
import type { ReactNode } from 'react';
import { useTexts } from '../../primitives/index.ts';

export interface ChartWidgetProps {
  ticker: string;
}

/**
 * TradingView's chart in an iframe, so that the provider's script does not run in the page. Used when the site is
 * configured for it; the page's content security policy must allow the frame.
 */
export function ChartWidget({ ticker }: ChartWidgetProps): ReactNode {
  const text = useTexts();
  const { theme } = useTheme();
  const address = new URL('https://s.tradingview.com/widgetembed/');
  address.search = new URLSearchParams({
    symbol: ticker,
    interval: 'D',
    theme,
    style: '1',
    locale: 'en',
  }).toString();
  return (
    <iframe
      // A new frame: another URL in the same one would be a step of the browser's history.
      key={address.href}
      className="ob-chart-frame"
      title={text('market.graph.title', { ticker })}
      src={address.href}
      sandbox="allow-scripts allow-same-origin allow-popups"
      referrerPolicy="no-referrer"
    />
  );
}
