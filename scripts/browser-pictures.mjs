// `npm run browser-pictures`: takes the pictures of Firefox and WebKitGTK in docs/images/browsers, for review. No test
// compares them.
import { join } from 'node:path';
import { buildWeb } from './build-web.mjs';
import { ensureEngines } from './engines.mjs';
import { bin, root, run } from './run.mjs';

const missing = ensureEngines();
if (missing.length > 0) throw new Error(`Install ${missing.join(', ')} and try again.`);
await buildWeb();
const cli = join(root, 'node_modules/@playwright/test/cli.js');
const { code } = await run(bin('node'), [cli, 'test', '--config', 'tests/journeys'], {
  inherit: true,
  env: { OPENBELL_BROWSER_PICTURES: '1' },
});
process.exit(code);
