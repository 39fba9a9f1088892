// Every page and the whole gallery as they were drawn, at three sizes and in both themes, and the gallery mirrored:
// `npm run visual`.
import { adviceFor, comparePage, isCompared } from './compare.ts';
import { pagesOf, walkers } from './every-page.ts';
import { forceState } from './forced-states.ts';
import { expect, sizes, test } from './still-test.ts';

for (const device of ['phone', 'tablet', 'desktop'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    test(`${device}, ${theme}: every page and the gallery match their pictures`, async ({
      look,
      browser,
    }) => {
      test.setTimeout(900_000);
      const shown = look(device, theme);
      const judge = await browser.newPage();
      const differing: string[] = [];
      for (const who of walkers) {
        for (const still of await pagesOf(shown, who)) {
          const name = `${device}-${theme}/${still.name}`;
          const names =
            device === 'desktop' && still.hasStates === true
              ? [name, `${name}-hover`, `${name}-focus`]
              : [name];
          if (!names.some(isCompared)) continue;
          await test.step(still.name, async () => {
            const page = await shown.open(still);
            await page.setViewportSize(sizes[device]);
            // With something open over the page, only the viewport is compared.
            const isWhole = still.enter === undefined && !still.isOverlay;
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

test('desktop, light, right to left: the gallery matches its pictures', async ({ look, browser }) => {
  test.setTimeout(900_000);
  const shown = look('desktop', 'light');
  const judge = await browser.newPage();
  const differing: string[] = [];
  for (const still of await pagesOf(shown, 'gallery')) {
    if (!isCompared(`desktop-rtl/${still.name}`)) continue;
    await test.step(still.name, async () => {
      const page = await shown.open({ ...still, path: `${still.path}&dir=rtl` });
      const difference = await comparePage(judge, page, `desktop-rtl/${still.name}`, !still.isOverlay);
      if (difference !== null) differing.push(difference);
    });
  }
  await judge.close();
  expect(differing, adviceFor(browser.version())).toEqual([]);
});
