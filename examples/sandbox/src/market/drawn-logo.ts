import type { TickerLogo } from '@openbell/example-server';

/** Draws a logo for a simulated company: its ticker on a color by its letters. Real logos are trademarks. */
export function drawnLogo(ticker: string): TickerLogo {
  let hue = 0;
  for (const letter of ticker) hue = (hue * 31 + letter.charCodeAt(0)) % 360;
  const letters = ticker.slice(0, 2);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">` +
    `<rect width="64" height="64" rx="14" fill="hsl(${hue} 46% 34%)"/>` +
    `<text x="32" y="33" fill="#fff" font-family="system-ui,sans-serif" font-size="26" font-weight="600" ` +
    `text-anchor="middle" dominant-baseline="central">${letters}</text></svg>`;
  return { type: 'image/svg+xml', bytes: new TextEncoder().encode(svg) };
}
