// Every page, each loaded once. `npm run test:long` covers every device and theme, popups and the gallery.
import { inspectInOneVisit, walkers } from '../visual/every-page.ts';
import { test } from '../visual/still-test.ts';

for (const role of walkers.filter((one) => one !== 'gallery')) {
  test(`${role}: every page is accessible, reachable by keyboard, still and not cut off [access.trusted-types] [look.axe] [look.keyboard] [look.skip] [look.zoom] [look.narrow] [look.forced-colors] [look.reduced-motion] [look.shift]`, async ({
    look,
  }) => {
    test.setTimeout(240_000);
    await inspectInOneVisit(look('desktop', 'light'), role);
  });
}
