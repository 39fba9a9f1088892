// Nothing that is read ever jumps: the list in a real browser, over a chat that the test makes up, message by message.
import type { Message } from '@openbell/core/contract';
import type { Page, WebSocketRoute } from '@playwright/test';
import { plainMessage } from '../support/plain-message.ts';
import { expect, people, signIn, test } from './app-test.ts';
import { bubble, composer, log } from './chat-pages.ts';
import { png } from './small-files.ts';

const firstId = 1_000;
const words = 'setups hold until the bell rings and nobody knows which way the tape will turn after it ';

type Told = Pick<Message, 'id'> & Partial<Message>;

const message = ({ id, ...parts }: Told): Message =>
  plainMessage(id, {
    // One line, two, or a paragraph.
    message: `${id}: ${words.repeat(1 + (id % 5)).slice(0, 12 + ((id * 97) % 380))}`,
    sender: { id: 900 + (id % 3), first_name: ['Maya', 'Leo', 'Ines'][id % 3] ?? '', dp: null },
    created_at: new Date(Date.UTC(2026, 10, 18, 14) + id * 40_000).toISOString(),
    ...parts,
  });
const many = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => message({ id: from + index }));

interface MadeUpChat {
  /** The newest page, oldest first. */
  readonly messages?: readonly object[];
  readonly unread?: number;
}

/** Opens a chat that no server has. The function that it gives lets a message come, or change. */
async function openMadeUpChat(
  page: Page,
  { messages = many(firstId, firstId + 120), unread = 0 }: MadeUpChat = {},
): Promise<(told: Told, isNew?: boolean) => void> {
  const chat = {
    id: 7,
    name: 'Opening bell',
    image: null,
    mute: false,
    unread_count: unread,
    first_message_id: firstId,
    last_msg: { message: 'x', message_type: 'TXT', created_at: '2026-11-20T15:00:00.000Z' },
    users: [900, 901, 902].map((id) => ({ user_id: id, user: { id, first_name: 'Maya', dp: null } })),
  };
  let socket: WebSocketRoute | undefined;
  await page.routeWebSocket(/\/api\/ws$/, (route) => {
    socket = route;
  });
  await page.route('**/api/web/chats?*', (route) =>
    route.fulfill({ json: { data: [{ ...chat, messages: [] }] } }),
  );
  await page.route('**/api/web/chat/7?*', (route) =>
    route.fulfill({ json: { data: { ...chat, messages } } }),
  );
  await page.route('**/api/web/chat/7', (route) => route.fulfill({ json: { data: { ...chat, messages } } }));
  await page.route('**/api/web/chat/7/more?*', (route) =>
    route.fulfill({
      json: { data: { ...chat, first_message_id: -1, messages: many(firstId - 50, firstId) } },
    }),
  );
  await page.goto('/chat/7');
  await expect(log(page).getByRole('article').first()).toBeVisible();
  await expect.poll(() => socket !== undefined).toBe(true);
  return (told, isNew = true) =>
    socket?.send(
      JSON.stringify({ type: 'WebFetchMessage', user_id: 900, message: message(told), isScroll: isNew }),
    );
}

const scrollBy = (page: Page, pixels: number): Promise<void> =>
  log(page).evaluate(async (element, by) => {
    element.scrollTop += by;
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }, pixels);

/** Pixels between the view's lower edge and the list's end. */
const fromEnd = (page: Page): Promise<number> => log(page).evaluate((element) => Math.abs(element.scrollTop));

/** A row's upper edge over the view's lower one. */
const placeOf = (page: Page, key: string): Promise<number> =>
  log(page).evaluate((element, wanted) => {
    const row = element.querySelector(`[data-key="${wanted}"]`)?.getBoundingClientRect();
    return row === undefined ? Number.NaN : element.getBoundingClientRect().bottom - row.top;
  }, key);

/** The row that is read, in the middle of the view. */
const readRow = (page: Page): Promise<string> =>
  log(page).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const rows = [...element.querySelectorAll<HTMLElement>('[data-key]')];
    const read = rows.findLast((row) => row.getBoundingClientRect().top <= (top + bottom) / 2);
    return read?.dataset.key ?? '';
  });

/**
 * Does something, and expects that the row that is read stands still in each painted frame meanwhile, or no more than
 * `allowed` pixels off.
 */
