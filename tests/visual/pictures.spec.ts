// The pictures of the README and the docs, taken from the running app: `npm run visual -- --update` takes them again.
import { adviceFor, comparePicture } from './compare.ts';
import { docsPictures } from './docs-pictures.ts';
import { expect, test } from './still-test.ts';

test('the pictures of the README and the docs match the app', async ({ look, browser }) => {
  const judge = await browser.newPage();
  const differing: string[] = [];
  for (const { name, theme, still } of docsPictures) {
    const shown = look('desktop', theme);
    const page = await shown.open(still);
    const difference = await comparePicture(judge, page, name);
    if (difference !== null) differing.push(difference);
    await shown.close();
  }
  await judge.close();
  expect(differing, adviceFor(browser.version())).toEqual([]);
});
