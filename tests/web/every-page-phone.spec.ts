// Every page on a phone: axe in both themes, and the narrowest of screens. The gallery is walked by `npm run visual`.
import { inspectPages, walkers } from '../visual/every-page.ts';
import { test } from '../visual/still-test.ts';

for (const who of walkers.filter((one) => one !== 'gallery')) {
  test(`${who}, every page on a phone: nothing for axe in either theme and nothing cut off at 320 px [look.axe] [look.narrow]`, async ({
    look,
  }) => {
    test.setTimeout(240_000);
    await inspectPages({
      look: look('phone', 'dark'),
      device: 'phone',
      who,
      narrow: { width: 320, height: 640 },
      byKeys: false,
      overlays: false,
    });
  });
}
