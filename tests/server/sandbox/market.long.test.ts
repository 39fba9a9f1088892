import {
  cancelConditions,
  readWire,
  type Schema,
  tickerDetailsResponseSchema,
  tickersResponseSchema,
  tradeSchema,
} from '@openbell/core/contract';
import { parseOptionSymbol } from '@openbell/core/option-symbol';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { COMPANIES, type Company } from '../../../examples/sandbox/src/market/companies.ts';
import {
  createSandboxMarket,
  type SandboxMarket,
  type TradeDay,
} from '../../../examples/sandbox/src/market/index.ts';
import { createPriceHistory, type PriceHistory } from '../../../examples/sandbox/src/market/price-path.ts';
import { topByPremium } from '../../../examples/sandbox/src/market/tape-rows.ts';
import { createTradeDay } from '../../../examples/sandbox/src/market/trade-day.ts';
import type { TimeSales } from '../../../examples/server/src/providers/market/market.types.ts';

/** Parses with the contract's schema; a dropped entry is an error. */
function parse<T>(schema: Schema<T>, input: unknown): T {
  const reading = readWire(schema, input);
  if (!reading.ok || reading.dropped.length > 0) throw new Error(JSON.stringify(reading));
  return reading.value;
}

// Generating whole sessions takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

// A Saturday, so that the tape is all of Friday.
const SATURDAY = Date.parse('2026-11-21T15:00:00Z');
const marketAt = (now: number) => createSandboxMarket({ tradesPerDay: 60_000, now: () => now });

const histories = (seed: string) => {
  const made = new Map<Company, PriceHistory>();
  return (company: Company): PriceHistory => {
    const known = made.get(company) ?? createPriceHistory(seed, company);
    made.set(company, known);
    return known;
  };
};
const aDay = (seed: string, day = '2026-11-20') =>
  createTradeDay({ seed, day, count: 3_000, history: histories(seed) });

let market: SandboxMarket;
let tape: TimeSales;
let day: TradeDay;
beforeAll(async () => {
  market = marketAt(SATURDAY);
  tape = await market.timeSales('');
  day = await market.tradeDay('2026-11-20');
});