async function holdsStill(page: Page, act: () => Promise<unknown>, allowed = 1): Promise<void> {
  const key = await readRow(page);
  const worst = log(page).evaluate(async (element, wanted) => {
    const place = (): number => {
      const row = element.querySelector(`[data-key="${wanted}"]`)?.getBoundingClientRect();
      return row === undefined ? Number.POSITIVE_INFINITY : element.getBoundingClientRect().bottom - row.top;
    };
    const begin = place();
    let off = 0;
    // After a frame has been painted, not before: what is put right in time is never seen.
    for (let frames = Number.POSITIVE_INFINITY; frames > 0; frames -= 1) {
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      off = Math.max(off, Math.abs(place() - begin));
      if (document.body.dataset.held !== undefined && frames > 9) frames = 5;
    }
    delete document.body.dataset.held;
    return off;
  }, key);
  await act();
  await page.evaluate(() => {
    document.body.dataset.held = 'done';
  });
  expect(await worst).toBeLessThanOrEqual(allowed);
}

test('opens at the first unread message, and follows the end within 50 pixels [chat.opens-at-unread] [chat.near-end]', async ({
  page,
}) => {
  await signIn(page, people.subscriber, '/terms');
  const tell = await openMadeUpChat(page, { unread: 40 });
  let next = firstId + 120;

  await test.step('the divider is at the top edge, with read messages above', async () => {
    const line = page.locator('.ob-chat-unread-line');
    await expect(line).toBeVisible();
    const top = await line.evaluate(
      (element) =>
        element.getBoundingClientRect().top -
        (element.closest('.ob-chat-log')?.getBoundingClientRect().top ?? 0),
    );
    // The line's own letters may come after it was placed, a little taller than their stand-ins; what is read stays.
    expect(top).toBeGreaterThanOrEqual(-2);
    expect(top).toBeLessThan(40);
    await expect(bubble(page, `${firstId + 80}: `)).toBeInViewport();
  });

  await test.step('rows on both sides are rendered before scrolling', async () => {
    const drawn = (): Promise<boolean> =>
      log(page).evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        const rows = [...element.querySelectorAll('[data-key]')].map((row) => row.getBoundingClientRect());
        return (rows[0]?.top ?? 0) <= top - 300 && (rows.at(-1)?.bottom ?? 0) >= bottom + 300;
      });
    await expect.poll(drawn).toBe(true);
  });

  await test.step('new messages are counted on the pill, which scrolls to the end', async () => {
    tell({ id: next++ });
    tell({ id: next++ });
    await expect(page.getByRole('button', { name: '2 new messages' })).toBeVisible();
    await page.getByRole('button', { name: '2 new messages' }).click();
    await expect(bubble(page, `${next - 1}: `)).toBeInViewport();
    expect(await fromEnd(page)).toBe(0);
    await expect(page.locator('.ob-chat-pill')).toBeHidden();
  });

  await test.step('follows at 50 pixels from the end, stays at 51', async () => {
    await scrollBy(page, -50);
    tell({ id: next++ });
    await expect(bubble(page, `${next - 1}: `)).toBeInViewport();
    await expect.poll(() => fromEnd(page)).toBe(0);
    await scrollBy(page, -51);
    await holdsStill(page, async () => {
      tell({ id: next++ });
      await expect(page.getByRole('button', { name: '1 new message' })).toBeVisible();
    });
  });

  await test.step('opens at the end without unread messages', async () => {
    await page.unrouteAll();
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) if (key.startsWith('chat')) localStorage.removeItem(key);
    });
    await openMadeUpChat(page);
    await expect(bubble(page, `${firstId + 119}: `)).toBeInViewport();
    expect(await fromEnd(page)).toBe(0);
  });
});

