// `npm run visual`: compares every page and the gallery in three sizes and two themes with tests/visual/baselines,
// and their accessibility trees with tests/visual/trees.
// `npm run visual -- --update` updates the baselines, `--missing` adds those of new pages (`npm run record`); other
// arguments are passed to Playwright.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { buildWeb } from './build-web.mjs';
import { bin, root, run } from './run.mjs';

const args = process.argv.slice(2);
const update = args.includes('--update');
const missing = args.includes('--missing');
const chosen = args.filter((arg) => arg !== '--update' && arg !== '--missing');
await buildWeb();
// Deletes everything kept first, so that nothing of removed pages remains.
if (update && chosen.length === 0) {
  for (const folder of ['baselines', 'trees'])
    rmSync(join(root, 'tests/visual', folder), { recursive: true, force: true });
}
const cli = join(root, 'node_modules/@playwright/test/cli.js');
const { code } = await run(bin('node'), [cli, 'test', '--config', 'tests/visual', ...chosen], {
  inherit: true,
  env: {
    CHROME_PATH: ensureBrowser(),
    FONTCONFIG_FILE: join(root, 'tests/visual/fonts.conf'),
    ...(update || missing ? { OPENBELL_VISUAL: update ? 'update' : 'missing' } : {}),
  },
});
if (code === 0 && update)
  console.log('Review the changes of tests/visual/baselines and trees before you commit them.');
process.exit(code);
