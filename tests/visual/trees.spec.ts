// The accessibility tree of every page, as a text that is reviewed like code: `npm run visual -- --update` writes it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noteUnrecorded } from '../support/unrecorded.ts';
import { productPages } from './still-pages.ts';
import { expect, test } from './still-test.ts';

const folder = join(import.meta.dirname, 'trees');
const isUpdating = process.env.OPENBELL_VISUAL === 'update';
const isAdding = process.env.OPENBELL_VISUAL === 'missing';

for (const who of ['visitor', 'member', 'subscriber'] as const)
  test(`${who}: the accessibility tree of every page is as reviewed`, async ({ look }) => {
    test.setTimeout(600_000);
    const shown = look('desktop', 'light');
    for (const still of productPages.filter(({ as }) => as === who)) {
      if (isAdding && existsSync(join(folder, `${still.name}.yml`))) continue;
      await test.step(still.name, async () => {
        const page = await shown.open(still);
        // A key hydrates a public page's islands, once their script listens; forms are disabled until then.
        const countInert = async () => {
          await page.keyboard.press('Shift');
          return page.locator('[data-island]:not([data-live]), .site-live:disabled').count();
        };
        await expect.poll(countInert).toBe(0);
        const readTree = async () => `${await page.locator('body').ariaSnapshot()}\n`;
        const file = join(folder, `${still.name}.yml`);
        if (isUpdating || !existsSync(file)) {
          if (!isUpdating) noteUnrecorded(`new accessibility tree: ${still.name}`);
          mkdirSync(folder, { recursive: true });
          writeFileSync(file, await readTree());
        }
        // Effects of the hydrated parts may still be running.
        await expect.soft.poll(readTree, { message: still.name }).toBe(readFileSync(file, 'utf8'));
      });
    }
  });
