// Firefox by WebDriver BiDi.
import puppeteer, { type ElementHandle, type KeyInput, type Page } from 'puppeteer-core';
import type { Display } from './display.ts';
import type { Engine, Session, Tab } from './driver.ts';

interface FirefoxOptions {
  readonly forcesColors: boolean;
  /** Runs in each page before its own scripts. */
  readonly startScript: string;
}

/** Milliseconds; a busy machine may take long. */
const timeout = 120_000;

export async function openFirefox(
  display: Display,
  { forcesColors, startScript }: FirefoxOptions,
): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
    // A picture on the clipboard can be pasted only into a window.
    headless: false,
    timeout,
    defaultViewport: { width: 1440, height: 900 },
    env: { ...process.env, DISPLAY: display.name, TZ: 'America/New_York', LANG: 'en_US.UTF-8' },
    extraPrefsFirefox: {
      'media.navigator.streams.fake': true,
      'permissions.default.microphone': 1,
      'ui.prefersReducedMotion': 1,
      // Replaces the colors of pages: never (1) or always (2).
      'browser.display.document_color_use': forcesColors ? 2 : 1,
    },
  });
  const focus = createFocus();
  return {
    name: 'firefox',
    version: await browser.version(),
    gaps: {},
    openSession: async () => {
      const context = await browser.createBrowserContext();
      const complaints: string[] = [];
      return {
        openTab: async () => {
          const page = await context.newPage({ type: 'window' });
          page.setDefaultNavigationTimeout(timeout);
          if (startScript !== '') await page.evaluateOnNewDocument(startScript);
          page.on('console', (message) => {
            if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
          });
          page.on('pageerror', (error) => complaints.push(String(error)));
          return createTab(page, focus);
        },
        complaints: () => complaints,
        close: () => context.close(),
      } satisfies Session;
    },
    close: () => browser.close(),
  };
}

/** Focuses a page before it gets input: Firefox opens the microphone only for the focused page. */
function createFocus(): (page: Page) => Promise<Page> {
  let focused: Page | null = null;
  return async (page) => {
    if (focused !== page) await page.bringToFront();
    focused = page;
    return page;
  };
}

function createTab(page: Page, focus: (page: Page) => Promise<Page>): Tab {
  return {
    open: async (url) => {
      await page.goto(url);
    },
    reload: async () => {
      await page.reload();
    },
    evaluate: (expression) => page.evaluate(expression),
    click: async (x, y) => (await focus(page)).mouse.click(x, y),
    move: async (x, y) => (await focus(page)).mouse.move(x, y),
    drag: async (from, to) => {
      await focus(page);
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 3 });
      await page.mouse.up();
    },
    wheel: async ({ x, y }, down) => {
      await focus(page);
      await page.mouse.move(x, y);
      await page.mouse.wheel({ deltaY: down });
    },
    type: async (text) => (await focus(page)).keyboard.type(text),
    press: async (keys, times = 1) => {
      const [key = '', ...modifiers] = keys.split('+').reverse() as KeyInput[];
      await focus(page);
      for (const modifier of modifiers) await page.keyboard.down(modifier);
      for (let press = 0; press < times; press += 1) await page.keyboard.press(key as KeyInput);
      for (const modifier of modifiers) await page.keyboard.up(modifier);
    },
    setFiles: async (selector, paths) => {
      const input = await page.$(selector);
      if (input === null) throw new Error(`There is no ${selector}.`);
      await (input as ElementHandle<HTMLInputElement>).uploadFile(...paths);
    },
    resize: (width, height) =>
      page.setViewport({ width, height }).catch((error: unknown) => {
        // Firefox 140 resizes, but has no orientation.
        if (!String(error).includes('setScreenOrientationOverride')) throw error;
      }),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => page.close(),
  };
}
