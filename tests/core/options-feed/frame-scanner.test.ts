import { feedTradeEventSchema, readWire } from '@openbell/core/contract';
import {
  createFrameScanner,
  readParsedFrame,
  readTrade,
  type TradeFilter,
} from '@openbell/core/options-feed';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { propertyCases } from '../../support/property-cases.ts';

const filter: TradeFilter = { sizeOver: 100, conditions: new Set([15, 16, 37, 201, 5000]) };

const price = fc.oneof(
  fc.integer({ min: 0, max: 9_999_999 }).map((value) => value / 10_000),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1, max: 1e21 }),
);
const condition = fc.oneof(fc.constantFrom(15, 16, 37, 201, 209, 227, 5000, 0, -1), fc.nat(300));
const trade = fc.record(
  {
    sym: fc.oneof(
      fc.constantFrom('O:AAPL251219C00150000', 'SPXW251208P06840000', 'nonsense', ''),
      fc.array(fc.nat(0xffff), { maxLength: 8 }).map((codes) => String.fromCharCode(...codes)),
    ),
    x: fc.oneof(fc.nat(400), fc.constant(-1)),
    p: price,
    s: fc.oneof(fc.integer({ min: 95, max: 105 }), fc.nat(100_000), fc.constantFrom(-5, 100.5, 1e16)),
    c: fc.array(condition, { maxLength: 4 }),
    t: fc.oneof(fc.integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 }), fc.constant(-1)),
    q: fc.nat(1e9),
  },
  { requiredKeys: ['sym', 'p', 's', 't'] },
);

/** The provider's format: fixed key order, no spaces. */
const plain = trade.map(({ sym, x, p, s, c, t, q }) => JSON.stringify({ ev: 'T', sym, x, p, s, c, t, q }));
const shuffled = trade.chain((event) =>
  fc
    .shuffledSubarray(Object.entries({ ev: 'T', ...event, z: 1 }), { minLength: 0 })
    .map((entries) => JSON.stringify(Object.fromEntries(entries))),
);
const spaced = trade.map((event) => JSON.stringify({ ev: 'T', ...event }, null, 1));
const oddities = fc.constantFrom(
  '{"ev":"status","status":"success","message":"subscribed to: T.*"}',
  '{"ev":"status","status":7}',
  '{"ev":"Q","sym":"O:AAPL251219C00150000","s":900}',
  '{"ev":"T","sym":"A","p":1,"s":101,"s":1,"t":1}',
  '{"ev":"T","sym":"A","p":1,"s":101,"c":null,"t":1}',
  '{"ev":"T","sym":"A","p":1,"s":"101","t":1}',
  '{"ev":"T","sym":"A","p":1,"s":1e3,"t":1}',
  '{"ev":"T","sym":"A","p":1.0,"s":101.0,"t":1}',
  '{"ev":"T","sym":"\\u0041","p":1,"s":101,"t":1}',
  '{"\\u0065v":"T","sym":"A","p":1,"s":101,"t":1}',
  '{"ev":"T","sym":"A","p":01,"s":101,"t":1}',
  '{"ev":"T","sym":"A","p":1.,"s":101,"t":1}',
  '{"ev":"T","sym":"A","p":1,"s":101,"c":[15,],"t":1}',
  '{"ev":"T","sym":"A","p":1,"s":101,"c":[015],"t":1}',
  '{"ev":"T","sym":"A","p":1,"s":101,"t":1,"q":1,"q":2}',
  '{"ev":"T","sym":"A","p":1,"s":101,"t":1,"__proto__":{"s":5}}',
  '{"ev":"T","sym":"É","p":1,"s":101,"t":1}',
  'null',
  '[]',
  '1',
  '"T"',
  '',
  '{',
);
const events = fc.array(fc.oneof({ weight: 6, arbitrary: plain }, shuffled, spaced, oddities), {
  maxLength: 6,
});
const frames = fc.oneof(
  { weight: 8, arbitrary: events.map((parts) => `[${parts.join(',')}]`) },
  events.map((parts) => ` [ ${parts.join(' , ')} ] `),
  oddities,
  fc.string(),
);
/** A frame with one mutation, to detect missing checks in the scanner. */
const mutated = fc
  .tuple(frames, fc.nat(), fc.nat(2), fc.constantFrom(...'0159-.eE+,:[]{}"\\ T\u0000é\n'.split('')))
  .map(([text, at, kind, character]) => {
    const place = text.length === 0 ? 0 : at % text.length;
    return text.slice(0, place) + (kind === 2 ? '' : character) + text.slice(place + (kind === 0 ? 0 : 1));
  });