test('has rows and a list of whole-pixel height', async ({ page }) => {
  await signIn(page, people.subscriber, '/terms');
  const emoji = { emoji: '👍', user: { id: 901, first_name: 'Leo' } };
  const messages = many(firstId, firstId + 60).map((one) => {
    if (one.id % 5 === 0) return { ...one, reactions: [emoji] };
    if (one.id % 7 === 0) return { ...one, reply_to: message({ id: one.id - 1 }) };
    if (one.id % 11 === 0) return { ...one, message_type: 'ACT' as const };
    if (one.id % 13 === 0) return { ...one, delete_from_everyone: true };
    return { ...one, forwarded: one.id % 3 === 0 };
  });
  await openMadeUpChat(page, { messages, unread: 30 });
  for (const wide of [1440, 820, 390]) {
    await page.setViewportSize({ width: wide, height: 900 });
    await scrollBy(page, -1_000_000);
    const fractions = await log(page).evaluate((element) =>
      [...element.querySelectorAll('.ob-chat-row, .ob-chat-log-length')]
        .map((part) => part.getBoundingClientRect().height)
        .filter((height) => height % 1 !== 0),
    );
    expect(fractions).toEqual([]);
    await scrollBy(page, 1_000_000);
  }
});

test('keeps the visible messages in place when content around them changes [chat.never-jumps]', async ({
  page,
}) => {
  await signIn(page, people.subscriber, '/terms');
  const picture = (name: string) => ({ file: `/late/${name}`, name, size: 1, width: null, height: null });
  const messages = many(firstId, firstId + 120).map((one) =>
    one.id % 4 === 0 ? message({ id: one.id, message_type: 'IMG', media: [picture(`${one.id}.png`)] }) : one,
  );
  // Pictures come when the test lets them.
  let letPicturesCome: () => void = () => undefined;
  const allowed = new Promise<void>((resolve) => {
    letPicturesCome = resolve;
  });
  await page.route('**/late/*', async (route) => {
    await allowed;
    await route.fulfill({ contentType: 'image/png', body: png('late.png', 300, 500).buffer });
  });
  const tell = await openMadeUpChat(page, { messages });
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await scrollBy(page, -2_500);

  await test.step('images load late above the visible row', async () => {
    await holdsStill(page, async () => {
      const loaded = page.waitForResponse('**/late/*');
      letPicturesCome();
      await loaded;
      await expect
        .poll(() =>
          log(page).evaluate((element) =>
            [...element.querySelectorAll('img')].every((image) => image.complete),
          ),
        )
        .toBe(true);
    });
  });

  await test.step('rows grow above and below the visible row', async () => {
    const id = Number((await readRow(page)).replace(/\D/g, ''));
    for (const changed of [id - 1, id + 1]) {
      await holdsStill(page, async () => {
        tell({ id: changed, message: `${changed} has grown. ${words.repeat(6)}` }, false);
        await expect(bubble(page, `${changed} has grown.`)).toHaveCount(1);
      });
    }
  });

  await test.step('a keyboard takes half of the window', async () => {
    const key = await readRow(page);
    const place = await placeOf(page, key);
    await page.setViewportSize({ ...size, height: Math.round(size.height * 0.6) });
    await expect(composer(page)).toBeInViewport();
    expect(Math.abs((await placeOf(page, key)) - place)).toBeLessThanOrEqual(1);
    await page.setViewportSize(size);
    await expect.poll(async () => Math.abs((await placeOf(page, key)) - place)).toBeLessThanOrEqual(1);
  });

  await test.step("another width changes every row's height, as 200 % zoom does", async () => {
    const key = await readRow(page);
    const place = await placeOf(page, key);
    await page.setViewportSize({ width: Math.round(size.width / 2), height: size.height });
    await expect.poll(async () => Math.abs((await placeOf(page, key)) - place)).toBeLessThanOrEqual(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.setViewportSize({ width: Math.round(size.width / 2), height: Math.round(size.height / 2) });
    await expect(composer(page)).toBeInViewport();
    expect(await log(page).evaluate((element) => element.clientHeight)).toBeGreaterThan(150);
    await page.setViewportSize(size);
  });

  await test.step('older messages are added at the top', async () => {
    await scrollBy(page, -1_000_000);
    await scrollBy(page, -1_000_000);
    await holdsStill(page, async () => {
      await page.getByRole('button', { name: 'More Messages' }).click();
      await expect(page.getByText('Start the conversation!')).toBeAttached();
    });
    await scrollBy(page, -1_000_000);
    await scrollBy(page, -1_000_000);
    await expect(bubble(page, `${firstId - 50}: `)).toBeInViewport();
  });
});

test('keeps right-to-left text, long words and pictures in their bubbles @long', async ({ page }) => {
  await signIn(page, people.subscriber, '/terms');
  const texts = [
    'שלום לכולם, השוק נפתח בעוד עשר דקות',
    'صباح الخير AAPL 150C قبل الإغلاق',
    'W'.repeat(500),
    `https://a.example/${'path'.repeat(120)}`,
    'ก'.repeat(500),
  ];
  const pictures = 'Five pictures';
  await page.route('**/late/*', (route) =>
    route.fulfill({ contentType: 'image/png', body: png('one.png').buffer }),
  );
  const media = [1, 2, 3, 4, 5].map((n) => ({
    file: `/late/${n}.png`,
    name: `${n}.png`,
    size: 1,
    width: 9,
    height: 9,
  }));
  await page.setViewportSize({ width: 820, height: 1180 });
  await openMadeUpChat(page, {
    messages: [
      ...texts.map((text, index) => message({ id: firstId + index, message: text })),
      message({ id: firstId + 9, message: pictures, message_type: 'IMGS', media }),
    ],
  });
  for (const text of [...texts, pictures]) {
    const row = bubble(page, text);
    await row.scrollIntoViewIfNeeded();
    const overflow = await row.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const list = element.closest('.ob-chat-log');
      return (
        element.scrollWidth > element.clientWidth + 1 ||
        box.right > (list?.getBoundingClientRect().right ?? 0) ||
        (list?.scrollWidth ?? 0) > (list?.clientWidth ?? 0)
      );
    });
    expect(overflow, text.slice(0, 20)).toBe(false);
  }
  for (const [index, text] of texts.entries()) {
    const direction = await bubble(page, text)
      .getByText(text.slice(0, 10))
      .first()
      .evaluate((element) => getComputedStyle(element).direction);
    expect(direction).toBe(index < 2 ? 'rtl' : 'ltr');
  }
});

