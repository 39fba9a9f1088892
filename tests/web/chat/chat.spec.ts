// Two members chat in two browsers over the real server, and files wait for a connection.
import type { Locator } from '@playwright/test';
import { expect, expectAccessible, test, users } from '../app-test.ts';
import { bubble, composer, log, signInToGroupChat, write } from './chat-pages.ts';
import { pdf } from './small-files.ts';

test(
  'shows messages, typing and ticks live to two members [chat.one-pane] [chat.ticks]',
  { tag: ['@phone', '@smoke'] },
  async ({ page, openContext }, info) => {
    // All projects share the chat: each has its own texts.
    const fromSubscriber = `Good morning from the subscriber, ${info.project.name}`;
    const fromMentor = `Good morning from the mentor, ${info.project.name}`;
    const mentor = await (await openContext()).newPage();
    await signInToGroupChat(page, users.subscriber);
    await signInToGroupChat(mentor, users.mentor);
    await expectAccessible(page);

    await test.step('the list is virtualized', async () => {
      expect(await log(page).getByRole('article').count()).toBeLessThan(80);
    });

    await test.step('a message arrives immediately and its ticks change', async () => {
      await write(page, fromSubscriber);
      await expect(bubble(mentor, fromSubscriber)).toHaveCount(1);
      await expect(bubble(page, fromSubscriber)).toHaveCount(1);
      await expect(bubble(page, fromSubscriber).getByRole('img', { name: 'Seen' })).toBeAttached();
    });

    await test.step('ticks are gray when delivered, indigo when seen', async () => {
      const { delivered, seen } = await tickColours(bubble(page, fromSubscriber));
      expect(delivered.colourfulness).toBeLessThan(0.25);
      expect(seen.colourfulness).toBeGreaterThan(0.25);
      expect(seen.hue).toBeGreaterThan(215);
      expect(seen.hue).toBeLessThan(265);
    });

    await test.step('typing is shown while it lasts', async () => {
      await composer(mentor).pressSequentially('Good mor');
      await expect(page.getByText(/is typing\.\.\./).first()).toBeVisible();
      await write(mentor, fromMentor);
      await expect(bubble(page, fromMentor)).toHaveCount(1);
      await expect(page.getByText(/is typing\.\.\./)).toHaveCount(0);
      await expect(bubble(mentor, fromMentor).getByRole('img', { name: 'Seen' })).toBeAttached();
    });

    if (info.project.name.startsWith('phone')) {
      await test.step('what a long press opened stays open when the finger is lifted', async () => {
        const words = await bubble(page, fromMentor).getByText(fromMentor).boundingBox();
        if (words === null) throw new Error('The message is not on the screen.');
        const finger = await page.context().newCDPSession(page);
        const touchPoints = [{ x: words.x + words.width / 2, y: words.y + words.height / 2 }];
        await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
        await expect(page.getByRole('menuitem', { name: 'Reply' })).toBeVisible();
        await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        await page.getByRole('menuitem', { name: 'Reply' }).tap();
        await page.getByRole('button', { name: 'Cancel reply' }).tap();
      });

      await test.step("text uses the phone's width regardless of buttons", async () => {
        const room = await composer(page).boundingBox();
        expect(room?.width).toBeGreaterThan((page.viewportSize()?.width ?? 0) * 0.8);
      });

      await test.step('a phone shows one pane at a time, with a back button', async () => {
        const list = page.getByRole('navigation', { name: 'Chats' });
        await expect(list).toBeHidden();
        await page.getByRole('button', { name: 'Back' }).click();
        await expect(list).toBeVisible();
        await expect(log(page)).toHaveCount(0);
        await list.getByRole('link').first().click();
        await expect(bubble(page, fromMentor)).toBeVisible();
      });
    }

    await test.step('sending an empty message shows an error', async () => {
      await composer(page).press('Enter');
      await expect(page.getByText('Please enter a message or select a file to send.')).toBeVisible();
    });
  },
);

test('keeps unsent files across a reload and sends them then [chat.files-survive-reload]', {
  tag: '@smoke',
}, async ({ page, expectedComplaints }) => {
  expectedComplaints.push(/Failed to load resource/);
  // Other tests, and a repetition of this one, post to the same chat.
  const id = crypto.randomUUID();
  const name = `Kept over the night ${id}.pdf`;
  const text = `Words beside the file ${id}`;
  await signInToGroupChat(page, users.subscriber);
  await page.route(/\/web\/chat\/\d+$/, async (route) => {
    if (route.request().method() === 'POST') await route.abort();
    else await route.continue();
  });
  await page.locator('input[type=file][accept*=".pdf"]').setInputFiles({ ...pdf, name });
  await composer(page).fill(text);
  await composer(page).press('Enter');
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await page.reload();
  await expect(bubble(page, text)).toContainText(name);
  await page.unroute(/\/web\/chat\/\d+$/);
  // It may be sent automatically at any moment; press Retry as long as it is there.
  const sent = page.getByRole('button', { name: `Download ${name}` });
  await expect(async () => {
    const retries = page.getByRole('button', { name: 'Retry' });
    await retries.evaluateAll(([button]) => (button as HTMLElement | undefined)?.click());
    expect(await sent.isVisible()).toBe(true);
  }).toPass();
  await expect(bubble(page, text)).toHaveCount(1);
});

/** The colors of a seen message's tick, and of the same tick when only delivered. */
async function tickColours(message: Locator) {
  return message.locator('.ob-message-tick').evaluate((tick) => {
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const look = (status: string) => {
      const one = tick.cloneNode(true) as HTMLElement;
      one.dataset.status = status;
      tick.after(one);
      const icon = one.querySelector('svg');
      if (pen === null || icon === null) throw new Error('There is no tick.');
      pen.fillStyle = getComputedStyle(icon).stroke;
      pen.fillRect(0, 0, 1, 1);
      one.remove();
      const [r = 0, g = 0, b = 0] = pen.getImageData(0, 0, 1, 1).data;
      const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
      const turn = most === r ? (g - b) / (most - least) : 2 + (b - r) / (most - least);
      const hue = most === b ? 4 + (r - g) / (most - least) : turn;
      return { hue: (hue * 60 + 360) % 360, colourfulness: (most - least) / 255, paths: icon.innerHTML };
    };
    return { delivered: look('delivered'), seen: look('seen') };
  });
}
