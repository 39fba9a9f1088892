// The interaction to next paint (INP) of members' pages, in Chromium with the real server: while the tape runs at
// 1,000 trades a second, and while 20 messages a second arrive in the open chat.
import { chromium, type Page } from '@playwright/test';
import { call, post } from '../load/calls.ts';
import { createRestartableServer } from '../support/restartable-server.ts';
import type { BenchPlan } from './harness.ts';

const messagesPerSecond = 20;
/** The sandbox sends 300 trades a second at speed 1. */
const tapeSpeed = { busy: '3.34', rest: '0.01' };
const password = 'Opening-bell-9';

/** The browser reports the event timing of interactions from this duration in ms on. */
const shortestMs = 16;

declare global {
  interface Window {
    /** The longest event of each interaction in milliseconds, by interaction. */
    interactions: Map<number, number>;
  }
}

const closings: (() => Promise<void>)[] = [];

/** Closes the browsers and stops the servers of these benches. */
export async function closeInteractionPages(): Promise<void> {
  await Promise.all(closings.splice(0).map((close) => close()));
}

async function startSite(speed: string) {
  const site = await createRestartableServer({
    RATE_LIMITS: 'off',
    CAPTCHA: 'off',
    SANDBOX_FEED_SPEED: speed,
  });
  closings.push(() => site.close());
  await site.start();
  return site;
}

async function tokenOf(url: string, name: string): Promise<string> {
  const response = await fetch(`${url}/api/web/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: `${name}@openbell.test`,
      password,
      remember: true,
      type: 'manual',
      captcha: '',
    }),
  });
  return ((await response.json()) as { readonly access: string }).access;
}

/** Opens a page of a subscriber that records its interactions. */
async function openPage(url: string, path: string): Promise<Page> {
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? '' });
  closings.push(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const token = await tokenOf(url, 'subscriber');
  await page.goto(`${url}/terms`);
  await page.evaluate((value) => localStorage.setItem('accessToken', value), token);
  await page.addInitScript((threshold) => {
    window.interactions = new Map();
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
        if (interactionId > 0)
          window.interactions.set(
            interactionId,
            Math.max(window.interactions.get(interactionId) ?? 0, duration),
          );
      }
    }).observe({ type: 'event', durationThreshold: threshold, buffered: true } as PerformanceObserverInit);
  }, shortestMs);
  await page.goto(`${url}${path}`);
  return page;
}

/** Runs `interact` and returns the 98th percentile of its interactions in ms; shorter ones count as {@link shortestMs}. */
async function p98(page: Page, interact: () => Promise<number>): Promise<number> {
  await page.bringToFront();
  await page.evaluate(() => window.interactions.clear());
  const count = await interact();
  // Entries come after the next paint.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200))));
  const slowest = await page.evaluate(() => [...window.interactions.values()].sort((a, b) => b - a));
  return slowest[Math.floor(count * 0.02)] ?? shortestMs;
}

async function clickAll(page: Page, names: readonly (string | RegExp)[]): Promise<number> {
  for (const name of names) await page.getByRole('button', { name }).first().click();
  return names.length;
}

async function typeText(page: Page, text: string): Promise<number> {
  for (const key of text) await page.keyboard.press(key === ' ' ? 'Space' : key);
  return text.length;
}

/** Uses Trade Flash: pauses and resumes, sets the least amount of an alert, moves through the tape. */
const useTape = (page: Page) => async () => {
  let count = 0;
  for (let round = 0; round < 3; round += 1) {
    count += await clickAll(page, [/^Pause/, /^(Resume|Play|Continue|Go on)/i]);
    await page.getByRole('textbox', { name: /Alert over/ }).click();
    await page.keyboard.press('Control+a');
    count += 2 + (await typeText(page, '1500000'));
    for (const tab of [/Time & Sales/, /Trade Flash/]) await page.getByRole('tab', { name: tab }).click();
    count += 2;
  }
  return count;
};

/** Uses a chat: writes a text and removes it, opens and closes the search and the details. */
const useChat = (page: Page) => async () => {
  let count = 0;
  const composer = page.getByRole('textbox', { name: /message/i }).last();
  for (let round = 0; round < 2; round += 1) {
    await composer.click();
    count += 1 + (await typeText(page, 'above the range into the close'));
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    count += 2 + (await clickAll(page, ['Chat details', 'Chat details']));
  }
  return count;
};

function plan(
  id: string,
  note: string,
  open: (isBusy: boolean) => Promise<() => Promise<number>>,
): BenchPlan {
  return {
    id,
    async create() {
      return {
        id,
        unit: 'ms',
        rounds: 5,
        ours: await open(true),
        peers: { 'the same page at rest': await open(false) },
        note: `${note} From an input to the next paint, 98th percentile; the browser rounds to 8 ms, and what is shorter than ${shortestMs} ms counts as ${shortestMs} ms.`,
      };
    },
  };
}

export const interactionTape: BenchPlan = plan(
  'interaction-tape',
  'Trade Flash of the reference app, fed by 1,000 trades a second.',
  async (isBusy) => {
    const { url } = await startSite(isBusy ? tapeSpeed.busy : tapeSpeed.rest);
    const page = await openPage(url, '/market-data?tab=trade-flash');
    await page.getByRole('button', { name: /^Pause/ }).waitFor();
    return () => p98(page, useTape(page));
  },
);

export const interactionChat: BenchPlan = plan(
  'interaction-chat',
  `A group chat of the reference app in which ${messagesPerSecond} messages a second arrive.`,
  async (isBusy) => {
    const { url } = await startSite(tapeSpeed.rest);
    const mentor = await tokenOf(url, 'mentor');
    const list = await call(`${url}/api/web/chats?chat_type=GR`, await tokenOf(url, 'subscriber'));
    const [chat] = ((await list.json()) as { readonly data: readonly { readonly id: number }[] }).data;
    if (chat === undefined) throw new Error('No chat.');
    const page = await openPage(url, `/chat/${chat.id}`);
    await page.getByRole('log').waitFor();
    return async () => {
      const sending = isBusy
        ? setInterval(() => void post(url, chat.id, mentor), 1_000 / messagesPerSecond)
        : undefined;
      try {
        return await p98(page, useChat(page));
      } finally {
        clearInterval(sending);
      }
    };
  },
);
