// axe in a page, without a page of its own for each run: most of what AxeBuilder takes is not axe.
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
 * What axe finds: a line a rule, with where. Frames are looked into as well.
 *
 * @param except Rules that do not speak of this page.
 * @param only These rules alone.
 */
export async function axeViolations(
  page: Page,
  except: readonly string[] = [],
  only: readonly string[] | null = null,
): Promise<string[]> {
  await atRest(page);
  const { violations } =
    page.frames().length > 1 ? await inFrames(page, only).analyze() : await run(page, only);
  return violations
    .filter(({ id }) => !except.includes(id))
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}

/** What has just been asked for is drawn, and what moves has come to its end: half-way, anything may cover anything. */
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

function inFrames(page: Page, only: readonly string[] | null): AxeBuilder {
  const builder = new AxeBuilder({ page });
  return only === null ? builder : builder.withRules([...only]);
}

async function run(page: Page, only: readonly string[] | null): Promise<Findings> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as {
      axe: { run(context: Document, options: object): Promise<Findings> };
    };
    const runOnly = rules === null ? {} : { runOnly: { type: 'rule', values: rules } };
    const { violations } = await axe.run(document, { resultTypes: ['violations'], ...runOnly });
    return { violations };
  }, only);
}
