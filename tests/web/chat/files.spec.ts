// Files in a chat: each kind of message with a real file, the clipboard, and Chromium's fake microphone.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test, users } from '../app-test.ts';
import { browser, browserArgs } from '../browsers.ts';
import { composer, log, openGroupChat } from './chat-pages.ts';
import { docx, gif, pdf, png, type SmallFile, txt, wav } from './small-files.ts';

test.use({
  // A server of its own: messages and blocks here must not affect other tests.
  baseURL: async ({ ownServer }, use) => {
    await use(ownServer.url);
  },
  permissions: ['microphone', 'clipboard-read', 'clipboard-write'],
  launchOptions: {
    executablePath: browser,
    args: [...browserArgs, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
});

const media = (page: Page) => page.locator('input[type=file][accept*="image"]');
const documents = (page: Page) => page.locator('input[type=file][accept*=".pdf"]');
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true }).click();
const last = (page: Page) => log(page).getByRole('article').last();

/** Half a second of video, encoded by the browser. */
async function film(page: Page): Promise<SmallFile> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 160;
    canvas.height = 90;
    const pen = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.ondataavailable = (event) => parts.push(event.data);
    const done = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let i = 0; i < 6; i += 1) {
      if (pen) pen.fillStyle = i % 2 === 0 ? 'teal' : 'gold';
      pen?.fillRect(0, 0, 160, 90);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    recorder.stop();
    await done;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return { name: 'opening.webm', mimeType: 'video/webm', buffer: Buffer.from(bytes) };
}

test('sends every kind of message with a real file [chat.message-kinds] [chat.side-panel] [chat.zoom] [chat.download-failed]', async ({
  page,
  openContext,
  expectedComplaints,
}) => {
  const mentor = await (await openContext()).newPage();
  await Promise.all([signIn(page, users.subscriber), signIn(mentor, users.mentor)]);
  await Promise.all([openGroupChat(page), openGroupChat(mentor)]);

  await test.step('an image with text', async () => {
    await media(page).setInputFiles(png('chart.png'));
    await expect(page.getByRole('button', { name: 'Remove chart.png' })).toBeVisible();
    await composer(page).fill('The chart of this morning');
    await composer(page).press('Enter');
    await expect(last(mentor).getByRole('button', { name: 'Open chart.png' })).toBeVisible();
    await expect(last(mentor)).toContainText('The chart of this morning');
    // Equal margins on both sides of the sender's bubble, regardless of the tick.
    const own = last(page).getByRole('button', { name: 'Open chart.png' });
    await expect(own).toBeVisible();
    const unevenness = (): Promise<number> =>
      own.evaluate((picture) => {
        const inner = picture.getBoundingClientRect();
        const outer = picture.closest('.ob-message-bubble')?.getBoundingClientRect();
        if (outer === undefined) throw new Error('The picture is in no bubble.');
        return Math.abs(inner.left - outer.left - (outer.right - inner.right));
      });
    await expect.poll(unevenness).toBeLessThan(2);
  });

  await test.step('several images in one message, without a removed one', async () => {
    await media(page).setInputFiles([png('a.png'), png('b.png', 200, 200, 60), png('c.png')]);
    await page.getByRole('button', { name: 'Remove c.png' }).click();
    await send(page);
    await expect(last(mentor).getByRole('button', { name: /Open [ab]\.png/ })).toHaveCount(2);
  });

  await test.step('documents, audio and video in separate messages', async () => {
    await documents(page).setInputFiles([pdf, docx, txt, gif]);
    await send(page);
    for (const name of [pdf.name, docx.name, txt.name])
      await expect(log(mentor).getByRole('button', { name: `Download ${name}` })).toBeVisible();
    await expect(log(mentor).getByRole('button', { name: 'Open dot.gif' })).toBeVisible();
    await media(page).setInputFiles(wav);
    await send(page);
    await expect(last(mentor).getByRole('group', { name: 'bell.wav' })).toBeVisible();
    await expect(last(mentor).getByRole('slider', { name: 'Position' })).toBeEnabled();
    await last(mentor).getByRole('button', { name: 'Play' }).click();
    await expect(last(mentor).getByRole('button', { name: 'Pause' })).toBeVisible();
    await media(page).setInputFiles(await film(page));
    await send(page);
    await expect(last(mentor).locator('video')).toHaveJSProperty('videoWidth', 160);
  });

  await test.step('a pasted picture is attached; a rejected file shows its reason', async () => {
    await composer(page).focus();
    await page.evaluate(async () => {
      const canvas = document.createElement('canvas');
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      if (blob) await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    });
    await page.keyboard.press('ControlOrMeta+v');
    await expect(page.getByRole('button', { name: /^Remove .*\.png$/ })).toBeVisible();
    await media(page).setInputFiles({
      name: 'x.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg/>'),
    });
    await expect(page.getByText('x.svg can’t be sent: unsupported file type.')).toBeVisible();
    await page.getByRole('button', { name: /^Remove .*\.png$/ }).click();
  });

  await test.step('the side panel lists media, documents and members; the zoom modal takes arrow keys', async () => {
    await mentor.getByRole('button', { name: 'Chat details' }).click();
    const panel = mentor.getByRole('complementary', { name: 'Chat details' });
    await expect(panel.getByRole('button', { name: /^Open / })).toHaveCount(2);
    await expect(panel.getByText(/^\+\d+ more$/)).toBeVisible();
    await expect(
      panel.getByRole('region', { name: 'Users' }).getByText('You', { exact: true }),
    ).toBeVisible();
    await expectAccessible(mentor);
    const download = mentor.waitForEvent('download');
    await panel.getByRole('button', { name: `Download ${pdf.name}` }).click();
    expect((await download).suggestedFilename()).toBe(pdf.name);
    expectedComplaints.push(/Failed to load resource/);
    await mentor.route('**/media/chat/**', (route) => route.fulfill({ status: 500 }));
    await panel.getByRole('button', { name: `Download ${txt.name}` }).click();
    await expect(panel.getByText('Download failed. Please try again.')).toBeVisible();
    await mentor.unroute('**/media/chat/**');

    await panel
      .getByRole('button', { name: /^Open / })
      .last()
      .click();
    const zoom = mentor.getByRole('dialog');
    await expect(zoom.getByRole('status')).toHaveText(/^2 of \d+$/);
    await mentor.keyboard.press('ArrowRight');
    await expect(zoom.getByRole('status')).toHaveText(/^3 of \d+$/);
    await mentor.keyboard.press('Escape');
    await expect(zoom).toHaveCount(0);
  });

  await test.step('a voice note is recorded, timed and sent', async () => {
    await page.getByRole('button', { name: 'Record a voice message' }).click();
    await expect(page.getByRole('timer')).toHaveText(/^00:(?!00)/);
    await page.getByRole('button', { name: 'Stop recording' }).click();
    await expect(page.getByRole('button', { name: 'Remove voice-message.webm' })).toBeVisible();
    await send(page);
    const note = last(mentor).getByRole('group', { name: 'voice-message.webm' });
    await expect(note.getByRole('slider', { name: 'Position' })).toBeEnabled();
    // The waveform of the recording as decoded by the browser.
    await expect(note.locator('svg rect')).toHaveCount(48);
  });
});

