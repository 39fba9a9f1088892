// How far a page moves when its data arrives: the skeletons have the size of the content.
import type { BrowserContext, Page } from '@playwright/test';
import type { StillPage } from './still-pages.ts';

/** The maximum cumulative layout shift of a page. */
const MOST = 0.02;
/** Milliseconds that a response is held back, so that the skeleton is painted. */
const DELAY = 300;

/** Its state is the feed's: an interruption of the connection shows Retry, which may wrap the row. */
const LIVE_PAGE = 'market-data-trade-flash';

/** Whether the page opens without actions, which may move it, and shows nothing live. */
export const isMeasured = ({ enter, name }: StillPage): boolean => enter === undefined && name !== LIVE_PAGE;

/** Sums the layout shifts of each document opened from now on, and delays every response of the API. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen = { shift: 0, moved: [] as string[] };
    Object.assign(window, { __shifts: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          readonly value: number;
          readonly hadRecentInput: boolean;
          readonly sources: readonly { readonly node: Node | null }[];
        };
        if (hadRecentInput) continue;
        seen.shift += value;
        for (const { node } of sources)
          seen.moved.push(node instanceof Element ? `${node.tagName}.${node.className}` : '#text');
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await context.route('**/api/web/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, DELAY));
    await route.continue();
  });
}

/** The shift of a page opened after `watchShifts`, with the elements that moved, if it is too large. */
export async function shiftFindings(page: Page): Promise<string[]> {
  const { shift, moved } = await page.evaluate(
    () => (window as unknown as { readonly __shifts: { shift: number; moved: string[] } }).__shifts,
  );
  return shift < MOST ? [] : [`moved by ${shift.toFixed(3)} (${[...new Set(moved)].join(', ')})`];
}
