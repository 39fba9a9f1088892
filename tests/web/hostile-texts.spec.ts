// The corpus through every field that people or providers fill: names, chat, news, tickers, a profile. None runs, none
// asks for anything, none leaves its box. (Course details, course names and alerts: content.spec.ts.)
import type { Page } from '@playwright/test';
import { xssCorpus } from '../support/xss-corpus.ts';
import { expect, people, signIn, test } from './app-test.ts';

const created_at = '2026-11-20T15:00:00.000Z';
const short = xssCorpus.map((payload) => payload.slice(0, 400));
const [firstPayload = ''] = short;
/** What a picture's address may hold. Another site's address is no attack: a browser asks it, or the policy says no. */
const pictureOf = (payload: string | undefined): string | null =>
  payload === undefined || /^\s*(?:https?|blob|data):/i.test(payload) ? null : payload;
const person = (index: number) => ({
  id: index + 100,
  first_name: short[index] ?? '',
  dp: pictureOf(short[index]),
});

const message = (payload: string, index: number) => ({
  id: index + 1,
  chat_id: 7,
  message: payload,
  message_type: (['TXT', 'ACT', 'PDF', payload] as const)[index % 4],
  media: [{ file: pictureOf(payload) ?? '/x', name: payload, size: 1, width: null, height: null }],
  sender: person(index),
  created_at,
  reply_to: {
    id: index,
    message: payload,
    message_type: 'TXT',
    sender: person(index),
    delete_from_everyone: false,
  },
  forwarded: true,
  reactions: [{ emoji: payload, user: person(index) }],
  deleted_list: [],
  delete_from_everyone: index % 7 === 6,
  is_mute: false,
  is_block: false,
  delivered_to_all: false,
  seen_by_all: false,
  read_by: [],
  client_id: null,
});
const chat = (id: number) => ({
  id,
  name: short[id % short.length],
  image: pictureOf(short[id % short.length]),
  mute: false,
  unread_count: 0,
  first_message_id: -1,
  last_msg: { message: short[id % short.length], message_type: 'TXT', created_at },
  messages: short.map(message),
  users: short.map((_, index) => ({ user_id: index + 100, user: person(index) })),
});
const details = Object.fromEntries(
  ['name', 'ticker', 'market', 'primary_exchange', 'phone_number', 'homepage_url'].map((field, index) => [
    field,
    short[index * 7],
  ]),
);

/** Elements that no text of these pages may have made. */
const strange =
  'script, iframe, object, embed, base, meta, link, style, form[action], svg [onload], [onerror], [onclick]';

