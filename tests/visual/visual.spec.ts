// Every page and the whole gallery, at three sizes and in both themes, as they were drawn: `npm run visual`.
import { adviceFor, comparePage } from './compare.ts';
import { pagesOf, walkers } from './every-page.ts';
import { forceState } from './forced-states.ts';
import { expect, sizes, test } from './still-test.ts';

for (const device of ['phone', 'tablet', 'desktop'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`${device}, ${theme}: every page and the gallery match their pictures`, async ({
      look,
      browser,
    }) => {
      test.setTimeout(400_000);
      const shown = look(device, theme);
      const judge = await browser.newPage();
      const differing: string[] = [];
      for (const who of walkers) {
        for (const still of await pagesOf(shown, who)) {
          await test.step(still.name, async () => {
            const page = await shown.open(still);
            await page.setViewportSize(sizes[device]);
            // With something open over the page, only the viewport is compared.
            const isWhole = still.enter === undefined && !still.isOverlay;
            const name = `${device}-${theme}/${still.name}`;
            const difference = await comparePage(judge, page, name, isWhole);
            if (difference !== null) differing.push(difference);
            if (device !== 'desktop' || still.hasStates !== true) return;
            for (const state of ['hover', 'focus'] as const) {
              const release = await forceState(page, state);
              const changed = await comparePage(judge, page, `${name}-${state}`, isWhole);
              await release();
              if (changed !== null) differing.push(changed);
            }
          });
        }
      }
      await judge.close();
      expect(differing, adviceFor(browser.version())).toEqual([]);
    });
  }
}
