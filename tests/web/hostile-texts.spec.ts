// The XSS corpus in every field that users or providers fill: names, chat, news, tickers, profile. Nothing runs, loads,
// or leaves its box. content.spec.ts covers course details, course names and alerts.
import type { Page } from '@playwright/test';
import { plainMessage } from '../support/plain-message.ts';
import { xssCorpus } from '../support/xss-corpus.ts';
import { expect, signIn, test, users } from './app-test.ts';

const created_at = '2026-11-20T15:00:00.000Z';
const short = xssCorpus.map((payload) => payload.slice(0, 400));
const [firstPayload = ''] = short;
/**
 * The URLs that a picture may load. Another site's URL is not an attack: the browser loads it, or the policy blocks it.
 */
const pictureOf = (payload: string | undefined): string | null =>
  payload === undefined || /^\s*(?:https?|blob|data):/i.test(payload) ? null : payload;
const person = (index: number) => ({
  id: index + 100,
  first_name: short[index] ?? '',
  dp: pictureOf(short[index]),
});

const message = (payload: string, index: number, message_type: string) =>
  plainMessage(index * 2 + (message_type === 'TXT' ? 1 : 2), {
    message: payload,
    message_type,
    media: [{ file: pictureOf(payload) ?? '/x', name: payload, size: 1, width: null, height: null }],
    sender: person(index),
    created_at,
    reply_to: plainMessage(index, { message: payload, sender: person(index) }),
    forwarded: true,
    reactions: [{ emoji: payload, user: person(index) }],
    delete_from_everyone: message_type !== 'TXT' && index % 7 === 6,
  });
const chat = (id: number) => ({
  id,
  name: short[id % short.length],
  image: pictureOf(short[id % short.length]),
  mute: false,
  unread_count: 0,
  first_message_id: -1,
  last_msg: { message: short[id % short.length], message_type: 'TXT', created_at },
  // Each as a text, a notice, a file, and an unknown kind.
  messages: short.flatMap((payload, index) => [
    message(payload, index, 'TXT'),
    message(payload, index, (['ACT', 'PDF', payload] as const)[index % 3] ?? 'ACT'),
  ]),
  users: short.map((_, index) => ({ user_id: index + 100, user: person(index) })),
});
/** A company with the payload in every field. */
const company = (payload: string, ticker: string) => ({
  name: payload,
  ticker,
  market: payload,
  primary_exchange: payload,
  market_cap: 1,
  description: payload,
  phone_number: payload,
  homepage_url: payload,
  address: { address1: payload, city: payload, postal_code: payload, state: payload },
  branding: { logo_url: pictureOf(payload) },
});

/** Elements that no text of these pages may create. */
const strange =
  'script, iframe, object, embed, base, meta, link, style, form[action], svg [onload], [onerror], [onclick]';

/** The element that shows each field, and the boxes that no text may leave. */
const places = {
  headlines: '.ob-news-headline',
  summaries: '.ob-news-summary',
  messages: '.ob-message-text',
  senders: '.ob-message-name',
  chats: '.ob-chat-link-name',
  previews: '.ob-chat-link-last',
  members: '.ob-chat-panel-user',
  tickers: '[role="option"]',
  contracts: '[role="gridcell"]',
} as const;
type Field = keyof typeof places;
const boxes =
  '.ob-news-card, .ob-message, .ob-message-text, .ob-chat-link, .ob-chat-panel, .ob-company, .ob-profile-section';

/** The payloads that each field has shown, and the problems found. */
class Findings {
  readonly faults: Record<string, string[]> = {};
  private readonly drawn = new Map<Field, Set<string>>();
  private readonly page: Page;
  private frame: string | null = null;

  constructor(page: Page) {
    this.page = page;
  }

  /** Inspects the page. `isCovered`: an open list covers the layout. */
  async look(name: string, { isCovered = false } = {}): Promise<void> {
    const seen = await this.page.evaluate(see, { strange, places, boxes });
    this.frame ??= seen.frame;
    const found = isCovered ? seen.faults.filter((fault) => !fault.startsWith('covered')) : seen.faults;
    if (seen.frame !== this.frame) found.push(`the frame was ${this.frame}, and is ${seen.frame}`);
    if (found.length > 0) this.faults[name] = [...new Set([...(this.faults[name] ?? []), ...found])];
    for (const [field, texts] of Object.entries(seen.drawn) as [Field, string[]][]) {
      const known = this.drawn.get(field) ?? new Set();
      for (const one of texts) known.add(one);
      this.drawn.set(field, known);
    }
  }