test('shows one pane in a narrow drawer, and both where they fit', async ({ page }) => {
  await signIn(page, people.subscriber);
  await openMadeUpChat(page);
  const list = page.getByRole('link', { name: /Opening bell/ });
  const back = page.getByRole('button', { name: 'Back' });
  const room = (width: string): Promise<void> =>
    page.locator('.ob-chat-frame').evaluate((element, to) => {
      element.style.width = to;
    }, width);

  await expect(list).toBeVisible();
  await expect(back).toBeHidden();
  await room('360px');
  await expect(list).toBeHidden();
  await expect(composer(page)).toBeInViewport();
  await back.click();
  await expect(list).toBeVisible();
  await expect(composer(page)).toBeHidden();
  await list.click();
  await room('');
  await expect(list).toBeVisible();
  await expect(composer(page)).toBeVisible();
});

for (const means of ['by the stylesheet', 'where the stylesheet cannot'] as const) {
  test(`fits the text box to its text at any width, ${means}`, async ({ page }) => {
    if (means === 'where the stylesheet cannot')
      await page.addInitScript(() => {
        CSS.supports = () => false;
        const fixed = new CSSStyleSheet();
        fixed.replaceSync('textarea { field-sizing: fixed !important }');
        document.adoptedStyleSheets = [fixed];
      });
    await signIn(page, people.subscriber, '/terms');
    await openMadeUpChat(page, { messages: many(firstId, firstId + 3) });
    await composer(page).fill(
      'The range of the first half hour is what everything else is measured by. '.repeat(2),
    );
    /** Lines of text that the box has room for, and that it has. */
    const lines = () =>
      composer(page).evaluate((box: HTMLTextAreaElement) => {
        const room = box.clientHeight - 18;
        box.style.setProperty('min-height', '0', 'important');
        const { height } = box.style;
        box.style.setProperty('field-sizing', 'fixed', 'important');
        box.style.height = '0';
        const has = box.scrollHeight - 18;
        box.style.height = height;
        box.style.removeProperty('field-sizing');
        box.style.removeProperty('min-height');
        return { room: room / 20, has: has / 20 };
      });
    const seen: number[] = [];
    for (const wide of [1440, 700, 390, 1440]) {
      await page.setViewportSize({ width: wide, height: 900 });
      await expect(async () => {
        const { room, has } = await lines();
        expect(room).toBe(has);
        seen.push(has);
      }).toPass();
    }
    expect(new Set(seen).size).toBeGreaterThan(1);
  });
}
