// Pictures of five pages in each browser, of the data and at the time of the visual tests.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { FROZEN_AT } from '../support/frozen-at.ts';
import { createRestartableServer, type RestartableServer } from '../support/restartable-server.ts';
import { expect, password, test, users } from './journey-test.ts';
import { css, type Query, role } from './view.ts';

const folder = join(import.meta.dirname, '../../docs/images/browsers');

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly ready: Query;
}

const pictures: readonly Picture[] = [
  { name: 'landing', path: '/', ready: css('button:enabled', { text: 'Enroll' }) },
  { name: 'signin', path: '/signin', ready: role('button', 'Sign in') },
  { name: 'dashboard', path: '/dashboard', ready: role('article') },
  { name: 'chat', path: '/chat', ready: css('.ob-message') },
  { name: 'market-data', path: '/market-data', ready: css('*', { text: 'Apple' }) },
];
const ofVisitors = ['landing', 'signin'];

/** Stops the page's clock. */
const startScript = `globalThis.Date = class extends Date {
  constructor(...values) {
    if (values.length === 0) super(${FROZEN_AT});
    else super(...values);
  }
  static now() {
    return ${FROZEN_AT};
  }
};`;

/** Waits until fonts and images are loaded and painted. */
const settle = `(async () => {
  await document.fonts.ready;
  // WebKit never decodes a lazy image outside the window.
  for (const image of document.images) image.loading = 'eager';
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return true;
})()`;

test.use({ startScript });

let server: RestartableServer;
test.beforeAll(async () => {
  server = await createRestartableServer({ CAPTCHA: 'off' }, 'tests/support/frozen-server.ts');
  await server.start();
  process.env.OPENBELL_WEB_URL = server.url;
});
test.afterAll(() => server.close());

for (const { name, path, ready } of pictures)
  test(`takes the picture of ${name}`, async ({ engine, visit, request }) => {
    const { view } = await visit();
    if (!ofVisitors.includes(name)) {
      const data = { username: users.subscriber, password, remember: true, type: 'manual' };
      const { access } = await (await request.post('/api/web/login', { data })).json();
      await view.open('/terms');
      await view.tab.evaluate(`localStorage.setItem('accessToken', ${JSON.stringify(access)})`);
    }
    await view.open(path);
    await view.see(ready);
    // A key hydrates a public page's islands, once their script listens.
    const countInert = async () => {
      await view.tab.press('Shift');
      return view.tab.evaluate(`document.querySelectorAll('[data-island]:not([data-live])').length`);
    };
    await expect.poll(countInert).toBe(0);
    // A pointer over a control would show its hover state.
    await view.tab.move(1, 1);
    await view.tab.evaluate(settle);
    mkdirSync(folder, { recursive: true });
    await sharp(await view.tab.screenshot())
      .resize({ width: 720 })
      .webp({ quality: 80 })
      .toFile(join(folder, `${engine.name}-${name}.webp`));
  });