describe('frame scanner', () => {
  test('counts all trades, for any mix of the shortest and the longest usual ones', () => {
    const scan = createFrameScanner({ sizeOver: 999_999, conditions: new Set() });
    const shortest =
      '{"ev":"T","sym":"O:F251219C00650000","x":302,"p":1,"s":1,"c":[209],"t":1765227583506,"q":1864261}';
    const longest =
      '{"ev":"T","sym":"O:ABCDEF251219C00650000","x":302,"p":123.45,"s":999999,"c":[209],"t":1765227583506,"q":1864261653}';
    for (let mixed = 0; mixed < 2 ** 8; mixed += 1) {
      for (let count = 1; count <= 8; count += 1) {
        const events = Array.from({ length: count }, (_, i) => ((mixed >> i) & 1 ? longest : shortest));
        expect(scan(`[${events.join(',')}]`)).toMatchObject({ isValid: true, seen: count, trades: [] });
      }
    }
  });

  test('equals JSON.parse with the big-delta rule for every frame, valid or not [market.scanner]', () => {
    const scan = createFrameScanner(filter);
    fc.assert(
      fc.property(fc.oneof(frames, mutated), (text) => {
        expect(scan(text)).toEqual(readParsedFrame(text, filter));
      }),
      { numRuns: propertyCases(2000) },
    );
  });

  test('skips only trades that the filter rejects, for any filter', () => {
    const filters = fc.record({
      sizeOver: fc.oneof(
        fc.nat(2000),
        fc.constantFrom(-1, 0, 9, 10, 99, 100, 999_999, 1e15, 0.5, Number.NaN, Infinity, -Infinity),
      ),
      conditions: fc
        .array(fc.oneof(fc.nat(300), fc.constantFrom(-1, 1.5, 2, 20, 201, 1e21, Number.NaN)), {
          maxLength: 5,
        })
        .map((list) => new Set(list)),
    });
    fc.assert(
      fc.property(filters, fc.array(plain, { minLength: 1, maxLength: 20 }), (expected, parts) => {
        const text = `[${parts.join(',')}]`;
        expect(createFrameScanner(expected)(text)).toEqual(readParsedFrame(text, expected));
      }),
      { numRuns: propertyCases(1000) },
    );
  });

  test('skips sizes up to the minimum, and none above it', () => {
    for (const sizeOver of [0, 1, 7, 10, 19, 99, 100, 105, 250, 999, 1000, 1234]) {
      const scan = createFrameScanner({ sizeOver, conditions: new Set() });
      const sizes = Array.from({ length: 1300 }, (_, size) => size);
      const text = JSON.stringify(
        sizes.map((s) => ({ ev: 'T', sym: 'O:SPY251219C00650000', x: 1, p: 1.5, s, c: [209], t: 1, q: 1 })),
      );
      const { trades, seen } = scan(text);
      expect(seen).toBe(1300);
      expect(trades.map(({ s }) => s)).toEqual(sizes.filter((size) => size > sizeOver));
    }
  });

  test('reads a frame of 100,000 trades, and very long numbers', () => {
    const usual =
      '{"ev":"T","sym":"O:SPXW251208C06840000","x":302,"p":5.5,"s":1,"c":[236],"t":1765227583506,"q":1864261653}';
    const scan = createFrameScanner(filter);
    const long = `[${Array.from({ length: 100_000 }, () => usual).join(',')}]`;
    expect(scan(long)).toEqual({ isValid: true, trades: [], statuses: [], seen: 100_000, malformed: 0 });
    const endless = '9'.repeat(400);
    for (const [value, instead] of [
      ['"p":5.5', `"p":${endless}`],
      ['"s":1', `"s":${endless}`],
      ['"t":1765227583506', `"t":${endless}`],
      ['"q":1864261653', `"q":${endless}`],
      ['[236]', `[${endless}]`],
    ] as const) {
      const text = `[${usual},${usual.replace(value, instead)},${usual}]`;
      expect(scan(text)).toEqual(readParsedFrame(text, filter));
    }
  });

  test('a frame is not affected by an earlier, longer one', () => {
    const scan = createFrameScanner(filter);
    fc.assert(
      fc.property(fc.array(frames, { minLength: 2, maxLength: 4 }), (texts) => {
        for (const text of texts) expect(scan(text)).toEqual(readParsedFrame(text, filter));
        const [first = ''] = texts;
        const cut = first.slice(0, -1);
        scan(first);
        expect(scan(cut)).toEqual(readParsedFrame(cut, filter));
      }),
      { numRuns: propertyCases(200) },
    );
  });

  test("a trade is malformed exactly when the contract's schema rejects it", () => {
    const anything = fc.record(
      {
        ev: fc.constant('T'),
        sym: fc.oneof(fc.string(), fc.constant(1)),
        p: fc.oneof(fc.double(), fc.constant('1')),
        s: fc.oneof(fc.double(), fc.constant(null)),
        t: fc.oneof(fc.double(), fc.constant([])),
        x: fc.oneof(fc.nat(), fc.constant(null)),
        c: fc.oneof(fc.array(fc.nat()), fc.constant([1, '2']), fc.constant({})),
        q: fc.oneof(fc.nat(), fc.string()),
      },
      { requiredKeys: ['ev'] },
    );
    fc.assert(
      fc.property(anything, (event) => {
        const reading = readWire(feedTradeEventSchema, event);
        expect(readTrade(event)).toEqual(reading.ok ? reading.value : null);
      }),
    );
  });

  test("reads the provider's usual frame without JSON.parse, and creates only matching trades", () => {
    const small =
      '{"ev":"T","sym":"O:SPXW251208C06840000","x":302,"p":5.5,"s":1,"c":[236],"t":1765227583506,"q":1864261653}';
    const big = '{"ev":"T","sym":"O:SPXW251208C06840000","p":0.05,"s":101,"t":1765227583506}';
    const parse = vi.spyOn(JSON, 'parse');
    const reading = createFrameScanner(filter)(`[${small},${big},${small}]`);
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
    expect(reading.seen).toBe(3);
    expect(reading.trades).toEqual([
      { ev: 'T', sym: 'O:SPXW251208C06840000', p: 0.05, s: 101, t: 1765227583506 },
    ]);
  });

  test('size 100 is not big, size 101 and conditions 15, 16 and 37 are [market.big-delta]', () => {
    const frame = (s: number, c: number[]): string =>
      JSON.stringify([{ ev: 'T', sym: 'O:SPY251219C00650000', x: 1, p: 1, s, c, t: 1, q: 1 }]);
    const scan = createFrameScanner({ sizeOver: 100, conditions: new Set([15, 16, 37]) });
    const isKept = (s: number, c: number[]): boolean => scan(frame(s, c)).trades.length === 1;
    expect(isKept(100, [])).toBe(false);
    expect(isKept(101, [])).toBe(true);
    expect([15, 16, 37].map((c) => isKept(1, [209, c]))).toEqual([true, true, true]);
    expect(isKept(1, [14, 38, 115, 371])).toBe(false);
  });
});