  /** Scrolls a container to its end (with -1, to its start) and inspects every part. */
  async walk(name: string, scroller: string, { direction = 1, isCovered = false } = {}): Promise<void> {
    const box = this.page.locator(scroller);
    await this.look(name, { isCovered });
    for (let isOver = false; !isOver; ) {
      isOver = await box.evaluate(async (element, way) => {
        const before = element.scrollTop;
        element.scrollTop += way * element.clientHeight * 0.8;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return Math.abs(element.scrollTop - before) < 1;
      }, direction);
      await this.look(name, { isCovered });
    }
  }

  /** The payloads that a field has not shown. */
  missing(field: Field): string[] {
    const texts = [...(this.drawn.get(field) ?? [])];
    return short.filter((payload) => {
      const words = plain(payload);
      return words !== '' && !texts.some((one) => plain(one).includes(words));
    });
  }
}

/** Normalizes white space for comparison. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

interface Sought {
  readonly strange: string;
  readonly places: Readonly<Record<string, string>>;
  readonly boxes: string;
}

/** A ticker for each company, of letters only. */
const tickerOf = (index: number): string =>
  `Q${String.fromCharCode(65 + Math.floor(index / 26))}${String.fromCharCode(65 + (index % 26))}`;

/** Runs in the page: shows each company and returns whether it was shown and what it caused. */
async function showCompanies(companies: readonly ReturnType<typeof company>[]) {
  const ask = window.fetch;
  window.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const ticker = /\/ticker-details\/([A-Z]+)$/.exec(address)?.[1];
    const results = companies.find((one) => one.ticker === ticker);
    return results === undefined ? ask(input, init) : Promise.resolve(Response.json({ data: { results } }));
  };
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const read = (place: string) => document.querySelector(`.ob-company ${place}`)?.textContent ?? '';
  const shown: { payload: string; isShown: boolean; wrong: string[] }[] = [];
  for (const { ticker, name } of companies) {
    history.pushState({}, '', `/market-data?tab=details&ticker=${ticker}`);
    dispatchEvent(new PopStateEvent('popstate'));
    for (let tries = 0; tries < 600 && read('.ob-company-ticker') !== ticker; tries += 1) await frame();
    const box = document.querySelector('.ob-company');
    const words = (text: string) => text.replace(/\s+/g, ' ').trim();
    const facts = [...document.querySelectorAll('.ob-company-fact dd')].map((fact) =>
      words(fact.textContent ?? ''),
    );
    const isShown =
      read('.ob-company-ticker') === ticker &&
      words(read('.ob-company-name')) === words(name || ticker) &&
      (words(name) === '' || facts.filter((fact) => fact.includes(words(name))).length >= 4);
    const wrong: string[] = [];
    if (box !== null && box.scrollWidth > box.clientWidth + 1) wrong.push(`wider: ${name}`);
    if (box?.querySelector('script, iframe, [onerror], [onload], [style*="position"]'))
      wrong.push(`made: ${name}`);
    shown.push({ payload: name, isShown, wrong });
  }
  return shown;
}

