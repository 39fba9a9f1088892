// Every page on a desktop: axe in both themes, the keyboard in forced colours, and twice the size.
import { inspectPages, walkers } from '../visual/every-page.ts';
import { test } from '../visual/still-test.ts';

// The gallery on a desktop, and all that lies over it: `npm run visual`.
for (const who of walkers.filter((one) => one !== 'gallery')) {
  test(`${who}, every page on a desktop: nothing for axe in either theme, all of it within reach of Tab with a ring in forced colours and nothing cut off at 200 % [look.axe] [look.keyboard] [look.zoom] [look.forced-colours]`, async ({
    look,
  }) => {
    test.setTimeout(240_000);
    await inspectPages({
      look: look('desktop', 'light'),
      device: 'desktop',
      who,
      narrow: { width: 720, height: 450 },
      byKeys: true,
      overlays: false,
    });
  });
}