/** A photo of 15 megapixels with the noise of a camera. */
async function photo(page: Page): Promise<SmallFile> {
  const bytes = await page.evaluate(async () => {
    const noise = new ImageData(256, 256);
    for (let i = 0; i < noise.data.length; i += 1)
      noise.data[i] = i % 4 === 3 ? 255 : 120 + ((i * 7919) % 23);
    const canvas = new OffscreenCanvas(5000, 3000);
    const pen = canvas.getContext('2d');
    if (pen === null) throw new Error('The browser has no canvas of this size.');
    const pattern = pen.createPattern(await createImageBitmap(noise), 'repeat');
    if (pattern !== null) pen.fillStyle = pattern;
    pen.fillRect(0, 0, 5000, 3000);
    const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 });
    const reader = new FileReader();
    reader.readAsDataURL(file);
    await new Promise((resolve) => {
      reader.onload = resolve;
    });
    return String(reader.result).split(',')[1] ?? '';
  });
  return { name: 'screens.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes, 'base64') };
}

test('makes a large photo smaller before it is sent [chat.upload-progress]', async ({ page }) => {
  await signIn(page, users.subscriber);
  await openGroupChat(page);
  const taken = await photo(page);
  await media(page).setInputFiles(taken);
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'POST' && /\/web\/chat\/\d+$/.test(one.url())),
    send(page),
  ]);
  const shown = last(page).getByRole('button', { name: 'Open screens.jpg' });
  await expect(shown).toBeVisible();
  // `request.sizes()` does not count uploaded files.
  const bytes = Number(await request.headerValue('content-length'));
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(taken.buffer.length);
});