/** What is wrong with the page, now. */
async function faults(page: Page): Promise<string[]> {
  return page.evaluate((selector) => {
    const found: string[] = [];
    const main = document.querySelector('main');
    if (main === null) return ['the page has gone'];
    for (const element of main.querySelectorAll(selector)) found.push(element.outerHTML.slice(0, 200));
    for (const link of main.querySelectorAll<HTMLAnchorElement>('a[href]')) {
      if (!['http:', 'https:', 'mailto:', 'tel:'].includes(link.protocol)) found.push(`link ${link.href}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('the window is wider');
    if (main.scrollWidth > main.clientWidth) found.push('the frame is wider');
    for (const entry of document.querySelectorAll('.ob-shell-nav a, .ob-shell-top button')) {
      const place = entry.getBoundingClientRect();
      const top = document.elementFromPoint(place.x + place.width / 2, place.y + place.height / 2);
      if (!top || !entry.contains(top)) found.push(`covered: ${entry.textContent}`);
    }
    const { __seen: seen } = window as unknown as { __seen: string[] };
    return [...new Set([...found, ...seen])];
  }, strange);
}

/** Scrolls what scrolls inside the page to its end, and looks at every part of it. */
async function faultsOnTheWay(page: Page, scroller: string): Promise<string[]> {
  const found = new Set<string>();
  const box = page.locator(scroller);
  for (let isOver = false, step = 0; !isOver && step < 150; step += 1) {
    isOver = await box.evaluate(async (element) => {
      element.scrollTop += element.clientHeight;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
    });
    for (const fault of await faults(page)) found.add(fault);
  }
  return [...found];
}

test('of the hostile texts in names, chats, news, tickers and a profile none runs, asks for anything, or leaves its box [look.hostile]', async ({
  page,
  expectedComplaints,
}) => {
  // Tall enough to see a lot at a time.
  await page.setViewportSize({ width: 1440, height: 3600 });
  // Pictures of this site that do not exist may be asked for.
  expectedComplaints.push(/Failed to load resource/);
  test.setTimeout(180_000);
  expect(xssCorpus.length).toBeGreaterThanOrEqual(200);
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { __xss: () => seen.push('ran'), __seen: seen });
    document.addEventListener('securitypolicyviolation', (event) => {
      seen.push(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  const asked: string[] = [];
  page.on('request', (sent) => {
    if (new URL(sent.url()).hostname.endsWith('.invalid')) asked.push(sent.url());
  });
  const answers: Readonly<Record<string, unknown>> = {
    '/api/app/news-list': short.map((payload, index) => ({
      id: index + 1,
      headline: payload || 'x',
      summary: payload,
      image: pictureOf(payload),
      url: payload,
      datetime: 1_795_000_000 - index,
    })),
    '/api/web/chats': {
      data: Array.from({ length: short.length }, (_, index) => chat(index + 7)).map((one) => ({
        ...one,
        messages: [],
      })),
    },
    '/api/web/chat/7': { data: chat(7) },
    '/api/app/marketdata/ticker': {
      data: short.map((payload) => ({ label: payload || 'x', value: payload || 'x' })),
    },
    '/api/app/marketdata/ticker-details/AAPL': {
      data: {
        results: {
          ...details,
          market_cap: 1,
          description: short.join('\n'),
          address: { address1: short[3], city: short[4], postal_code: short[5], state: short[6] },
          branding: { logo_url: pictureOf(short[8]) },
        },
      },
    },
    '/api/app/marketdata/time-sale': {
      data: short.map((payload, index) => ({
        time: created_at,
        option: payload,
        qty: short.length - index,
        price: 1,
        exchange: payload,
        market: payload,
        delta: null,
        iv: null,
        underlying: 1,
        condition: payload,
        type: 1,
        contract_type: 1,
      })),
      biggest_data: [],
    },
  };
  await signIn(page, people.subscriber);
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/api/web/profile') {
      const answer = await (await route.fetch()).json();
      const plan = { ...answer.subscriptions[0], subscription_histories: [] };
      const subscriptions = short.slice(0, 60).map((payload, index) => ({
        ...plan,
        id: index + 1,
        status: payload,
        provider: payload,
        provider_subscription_id: payload,
      }));
      const user = { ...answer.user, first_name: firstPayload, about: short.join('\n'), dp: short[1] };
      await route.fulfill({ json: { user, subscriptions } });
      return;
    }
    const json = answers[pathname];
    await (json === undefined ? route.continue() : route.fulfill({ json }));
  });
  const found: Record<string, string[]> = {};
  const tell = (name: string, faultsFound: readonly string[]): void => {
    if (faultsFound.length > 0) found[name] = [...faultsFound];
  };

  await page.goto('/dashboard');
  await expect(page.getByRole('article').first()).toBeVisible();
  tell('news', await faultsOnTheWay(page, 'main'));
  await page.goto('/profile');
  await expect(page.getByRole('table').first()).toBeVisible();
  tell('profile', await faultsOnTheWay(page, 'main'));
  await page.goto('/chat/7');
  await expect(page.locator('.ob-message').first()).toBeVisible();
  await page.locator('.ob-chat-log').evaluate((log) => {
    log.scrollTop = 0;
  });
  tell('chat', await faultsOnTheWay(page, '.ob-chat-log'));
  await page.goto('/market-data?tab=details');
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  tell('ticker', await faults(page));
  const box = page.getByRole('combobox');
  await box.fill('x');
  await box.press('Enter');
  await expect(page.getByRole('option').first()).toBeVisible();
  tell(
    'tickers',
    (await faults(page)).filter((fault) => !fault.startsWith('covered')),
  );
  await page.goto('/market-data?tab=time-sales');
  await expect(page.getByRole('grid')).toBeVisible();
  tell('time and sales', await faults(page));
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('option').first()).toBeVisible();
  tell(
    'palette',
    (await faults(page)).filter((fault) => !fault.startsWith('covered')),
  );
  expect(found).toEqual({});
  expect(asked).toEqual([]);
});