describe('the simulated tape', () => {
  it('is the same for the same seed and day, and another for another seed', async () => {
    const first = await aDay('openbell');
    expect(await aDay('openbell')).toEqual(first);
    expect((await aDay('other')).price.join()).not.toBe(first.price.join());
    expect((await aDay('openbell', '2026-11-19')).price.join()).not.toBe(first.price.join());
  });

  it('does not depend on earlier requests', async () => {
    const history = histories('openbell');
    for (const company of COMPANIES) {
      history(company).candles({
        interval: '1d',
        from: 1_700_000_000,
        to: 1_800_000_000,
        now: SATURDAY,
        limit: 40,
      });
      history(company).pathOf('2026-11-18');
    }
    const options = { seed: 'openbell', day: '2026-11-20', count: 3_000, history };
    expect(await createTradeDay(options)).toEqual(await aDay('openbell'));
  });

  it('has at least 500,000 trades a day, unless fewer are configured [market.sandbox-day]', async () => {
    const whole = await createSandboxMarket({ now: () => SATURDAY }).tradeDay('2026-11-20');
    expect(whole.count).toBeGreaterThanOrEqual(500_000);
    expect(whole.time.every((time, row) => row === 0 || time >= (whole.time[row - 1] ?? 0))).toBe(true);
  });

  it('returns the newest 50,000 rows, newest first', () => {
    expect(tape.data).toHaveLength(50_000);
    const times = tape.data.map(({ time }) => Date.parse(time));
    expect(times.every((time, row) => row === 0 || time <= (times[row - 1] ?? 0))).toBe(true);
    expect(day.count).toBe(60_000);
    expect(tape.data[0]?.time).toBe(new Date(day.time[59_999] ?? 0).toISOString());
  });

  it('matches the contract row by row, with valid symbols', () => {
    for (const row of tape.data.filter((_, index) => index % 20 === 0)) {
      expect(parse(tradeSchema, row)).toEqual(row);
      const symbol = parseOptionSymbol(row.option);
      expect(row.contract_type).toBe(symbol?.type === 'call' ? 1 : 2);
      expect(row.qty).toBeGreaterThan(0);
      expect(row.price).toBeGreaterThan(0);
      expect(Math.abs(row.delta ?? 9)).toBeLessThanOrEqual(1);
      expect((row.delta ?? 0) >= 0).toBe(row.contract_type === 1 || row.delta === 0);
      expect(row.iv).toBeGreaterThan(0);
      expect(row.exchange).not.toMatch(/^Exchange \d/);
      expect(row.condition).not.toMatch(/^Condition \d/);
    }
  });

  it('uses 1 at or above the ask, 3 at or below the bid, and 2 otherwise', () => {
    const sides = new Map<number, number>();
    for (const { market: quote, price, type } of tape.data) {
      const [bid, ask] = quote.split('x').map(Number) as [number, number];
      expect(ask).toBeGreaterThan(bid);
      const side = price >= ask ? 1 : price <= bid ? 3 : 2;
      if (type !== side) throw new Error(`${price} in ${quote} is type ${type}`);
      sides.set(type, (sides.get(type) ?? 0) + 1);
    }
    for (const side of [1, 2, 3]) expect(sides.get(side) ?? 0).toBeGreaterThan(2_000);
  });

  it('has mostly small sizes and some over 100', () => {
    const sizes = [...day.qty].sort((a, b) => a - b);
    expect(sizes[30_000]).toBeLessThan(10);
    const big = sizes.filter((size) => size > 100).length / sizes.length;
    expect(big).toBeGreaterThan(0.005);
    expect(big).toBeLessThan(0.1);
    expect(sizes.at(-1)).toBeGreaterThan(1_000);
  });

  it('cancels only earlier prints of the same contract, price and size', () => {
    const openPrints = new Map<string, number>();
    let cancels = 0;
    for (let row = 0; row < day.count; row += 1) {
      const key = `${day.contract[row]}/${day.price[row]}/${day.qty[row]}`;
      if (cancelConditions.has(day.condition[row] ?? 0)) {
        cancels += 1;
        expect(openPrints.get(key) ?? 0).toBeGreaterThan(0);
        expect(day.void[row]).toBe(1);
        openPrints.set(key, (openPrints.get(key) ?? 0) - 1);
      } else openPrints.set(key, (openPrints.get(key) ?? 0) + 1);
    }
    expect(cancels).toBeGreaterThan(20);
    expect([...day.void].reduce((sum, flag) => sum + flag, 0)).toBe(cancels * 2);
  });

  it('has late prints, sweeps over several exchanges and multi-leg prints', () => {
    const conditions = new Set(day.condition);
    for (const condition of [202, 204, 209, 219, 227, 229, 231, 232]) expect(conditions).toContain(condition);
    expect(new Set(day.exchange).size).toBeGreaterThan(10);
  });

  it('returns the ten largest premiums, without canceled prints', () => {
    const premium = (row: { price: number; qty: number }) => Math.round(row.price * 100) * row.qty;
    expect(tape.biggest_data).toHaveLength(10);
    const standing = [...day.qty.keys()]
      .filter((row) => day.void[row] === 0)
      .map((row) => (day.price[row] ?? 0) * (day.qty[row] ?? 0))
      .sort((a, b) => b - a)
      .slice(0, 10);
    expect(tape.biggest_data.map(premium)).toEqual(standing);
  });

  it('omits a canceled print from the largest trades, whatever its size', () => {
    const [first] = topByPremium([{ trades: day, end: day.count }], null, 1);
    const largest = [...day.qty.keys()].reduce((best, row) =>
      (day.price[row] ?? 0) * (day.qty[row] ?? 0) > (day.price[best] ?? 0) * (day.qty[best] ?? 0)
        ? row
        : best,
    );
    const taken = { ...day, void: day.void.map((flag, row) => (row === largest ? 1 : flag)) };
    const [second] = topByPremium([{ trades: taken, end: day.count }], null, 1);
    expect(first).toEqual(tape.biggest_data[0]);
    expect(second).toEqual(tape.biggest_data[1]);
  });

  it('filters by underlying, also with a dot, and is empty for an unknown ticker', async () => {
    const apple = await market.timeSales('AAPL');
    expect(apple.data.length).toBeGreaterThan(1_000);
    expect(apple.data.every(({ option }) => parseOptionSymbol(option)?.root === 'AAPL')).toBe(true);
    expect(apple.biggest_data.every(({ option }) => option.startsWith('AAPL'))).toBe(true);
    const berkshire = await market.timeSales('BRK.B');
    expect(berkshire.data[0]?.option).toMatch(/^BRKB\d{6}[CP]\d{8}$/);
    expect(await market.timeSales('NOPE')).toEqual({ data: [], biggest_data: [] });
  });

  it('fills up with the previous session early in a session, with nothing from the future', async () => {
    const opening = Date.parse('2026-11-20T14:31:00Z');
    const early = await marketAt(opening).timeSales('');
    expect(early.data).toHaveLength(50_000);
    expect(Date.parse(early.data[0]?.time ?? '')).toBeLessThanOrEqual(opening);
    expect(early.data[0]?.time.slice(0, 10)).toBe('2026-11-20');
    expect(early.data.at(-1)?.time.slice(0, 10)).toBe('2026-11-19');
  });

  it('counts only trades of the present session among the largest of the day', async () => {
    const opening = Date.parse('2026-11-20T14:31:00Z');
    const { biggest_data } = await marketAt(opening).timeSales('');
    expect(new Set(biggest_data.map(({ time }) => time.slice(0, 10)))).toEqual(new Set(['2026-11-20']));
  });

  it('keeps its version while it has no new trades', () => {
    expect(marketAt(SATURDAY).timeSalesVersion('')).toBe(marketAt(SATURDAY + 3_600_000).timeSalesVersion(''));
    const noon = Date.parse('2026-11-20T17:00:10Z');
    expect(marketAt(noon).timeSalesVersion('')).toBe(marketAt(noon + 20_000).timeSalesVersion(''));
    expect(marketAt(noon).timeSalesVersion('')).not.toBe(marketAt(noon + 60_000).timeSalesVersion(''));
  });
});

