// Runs axe in the page itself; AxeBuilder opens an extra page per run, which takes most of the time.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type Findings = Pick<Awaited<ReturnType<AxeBuilder['analyze']>>, 'violations'>;

const require = createRequire(import.meta.url);
const source = readFileSync(
  createRequire(require.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/**
 * Returns the violations that axe finds, one line per rule, frames included.
 *
 * @param except Rules to ignore.
 */
export async function axeViolations(page: Page, except: readonly string[] = []): Promise<string[]> {
  await atRest(page);
  const { violations } =
    page.frames().length > 1 ? await new AxeBuilder({ page }).analyze() : await run(page);
  return violations
    .filter(({ id }) => !except.includes(id))
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}

/** Waits for two frames and for running animations: elements in motion can cover each other. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const ending = document.getAnimations().filter(({ effect, timeline, playState }) => {
      const end = effect?.getComputedTiming().endTime;
      return (
        timeline instanceof DocumentTimeline && playState === 'running' && end !== Number.POSITIVE_INFINITY
      );
    });
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

async function run(page: Page): Promise<Findings> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(context: Document, options: object): Promise<Findings> };
    };
    // Without parsing all stylesheets, which only an experimental rule reads.
    const preload = { assets: ['media'] };
    const { violations } = await axe.run(document, { resultTypes: ['violations'], preload });
    return { violations };
  });
}
