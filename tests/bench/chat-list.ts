// A chat of 10,000 messages of varying length in Chromium: the message list of @openbell/ui compared with other libraries.
import type { CDPSession, Page } from '@playwright/test';
import type {} from './browser/chat-list/main.ts';
import { type BenchPages, benchPages } from './browser/pages.ts';
import type { BenchPlan } from './harness.ts';

const size = 10_000;
const peers = {
  '@tanstack/react-virtual': 'tanstack',
  'react-virtuoso': 'virtuoso',
  'stream-chat-react': 'stream',
  '@chatscope/chat-ui-kit-react': 'chatscope',
} as const;

let pages: Promise<BenchPages> | null = null;

/** Opens a page with the messages in the contender's store and nothing rendered. */
async function openPage(contender: string): Promise<Page> {
  pages ??= benchPages('chat-list');
  const page = await (await pages).open(contender);
  // Images load late, one after another.
  let requests = 0;
  await page.route('**/picture-*.svg', async (route) => {
    requests += 1;
    await new Promise((done) => setTimeout(done, 60 + requests * 25));
    await route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240"><rect width="320" height="240" fill="#89a"/></svg>',
    });
  });
  await page.waitForFunction(() => 'chatList' in window);
  await page.evaluate((count) => window.chatList.prepare(count), size);
  return page;
}

/** Runs a contender in a new page. With `isOpen`, the list is rendered and idle first. */
function inPage<T>(contender: string, isOpen: boolean, run: (page: Page) => Promise<T>): () => Promise<T> {
  return async () => {
    const page = await openPage(contender);
    if (isOpen) await page.evaluate(() => window.chatList.show());
    const figures = await run(page);
    await page.close();
    return figures;
  };
}

function allContenders<T>(isOpen: boolean, run: (page: Page, contender: string) => Promise<T>) {
  const of = (contender: string) => inPage(contender, isOpen, (page) => run(page, contender));
  return {
    ours: of('ours'),
    peers: Object.fromEntries(
      Object.entries(peers).map(([name, contender]) => [name, orNoFigures(name, of(contender))]),
    ),
    floor: of('floor'),
  };
}

/** A library that fails is logged and has no figures. A failure of Openbell ends the run. */
function orNoFigures<T>(name: string, run: () => Promise<T>): () => Promise<T | Record<string, never>> {
  return () =>
    run().catch((error: unknown) => {
      console.error(`${name}: ${String(error)}`);
      return {};
    });
}

/** CPU milliseconds of the main thread so far, independent of other load on the machine. */
async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

/** Runs `work` and measures the CPU milliseconds of the main thread. */
async function measured<T>(
  page: Page,
  work: () => Promise<T>,
): Promise<{ readonly ms: number; readonly result: T }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await busyMs(session);
  const result = await work();
  return { ms: (await busyMs(session)) - before, result };
}

export const chatListOpen: BenchPlan = {
  id: 'chat-list-open',
  create: () => ({
    id: 'chat-list-open',
    unit: { 'painted in its place': 'ms', 'frames until then': 'frames' },
    isCold: true,
    rounds: 5,
    note: 'A new page with 10,000 messages in the store; the list opens at its end. floor: 24 rows without a library. stream-chat-react stops one message before the end.',
    ...allContenders(false, async (page) => {
      const { ms, frames } = await page.evaluate(() => window.chatList.open());
      return { 'painted in its place': ms, 'frames until then': frames };
    }),
  }),
};

const scrollFrames = 200;
const lateMs = 20;

export const chatListScroll: BenchPlan = {
  id: 'chat-list-scroll',
  create: () => ({
    id: 'chat-list-scroll',
    unit: {
      'main thread': 'ms a frame',
      [`over ${lateMs} ms`]: `frames of ${scrollFrames}`,
      [`painted over ${lateMs} ms apart`]: `frames of ${scrollFrames}`,
      'blank at 3,000 px a frame': 'frames of 60',
    },
    isCold: true,
    rounds: 3,
    note: 'Scrolls up by 400 px per frame, through rows that were not rendered before. "over 20 ms" counts the time between the starts of two frames: the display had to wait. "painted over 20 ms apart" counts the time between the ends of the main thread’s work, which can exceed 20 ms without a missed frame. floor: rows of equal height, reused without a library; its late frames are caused by the machine.',
    ...allContenders(true, async (page) => {
      const { ms, result: times } = await measured(page, () =>
        page.evaluate((frames) => window.chatList.scroll(frames, 400), scrollFrames),
      );
      await page.evaluate(() => window.chatList.rest());
      const blank = await page.evaluate(() => window.chatList.countBlank(60, 3000));
      return {
        'main thread': ms / scrollFrames,
        [`over ${lateMs} ms`]: times.filter(({ started }) => started > lateMs).length,
        [`painted over ${lateMs} ms apart`]: times.filter(({ painted }) => painted > lateMs).length,
        'blank at 3,000 px a frame': blank,
      };
    }),
  }),
};

const appends = 10;

export const chatListAppend: BenchPlan = {
  id: 'chat-list-append',
  create: () => ({
    id: 'chat-list-append',
    unit: { 'main thread': 'ms' },
    isCold: true,
    rounds: 3,
    note: 'Main thread time for one new message at the end, until it is painted.',
    ...allContenders(true, async (page, contender) => {
      // stream-chat-react renders new messages at most twice a second.
      const pause = contender === 'stream' ? 600 : 150;
      const args = [appends, pause] as const;
      await page.evaluate(([count, ms]) => window.chatList.append(count, ms), args);
      const { ms } = await measured(page, () =>
        page.evaluate(([count, ms]) => window.chatList.append(count, ms), args),
      );
      return { 'main thread': ms / appends };
    }),
  }),
};

export const chatListPrepend: BenchPlan = {
  id: 'chat-list-prepend',
  create() {
    const { ours, peers: others } = allContenders(true, async (page) => {
      const rest = await page.evaluate(() => window.chatList.prependAtRest());
      const top = await page.evaluate(() => window.chatList.prependAtTop());
      const scrolling = await page.evaluate(() => window.chatList.prependScrolling(false));
      const pictures = await page.evaluate(() => window.chatList.prependScrolling(true));
      return {
        'at rest': rest.px,
        'at the top': top.px,
        'while scrolling': scrolling.px,
        'bad while scrolling': rest.bad + top.bad + scrolling.bad,
        'while pictures load above': pictures.px,
        'bad while pictures load': pictures.bad,
      };
    });
    return {
      id: 'chat-list-prepend',
      unit: {
        'at rest': 'px off',
        'at the top': 'px off',
        'while scrolling': 'px off',
        'bad while scrolling': 'frames of 60',
        'while pictures load above': 'px off',
        'bad while pictures load': 'frames of 60',
      },
      isCold: true,
      rounds: 1,
      note: '50 older messages are prepended. Measured: the largest distance of a visible row from its expected position, and the frames in which it moved by more than 1 px without a scroll.',
      ours,
      peers: others,
    };
  },
};