describe('simulated tickers', () => {
  it('search by symbol and name: exact matches first, then prefixes', async () => {
    expect((await market.searchTickers('c'))[0]).toEqual({ label: 'C', value: 'C' });
    expect((await market.searchTickers('tes')).map(({ value }) => value)).toEqual(['TSLA']);
    expect((await market.searchTickers(' apple '))[0]).toEqual({ label: 'AAPL', value: 'AAPL' });
    expect(await market.searchTickers('')).toEqual([]);
    expect(await market.searchTickers('zzzz')).toEqual([]);
    const data = await market.searchTickers('a');
    expect(parse(tickersResponseSchema, { data })).toEqual({ data });
  });

  it('have details as in the contract, and null for unknown ones', async () => {
    for (const { ticker, market: kind } of COMPANIES) {
      const results = await market.tickerDetails(ticker);
      expect(parse(tickerDetailsResponseSchema, { results })).toEqual({ results });
      expect(results?.homepage_url).toMatch(/^https:\/\//);
      // An index has no address.
      expect(results?.address.city !== '').toBe(kind === 'stocks');
    }
    expect(new Set(COMPANIES.map(({ ticker }) => ticker)).size).toBe(COMPANIES.length);
    expect(await market.tickerDetails('NOPE')).toBeNull();
  });
});

describe('simulated candles', () => {
  const YEAR = { interval: '1d', from: SATURDAY / 1000 - 366 * 86_400, to: SATURDAY / 1000 } as const;

  it('cover the trading days of a year in order, with open and close between low and high', async () => {
    const candles = (await market.candles('AAPL', YEAR)) ?? [];
    expect(candles.length).toBeGreaterThan(245);
    expect(candles.length).toBeLessThan(255);
    candles.forEach((candle, index) => {
      expect(candle.time).toBeGreaterThan(candles[index - 1]?.time ?? 0);
      expect(candle.high).toBeGreaterThanOrEqual(Math.max(candle.open, candle.close));
      expect(candle.low).toBeLessThanOrEqual(Math.min(candle.open, candle.close));
      expect(candle.low).toBeGreaterThan(0);
      expect(candle.volume).toBeGreaterThan(0);
    });
  });

  it('match the underlying prices on the tape', async () => {
    const friday = (await market.candles('SPY', YEAR))?.at(-1);
    const prices = (await market.timeSales('SPY')).data
      .filter(({ condition }) => !condition.startsWith('Late'))
      .map(({ underlying }) => underlying ?? 0);
    expect(Math.min(...prices)).toBeGreaterThanOrEqual((friday?.low ?? 0) - 0.01);
    expect(Math.max(...prices)).toBeLessThanOrEqual((friday?.high ?? 0) + 0.01);
  });

  it('end at the current minute of a session in progress', async () => {
    const noon = Date.parse('2026-11-20T17:00:00Z');
    const range = { interval: '5m', from: noon / 1000 - 86_400, to: noon / 1000 + 86_400 } as const;
    const candles = (await marketAt(noon).candles('AAPL', range)) ?? [];
    expect(candles.at(-1)?.time).toBe(noon / 1000);
    const whole = (await market.candles('AAPL', { ...range, to: noon / 1000 + 86_400 })) ?? [];
    expect(candles.slice(0, -1)).toEqual(whole.slice(0, candles.length - 1));
  });

  it('of shorter intervals add up to the day', async () => {
    const range = { from: Date.parse('2026-11-20') / 1000, to: SATURDAY / 1000 };
    const [day1] = (await market.candles('TSLA', { interval: '1d', ...range })) ?? [];
    const hours = (await market.candles('TSLA', { interval: '1h', ...range })) ?? [];
    expect(hours).toHaveLength(7);
    expect(hours[0]?.open).toBe(day1?.open);
    expect(hours.at(-1)?.close).toBe(day1?.close);
    expect(Math.max(...hours.map(({ high }) => high))).toBe(day1?.high);
    expect(Math.min(...hours.map(({ low }) => low))).toBe(day1?.low);
  });

  it('are null for an unknown ticker and empty before its history', async () => {
    expect(await market.candles('NOPE', YEAR)).toBeNull();
    expect(await market.candles('AAPL', { interval: '1d', from: 0, to: 1_000_000_000 })).toEqual([]);
  });
});
