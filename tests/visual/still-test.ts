// A browser with a server whose clock is stopped, so that screenshots never depend on time.
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { FROZEN_AT } from '../support/frozen-at.ts';
import { createRestartableServer } from '../support/restartable-server.ts';
import { password, users } from '../web/app-test.ts';
import type { StillPage, Who } from './still-pages.ts';

type Theme = 'light' | 'dark';
export type Device = 'phone' | 'tablet' | 'desktop';

export const sizes: Readonly<Record<Device, { readonly width: number; readonly height: number }>> = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
};

/** A device and a theme, with a page for each kind of user. */
export interface Look {
  readonly theme: Theme;
  /** Opens a page and waits until it is ready. */
  open(still: StillPage): Promise<Page>;
  close(): Promise<void>;
}

interface StillServer {
  readonly url: string;
  readonly tokens: Readonly<Record<Who, string | null>>;
  readonly subscription: string;
}

interface StillFixtures {
  readonly look: (device: Device, theme: Theme) => Look;
}

export const test = base.extend<StillFixtures, { readonly still: StillServer }>({
  still: [
    async ({ playwright }, use) => {
      const server = await createRestartableServer({ CAPTCHA: 'off' }, 'tests/support/frozen-server.ts');
      await server.start();
      const request = await playwright.request.newContext({ baseURL: server.url });
      const signIn = async (username: string): Promise<string> => {
        const data = { username, password, remember: true, type: 'manual' };
        return String((await (await request.post('/api/web/login', { data })).json()).access);
      };
      const subscriber = await signIn(users.subscriber);
      const profile = await request.get('/api/web/profile', {
        headers: { authorization: `Bearer ${subscriber}` },
      });
      await use({
        url: server.url,
        tokens: { visitor: null, member: await signIn(users.member), subscriber },
        subscription: String((await profile.json()).subscriptions[0].id),
      });
      await request.dispose();
      await server.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  look: async ({ browser, still }, use) => {
    const contexts: BrowserContext[] = [];
    const complaints: string[] = [];
    await use((device, theme) => {
      const pages = new Map<Who, Page>();
      const openAs = async (who: Who): Promise<Page> => {
        const context = await browser.newContext({
          baseURL: still.url,
          viewport: sizes[device],
          locale: 'en-US',
          timezoneId: 'America/New_York',
          reducedMotion: 'reduce',
          // The route below does not see requests of a worker.
          serviceWorkers: 'block',
          ...(device === 'desktop' ? {} : { hasTouch: true, isMobile: device === 'phone' }),
        });
        contexts.push(context);
        await context.clock.setFixedTime(FROZEN_AT);
        await context.addInitScript(
          ([name, token]) => {
            if (location.origin === 'null') return;
            const persist = JSON.stringify({ version: 1, rehydrated: true });
            localStorage.setItem(
              'persist:root',
              JSON.stringify({ theme: JSON.stringify(name), _persist: persist }),
            );
            if (token !== null) localStorage.setItem('accessToken', token);
            // Policy violations, which the browser also reports to the page.
            const stopped: string[] = [];
            Object.assign(window, { __stopped: stopped });
            document.addEventListener('securitypolicyviolation', (event) => {
              stopped.push(`${event.effectiveDirective} stopped ${event.blockedURI}: ${event.sample}`);
            });
          },
          [theme, still.tokens[who]] as const,
        );
        // The captcha is visible; its challenges would expire on a stopped clock.
        await context.route('**/config.json', async (route) => {
          const settings = await (await route.fetch()).json();
          await route.fulfill({ json: { ...settings, captcha: { provider: 'altcha' } } });
        });
        context.on('console', (message) => {
          const { url } = message.location();
          const isMeantToBeMissing =
            url.endsWith('/no-such-page') || message.page()?.url().includes('/dev/gallery') === true;
          if (
            !['error', 'warning'].includes(message.type()) ||
            /no-film|registration blocked by/.test(message.text()) ||
            (message.text().includes('404') && isMeantToBeMissing)
          )
            return;
          complaints.push(`${message.text()} (${url})`);
        });
        context.on('weberror', (error) => complaints.push(String(error.error())));
        const page = await context.newPage();
        // A page that does not load is reported long before the test's timeout.
        page.setDefaultTimeout(60_000);
        pages.set(who, page);
        return page;
      };
      return {
        theme,
        async open({ as, path, ready, enter }) {
          const page = pages.get(as) ?? (await openAs(as));
          const address = path.replace('{subscription}', still.subscription);
          await page.goto(address.startsWith('/dev/gallery') ? `${address}&theme=${theme}` : address);
          await ready(page).waitFor();
          await enter?.(page);
          await settle(page);
          return page;
        },
        close: async () => {
          for (const page of pages.values()) await page.context().close();
        },
      };
    });
    for (const context of contexts) await context.close();
    expect(complaints).toEqual([]);
  },
});

/** Waits for fonts, images, requests and the last paint. */
async function settle(page: Page): Promise<void> {
  // A pointer over a control would show its hover state and tooltip.
  await page.mouse.move(0, 0);
  // Each video has its size or has failed.
  await page.waitForFunction(() =>
    [...document.querySelectorAll('video')].every((film) => film.readyState > 0),
  );
  // A public page has its full height (public/start.js).
  await page.waitForFunction(() => document.querySelector('[data-arriving]:has([data-page])') === null);
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = 'eager';
    const drawn = [...document.images].map((image) => image.decode().catch(() => undefined));
    await Promise.all(drawn);
    // Providers' ids differ between servers.
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      if (text.nodeValue?.startsWith('sub_')) text.nodeValue = 'sub_0123456789';
    }
    for (let frame = 0; frame < 4; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

export { expect };
