import type { NewsItem } from '@openbell/core/contract';
import type { NewsProvider } from '@openbell/example-server';
import { drawNewsPicture, type NewsMotif } from './draw-news-picture.ts';

/** The news sandbox, with the pictures and articles of its items. */
export interface SandboxNewsProvider extends NewsProvider {
  /** Returns the picture of an item as SVG, or null for an unknown id. */
  picture(id: number): string | null;
  /** Returns an item, or null for an unknown id. */
  read(id: number): NewsItem | null;
}

/** An item appears every 90 minutes; its number since 1970 is its id, and the seed of all that it says. */
const slotMs = 90 * 60_000;
const shown = 24;
/** Ids within int4, and not before the product's first year. */
const firstSlot = Math.floor(Date.UTC(2025, 0, 1) / slotMs);
const lastSlot = Math.floor(Date.UTC(2100, 0, 1) / slotMs);

interface Company {
  readonly ticker: string;
  readonly name: string;
  readonly price: number;
  readonly business: string;
}

const companies: readonly Company[] = [
  { ticker: 'AAPL', name: 'Apple', price: 268, business: 'phones and services' },
  { ticker: 'MSFT', name: 'Microsoft', price: 512, business: 'cloud computing' },
  { ticker: 'NVDA', name: 'Nvidia', price: 188, business: 'data-center chips' },
  { ticker: 'AMD', name: 'AMD', price: 214, business: 'server processors' },
  { ticker: 'TSLA', name: 'Tesla', price: 402, business: 'electric cars' },
  { ticker: 'AMZN', name: 'Amazon', price: 231, business: 'online retail' },
  { ticker: 'META', name: 'Meta', price: 612, business: 'digital advertising' },
  { ticker: 'GOOGL', name: 'Alphabet', price: 288, business: 'search' },
  { ticker: 'NFLX', name: 'Netflix', price: 1104, business: 'streaming' },
  { ticker: 'JPM', name: 'JPMorgan', price: 305, business: 'banking' },
  { ticker: 'XOM', name: 'Exxon Mobil', price: 117, business: 'oil and gas' },
  { ticker: 'SPY', name: 'the S&P 500 fund', price: 671, business: 'the broad market' },
];

interface Story {
  readonly motif: NewsMotif;
  readonly headline: string;
  readonly summary: string;
}

/** The values of a story: company, strike, daily move in percent, traded contracts. */
interface Scene {
  readonly company: Company;
  readonly strike: number;
  readonly percent: string;
  readonly contracts: string;
}

const stories: readonly ((scene: Scene) => Story)[] = [
  ({ company, strike, contracts }) => ({
    motif: 'strikes',
    headline: `${company.ticker} call buyers crowd the ${strike} strike before the weekly close`,
    summary: `More than ${contracts} contracts changed hands, most of them at the ask. Open interest tomorrow will tell whether the positions are new.`,
  }),
  ({ company, percent }) => ({
    motif: 'rise',
    headline: `${sentenceCase(company.name)} gains ${percent}% as demand in ${company.business} holds up`,
    summary: `Implied volatility eased through the session while the shares rose, a pairing that favours sellers of out-of-the-money puts.`,
  }),
  ({ company, percent }) => ({
    motif: 'fall',
    headline: `${sentenceCase(company.name)} slips ${percent}% and tests its 50-day average`,
    summary: `Put volume ran ahead of calls for the first time this week. Traders watch whether the average turns from support into resistance.`,
  }),
  ({ company, strike, contracts }) => ({
    motif: 'sweep',
    headline: `A sweep of ${contracts} ${company.ticker} puts lifts the ${strike} line`,
    summary: `The order was filled on several exchanges within seconds. Near-dated skew steepened, and the underlying hardly moved.`,
  }),
  ({ company }) => ({
    motif: 'straddle',
    headline: `What the options market expects of ${company.ticker} on its report`,
    summary: `The at-the-money straddle prices a move close to the average of the last eight quarters. A look at the strikes that would profit from less.`,
  }),
  ({ company, strike }) => ({
    motif: 'pin',
    headline: `${company.ticker} pins near ${strike} as dealers hedge a large open interest`,
    summary: `With gamma concentrated at one strike, hedging flows dampen moves in both directions until the contracts expire.`,
  }),
];

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A deterministic random generator (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function pick<T>(list: readonly T[], index: number): T {
  const entry = list[index % list.length];
  if (entry === undefined) throw new TypeError('pick: the list is empty');
  return entry;
}

interface Told {
  readonly item: NewsItem;
  readonly company: Company;
  readonly motif: NewsMotif;
}

function tell(slot: number): Told {
  const random = randomOf(slot);
  // Steps coprime to the lists' lengths, so that neighbors differ.
  const company = pick(companies, slot * 5);
  const story = pick(stories, slot);
  const step = company.price > 300 ? 10 : 5;
  const { motif, headline, summary } = story({
    company,
    strike: Math.round((company.price * (0.97 + random() * 0.06)) / step) * step,
    percent: (0.4 + random() * 3.2).toFixed(1),
    contracts: (Math.round(40 + random() * 260) * 100).toLocaleString('en-US'),
  });
  const item = {
    id: slot,
    headline,
    summary,
    image: `/media/news/${slot}.svg`,
    url: `/media/news/${slot}.html`,
    datetime: Math.floor((slot * slotMs + random() * slotMs * 0.9) / 1000) - slotMs / 1000,
  };
  return { item, company, motif };
}

function pictureOf(slot: number): string {
  const { company, motif } = tell(slot);
  return drawNewsPicture(motif, company.ticker, randomOf(slot ^ 0x5bd1e995));
}

function isSlot(id: number): boolean {
  return Number.isInteger(id) && id >= firstSlot && id <= lastSlot;
}

/** Generates invented news about real tickers, with drawn pictures. */
export function createSandboxNews(): SandboxNewsProvider {
  return {
    list: async (now) => {
      const newest = Math.min(lastSlot, Math.max(firstSlot + shown, Math.floor(now / slotMs)));
      return Array.from({ length: shown }, (_, index) => tell(newest - index).item);
    },
    read: (id) => (isSlot(id) ? tell(id).item : null),
    picture: (id) => (isSlot(id) ? pictureOf(id) : null),
  };
}