/** Runs in the page. */
function see({ strange: selector, places: fields, boxes: containers }: Sought) {
  const faults: string[] = [];
  const main = document.querySelector('main');
  if (main === null) return { faults: ['the page has gone'], drawn: {}, frame: '' };
  for (const element of main.querySelectorAll(selector)) faults.push(element.outerHTML.slice(0, 200));
  for (const link of main.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    if (!['http:', 'https:', 'mailto:', 'tel:'].includes(link.protocol)) faults.push(`link ${link.href}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the window is wider');
  if (main.scrollWidth > main.clientWidth) faults.push('the frame is wider');
  for (const box of main.querySelectorAll(containers)) {
    if (box.scrollWidth > box.clientWidth + 1)
      faults.push(`out of its box: ${box.className} ${box.textContent?.slice(0, 120)}`);
  }
  for (const entry of document.querySelectorAll('.ob-shell-nav a, .ob-shell-top button')) {
    const place = entry.getBoundingClientRect();
    const top = document.elementFromPoint(place.x + place.width / 2, place.y + place.height / 2);
    if (!top || !entry.contains(top)) faults.push(`covered: ${entry.textContent}`);
  }
  const { __seen: seen } = window as unknown as { __seen: string[] };
  const drawn = Object.fromEntries(
    Object.entries(fields).map(([field, place]) => [
      field,
      [...document.querySelectorAll(place)].map((element) => element.textContent ?? ''),
    ]),
  );
  // The positions of the shell's parts, which must not change.
  const frame = ['.ob-shell-nav', '.ob-shell-top', 'main']
    .map((part) => {
      const box = document.querySelector(part)?.getBoundingClientRect();
      return box && [box.x, box.y, box.width, box.height].map(Math.round).join(' ');
    })
    .join(', ');
  return { faults: [...new Set([...faults, ...seen])], drawn, frame };
}

test('does not run or load hostile texts in names, chats, news, tickers and profiles [look.hostile-texts]', async ({
  page,
  expectedComplaints,
}) => {
  // A tall window shows more at once.
  await page.setViewportSize({ width: 1440, height: 3600 });
  // Missing pictures of this site may be requested.
  expectedComplaints.push(/Failed to load resource/);
  test.setTimeout(480_000);
  expect(xssCorpus.length).toBeGreaterThanOrEqual(200);
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { __xss: () => seen.push('ran'), __seen: seen });
    document.addEventListener('securitypolicyviolation', (event) => {
      seen.push(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  const requested: string[] = [];
  page.on('request', (sent) => {
    if (new URL(sent.url()).hostname.endsWith('.invalid')) requested.push(sent.url());
  });
  const responses: Readonly<Record<string, unknown>> = {
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
        // The open chat has the same members in every response: the list may arrive after its messages, and again.
        users: one.id === 7 ? one.users : one.users.slice(0, 2),
      })),
    },
    '/api/web/chat/7': { data: chat(7) },
    '/api/app/marketdata/ticker': {
      data: short.map((payload) => ({ label: payload || 'x', value: payload || 'x' })),
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
  await signIn(page, users.subscriber);
  const findings = new Findings(page);
  // The layout with harmless texts.
  await page.goto('/courses');
  await expect(page.getByRole('article').first()).toBeVisible();
  await findings.look('courses');
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/api/web/profile') {
      const response = await (await route.fetch()).json();
      const plan = { ...response.subscriptions[0], subscription_histories: [] };
      const subscriptions = short.slice(0, 60).map((payload, index) => ({
        ...plan,
        id: index + 1,
        status: payload,
        provider: payload,
        provider_subscription_id: payload,
      }));
      const user = { ...response.user, first_name: firstPayload, about: short.join('\n'), dp: short[1] };
      await route.fulfill({ json: { user, subscriptions } });
      return;
    }
    const json = responses[pathname];
    await (json === undefined ? route.continue() : route.fulfill({ json }));
  });

  await page.goto('/dashboard');
  await expect(page.getByRole('article').first()).toBeVisible();
  await findings.walk('news', 'main');
  await page.goto('/profile');
  await expect(page.getByRole('table').first()).toBeVisible();
  await findings.walk('profile', 'main');
  await page.goto('/chat/7');
  await expect(page.locator('.ob-message').first()).toBeVisible();
  // The open chat comes with its messages, the others with the list.
  await expect(page.locator(places.chats).nth(1)).toBeVisible();
  await findings.walk('chats', '.ob-chat-list-rows');
  // The chat opens at its end.
  await findings.walk('chat', '.ob-chat-log', { direction: -1 });
  await page.getByRole('button', { name: 'Chat details' }).click();
  await expect(page.locator(places.members).first()).toBeVisible();
  await findings.walk('members', '.ob-chat-panel');
  await page.goto('/market-data?tab=time-sales');
  await expect(page.getByRole('grid')).toBeVisible();
  await findings.walk('time and sales', '.ob-grid-scroller');
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('option').first()).toBeVisible();
  await findings.look('palette', { isCovered: true });

  await page.goto('/market-data?tab=details');
  const box = page.getByRole('combobox');
  await box.fill('x');
  await box.press('Enter');
  await expect(page.getByRole('option').first()).toBeVisible();
  await findings.walk('tickers', '[role="listbox"]', { isCovered: true });
  await box.press('Escape');
  expect(findings.faults).toEqual({});
  const never = Object.keys(places).map(
    (field) => [field, findings.missing(field as Field).map((one) => one.slice(0, 80))] as const,
  );
  expect(Object.fromEntries(never.filter(([, payloads]) => payloads.length > 0))).toEqual({});

  // Navigates to each company by the router. The page answers the requests.
  const companies = short.map((payload, index) => company(payload, tickerOf(index)));
  const shown = await page.evaluate(showCompanies, companies);
  expect(shown.filter(({ isShown }) => !isShown)).toEqual([]);
  expect(shown.flatMap(({ wrong }) => wrong)).toEqual([]);
  await findings.look('company');
  expect(findings.faults).toEqual({});
  expect(requested).toEqual([]);
});
