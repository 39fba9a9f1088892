// Two members write over a network that loses, delays and repeats requests, while the server is killed and restarted. A
// few messages in every run, 500 each in the long one.
import type { Page } from '@playwright/test';
import { type FaultyProxy, startFaultyProxy } from '../../support/faulty-proxy.ts';
import { expect, signIn, test, users } from '../app-test.ts';
import { bubble, log, openGroupChat, write } from './chat-pages.ts';

let proxy: FaultyProxy;

test.use({
  // A small window: rendering a thousand messages is slow without a graphics card.
  viewport: { width: 480, height: 480 },
  baseURL: async ({ ownServer }, use) => {
    proxy = await startFaultyProxy(ownServer.url, 20_261_121);
    await use(proxy.url);
    await proxy.close();
  },
});

test('delivers every message once and in one order despite dropped connections and restarts [chat.chaos]', async ({
  page,
  openContext,
  ownServer,
  expectedComplaints,
}) => writeWithFaults(20, { page, openContext, ownServer, expectedComplaints }));

test('delivers 500 messages each in the same conditions @long', async ({
  page,
  openContext,
  ownServer,
  expectedComplaints,
}) => writeWithFaults(500, { page, openContext, ownServer, expectedComplaints }));

async function writeWithFaults(
  each: number,
  {
    page,
    openContext,
    ownServer,
    expectedComplaints,
  }: Pick<
    Parameters<Parameters<typeof test>[2]>[0],
    'page' | 'openContext' | 'ownServer' | 'expectedComplaints'
  >,
): Promise<void> {
  // Milliseconds for all messages on a busy machine.
  const patience = 60_000 + each * 800;
  test.setTimeout(3 * patience);
  // The browser logs lost connections; the app logs nothing.
  expectedComplaints.push(
    /^WebSocket connection to '.+' failed|^Failed to load resource: .+ status of 503|^Failed to load resource: net::ERR_(?:EMPTY_RESPONSE|CONNECTION_RESET|CONNECTION_CLOSED|SOCKET_NOT_CONNECTED)/,
  );
  const mentor = await (await openContext()).newPage();
  const writers = [
    { page, person: users.subscriber, name: 'Subscriber' },
    { page: mentor, person: users.mentor, name: 'Mentor' },
  ];
  for (const writer of writers) {
    await signIn(writer.page, writer.person);
    await openGroupChat(writer.page);
  }
  const { id: before = 0 } = (await readStored(page, ownServer.url, 0)).at(-1) ?? {};
  const stored: StoredMessage[] = [];
  /** Ids are stored in ascending order: new messages are those after the last id. */
  const countStored = async (): Promise<number> => {
    const after = stored.at(-1)?.id ?? before;
    stored.push(...(await readStored(page, ownServer.url, after)));
    return stored.length;
  };
  for (const writer of writers) await write(writer.page, `${writer.name} 1.`);
  for (const writer of writers) {
    for (const { name } of writers) await expect(bubble(writer.page, `${name} 1.`)).toHaveCount(1);
    await dispatchOnline(writer.page);
  }

  proxy.storm(true);
  const written = Promise.all(writers.map((writer) => writeMany(writer.page, writer.name, each)));
  await expect.poll(countStored, { timeout: patience }).toBeGreaterThan(2 * each * 0.3);
  await ownServer.kill();
  await ownServer.start();
  await written;
  await expect.poll(countStored, { timeout: patience }).toBeGreaterThan(2 * each * 0.9);
  proxy.storm(false);
  await expect.poll(countStored, { timeout: patience }).toBe(2 * each);

  const truth = stored.map(({ message }) => message);
  for (const { name } of writers) {
    const own = truth.filter((text) => text.startsWith(name));
    expect(own).toEqual(Array.from({ length: each }, (_, index) => `${name} ${index + 1}.`));
  }
  const last = truth.at(-1) ?? '';
  for (const writer of writers) {
    await expect(bubble(writer.page, last)).toHaveCount(1);
    await expect(writer.page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
    expect(await readDrawn(writer.page)).toEqual(truth);
  }
  await page.reload();
  await expect(bubble(page, last)).toHaveCount(1);
  // The proxy did inject faults.
  const { lostRequests, lostAnswers, doubled, late, cuts, doubledFrames } = proxy.faults;
  expect(Math.min(lostRequests, lostAnswers, doubled, late, cuts, doubledFrames)).toBeGreaterThan(0);
}

/** Dispatches the online event, as browsers do; otherwise retry delays would grow. */
async function dispatchOnline(page: Page): Promise<void> {
  await page.evaluate(() => {
    setInterval(() => window.dispatchEvent(new Event('online')), 250);
  });
}

/** Types the rest of a member's messages into the composer, with Enter after each. */
async function writeMany(page: Page, name: string, each: number): Promise<void> {
  await page.evaluate(
    async ({ name: writer, count }) => {
      const box = document.querySelector<HTMLTextAreaElement>('form textarea');
      const put = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
      if (box === null || put === undefined) throw new Error('There is no composer.');
      for (let i = 2; i <= count; i += 1) {
        put.call(box, `${writer} ${i}.`);
        box.dispatchEvent(new InputEvent('input', { bubbles: true }));
        box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
        // Yields to rendering now and then; rendering is not under test.
        if (i % 20 === 0) await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    },
    { name, count: each },
  );
}

interface StoredMessage {
  readonly id: number;
  readonly message: string;
}

/** Returns the messages after one, as stored by the server, bypassing the proxy. */
async function readStored(page: Page, serverUrl: string, after: number): Promise<readonly StoredMessage[]> {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const { pathname } = new URL(page.url());
  const response = await page.request.get(`${serverUrl}/api/web${pathname}?min_id=${after}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { data }: { data: { messages: StoredMessage[] } } = await response.json();
  return data.messages;
}

/** Returns all messages since the start as rendered, collected by scrolling up from the end. */
async function readDrawn(page: Page): Promise<readonly string[]> {
  return log(page).evaluate(async (element) => {
    const drawn: string[] = [];
    const rest = (): Promise<void> =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
    element.scrollTop = element.scrollHeight;
    for (;;) {
      await rest();
      const rows = [...element.querySelectorAll<HTMLElement>('[role="article"], article')]
        .map((row) => ({
          top: row.getBoundingClientRect().top,
          text: /(?:Subscriber|Mentor) \d+\./.exec(row.textContent ?? '')?.[0] ?? '',
        }))
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text);
      const texts = rows.filter((text) => text !== '');
      // The visible rows overlap the previous ones and must be equal there.
      const [first] = drawn;
      const end = first === undefined ? texts.length : texts.indexOf(first);
      if (end < 0) throw new Error(`A screen does not follow the one below it: ${first}, ${texts.join(' ')}`);
      texts.slice(end).forEach((text, index) => {
        if (first !== undefined && drawn[index] !== text) throw new Error(`${text} is out of place.`);
      });
      drawn.unshift(...texts.slice(0, end));
      const place = element.scrollTop;
      element.scrollTop -= element.clientHeight * 0.6;
      // Done when older messages are visible or the top is reached.
      if (rows.length > texts.length || element.scrollTop === place) return drawn;
    }
  });
}
