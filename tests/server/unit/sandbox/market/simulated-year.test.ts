// The sandbox market at every time of day in a year: weekends, holidays, half days, and both changes of daylight saving time.
import { parseOptionSymbol } from '@openbell/core/option-symbol';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createSandboxSource,
  createSequence,
} from '../../../../../examples/sandbox/src/feed/sandbox-source.ts';
import { COMPANIES, type Company } from '../../../../../examples/sandbox/src/market/companies.ts';
import type { TradeDay } from '../../../../../examples/sandbox/src/market/index.ts';
import {
  createPriceHistory,
  type PriceHistory,
} from '../../../../../examples/sandbox/src/market/price-path.ts';
import { createTradeDay } from '../../../../../examples/sandbox/src/market/trade-day.ts';
import {
  addDays,
  isTradingDay,
  latestSession,
  type MarketDay,
  previousTradingDay,
  sessionOf,
} from '../../../../../examples/server/src/providers/market/calendar.ts';
import { fakeTimers } from '../../market/options-feed/support.ts';

const FIRST: MarketDay = '2026-01-01';
const LAST: MarketDay = '2026-12-31';
const HOUR = 3_600_000;
const HALF_DAYS = ['2026-11-27', '2026-12-24'];

// Generating a year takes seconds on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const histories = new Map<Company, PriceHistory>(
  COMPANIES.map((company) => [company, createPriceHistory('openbell', company)]),
);
const history = (company: Company) => histories.get(company) ?? createPriceHistory('openbell', company);
const days = new Map<MarketDay, TradeDay>();

beforeAll(async () => {
  for (let day = previousTradingDay(FIRST); day <= LAST; day = addDays(day, 1)) {
    if (!isTradingDay(day)) continue;
    days.set(day, await createTradeDay({ seed: 'openbell', day, count: 400, history }, async () => {}));
  }
});

/** Returns the time at which the contract of a symbol expires. */
function expiryOf(sym: string): number {
  const expiry = parseOptionSymbol(sym)?.expiry;
  if (expiry === undefined || !isTradingDay(expiry)) throw new Error(`${sym} expires on a closed day`);
  return sessionOf(expiry).close;
}

describe('the sandbox market in a year', () => {
  it('trades only within sessions, and no contract after its expiry [market.sandbox-calendar]', () => {
    for (const [day, trades] of days) {
      const { open, close } = sessionOf(day);
      expect(close - open).toBe((HALF_DAYS.includes(day) ? 3.5 : 6.5) * HOUR);
      for (let row = 0; row < trades.count; row += 1) {
        const time = trades.time[row] ?? 0;
        const contract = trades.contracts[trades.contract[row] ?? 0];
        if (!(time >= open && time < close + 1000))
          throw new Error(`${day}: a trade at ${new Date(time).toJSON()}`);
        if (!((contract?.expiresAt ?? 0) >= time)) throw new Error(`${day}: ${contract?.symbol} has expired`);
        if (!((trades.price[row] ?? 0) > 0)) throw new Error(`${day}: a price of 0`);
      }
    }
  });

  it('sends current trades in market hours, and replays the last session with its times otherwise [market.sandbox-calendar]', async () => {
    let open = 0;
    let closed = 0;
    // In steps that reach every half hour of a week in turn.
    for (let moment = Date.parse(FIRST); moment < Date.parse(LAST); moment += 6.5 * HOUR) {
      const trades = await tradesAt(moment);
      const session = sessionOf(latestSession(moment));
      const isOpen = moment < session.close;
      if (isOpen) open += 1;
      else closed += 1;
      const at = new Date(moment).toJSON();
      if (trades.length === 0) throw new Error(`${at}: no trades`);
      for (const { t, sym } of trades) {
        if (t > expiryOf(sym)) throw new Error(`${at}: ${sym} has expired`);
        if (isOpen ? t !== moment + 50 : !(t >= session.open && t < session.close)) {
          throw new Error(`${at}: a trade at ${new Date(t).toJSON()}`);
        }
        // Older than the trades of any live feed, so that clients can tell a replay.
        if (!isOpen && moment - t < 30 * 60_000) throw new Error(`${at}: a replayed trade is too new`);
      }
    }
    expect(open).toBeGreaterThan(200);
    expect(closed).toBeGreaterThan(1_000);
  });

  it('draws candles only of sessions, up to now [market.sandbox-calendar]', () => {
    const company = COMPANIES[0] as Company;
    const year = { from: Date.parse(FIRST) / 1000, to: Date.parse('2027-01-01') / 1000, limit: 50_000 };
    const now = Date.parse('2027-01-01');
    const candles = history(company).candles({ interval: '5m', now, ...year });
    const perDay = new Map<MarketDay, number>();
    for (const { time } of candles) {
      const day = new Date(time * 1000).toISOString().slice(0, 10);
      const { open, close } = sessionOf(day);
      expect(isTradingDay(day) && time * 1000 >= open && time * 1000 < close).toBe(true);
      perDay.set(day, (perDay.get(day) ?? 0) + 1);
    }
    for (const [day, count] of perDay) expect([day, count]).toEqual([day, HALF_DAYS.includes(day) ? 42 : 78]);
    expect(perDay.size).toBe([...days.keys()].filter((day) => day >= FIRST).length);
  });
});

describe('the sandbox feed at the bell', () => {
  it('changes to the new session at the open, and to its replay at the close [market.sandbox-calendar]', async () => {
    const monday = sessionOf('2026-11-23');
    const { timers, received } = await feedAt(monday.open - 1_000);
    timers.pass(900);
    expect(received.every(({ t }) => t < monday.open - HOUR)).toBe(true);
    timers.pass(200);
    await new Promise((done) => setImmediate(done));
    received.length = 0;
    timers.pass(1_000);
    expect(received.length).toBeGreaterThan(100);
    expect(received.every(({ t, sym }) => t >= monday.open && expiryOf(sym) > monday.open)).toBe(true);

    const evening = await feedAt(monday.close - 1_000);
    evening.timers.pass(900);
    expect(evening.received.every(({ t }) => t > monday.close - 1_000 && t < monday.close)).toBe(true);
    evening.received.length = 0;
    evening.timers.pass(1_000);
    expect(evening.received.slice(-50).every(({ t }) => t <= monday.close - 30 * 60_000)).toBe(true);
  });
});

async function feedAt(begin: number) {
  const timers = fakeTimers();
  const clock = { now: () => begin + timers.now() };
  const received: { t: number; sym: string }[] = [];
  const source = createSandboxSource({
    market: { tradeDay: async (day) => days.get(day) ?? Promise.reject(new Error(`no session on ${day}`)) },
    clock,
    timers,
    speed: 1,
    nextSequence: createSequence(clock),
    onError: (error) => {
      throw error;
    },
  });
  const stop = source.listen({
    frame: ({ trades }) => received.push(...trades.map(({ t, sym }) => ({ t, sym }))),
    status: () => {},
  });
  await Promise.resolve();
  await Promise.resolve();
  return { timers, received, stop };
}

/** Returns the trades that the feed sends in its first tick, 50 ms after a moment. */
async function tradesAt(moment: number): Promise<{ t: number; sym: string }[]> {
  const { timers, received, stop } = await feedAt(moment);
  timers.pass(50);
  stop();
  return received;
}
