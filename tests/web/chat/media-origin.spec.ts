// Chat media on a separate origin (MEDIA_ORIGIN) in a browser: policies, CORS, downloads.
import { createRestartableServer } from '../../support/restartable-server.ts';
import { expect, signIn, test, users } from '../app-test.ts';
import { log, openGroupChat } from './chat-pages.ts';
import { pdf, png, wav } from './small-files.ts';

const mediaOf = (site: string): string => site.replace('127.0.0.1', 'localhost');

test.use({
  baseURL: async ({ appTheme: _ }, use) => {
    const server = await createRestartableServer((url) => ({
      RATE_LIMITS: 'off',
      PUBLIC_URL: url,
      MEDIA_ORIGIN: mediaOf(url),
    }));
    await server.start();
    await use(server.url);
    await server.close();
  },
});

test('serves pictures, audio and documents from a separate media origin [chat.media-origin]', async ({
  page,
  baseURL,
}) => {
  const site = String(baseURL);
  await signIn(page, users.subscriber);
  await openGroupChat(page);
  const last = log(page).getByRole('article').last();
  const send = page.getByRole('button', { name: 'Send', exact: true });

  await page.locator('input[type=file][accept*="image"]').setInputFiles(png('chart.png'));
  await send.click();
  const image = last.getByRole('button', { name: 'Open chart.png' }).locator('img');
  await expect(image).toHaveAttribute('src', new RegExp(`^${mediaOf(site)}/media/chat/`));
  await expect(image).not.toHaveJSProperty('naturalWidth', 0);
  const address = (await image.getAttribute('src')) ?? '';

  await page.locator('input[type=file][accept*="image"]').setInputFiles(wav);
  await send.click();
  const note = last.getByRole('group', { name: wav.name });
  await expect(note.getByRole('slider', { name: 'Position' })).toBeEnabled();
  // The waveform is computed from the fetched file, so CORS allows the site to read it.
  await expect(note.locator('svg rect')).toHaveCount(48);

  await page.locator('input[type=file][accept*=".pdf"]').setInputFiles(pdf);
  await send.click();
  const download = page.waitForEvent('download');
  await last.getByRole('button', { name: `Download ${pdf.name}` }).click();
  expect((await download).suggestedFilename()).toBe(pdf.name);

  await test.step("neither origin serves the other's content", async () => {
    expect((await page.request.get(address.replace(mediaOf(site), site))).status()).toBe(404);
    expect((await page.request.get(address)).status()).toBe(200);
    expect((await page.request.get(`${mediaOf(site)}/chat`)).status()).toBe(404);
  });
});
