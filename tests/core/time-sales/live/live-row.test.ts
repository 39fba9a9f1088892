// A print of the options feed as a row of Time & Sales.
import { describe, expect, test } from 'vitest';
import { timed } from '../support.ts';
import { event, liveRow, noon, row } from './live-support.ts';

describe('a feed trade as a row', () => {
  test('contains the fields of the print, without side and market [time-sales.live-row]', () => {
    expect(liveRow(event({ s: 250, c: [233] }), 'SPY')).toEqual(
      timed(
        row({
          time: new Date(noon + 1000).toISOString(),
          qty: 250,
          market: '',
          delta: null,
          iv: null,
          underlying: null,
          condition: 'Multi Leg Auction',
          type: 2,
        }),
      ),
    );
    const bare = event({ sym: 'SPX251219P06000000', x: 999, c: [777] });
    expect(liveRow(bare, '')).toMatchObject({
      option: 'SPX251219P06000000',
      exchange: 'Exchange 999',
      condition: 'Condition 777',
      contract_type: 2,
    });
    const { x: _, c: __, ...silent } = event();
    expect(liveRow(silent, '')).toMatchObject({ exchange: '', condition: '' });
  });

  test('matches its ticker, including weeklies and adjusted contracts, and is null if unreadable', () => {
    expect(liveRow(event({ sym: 'O:SPXW251219P06000000' }), 'SPX')).not.toBeNull();
    expect(liveRow(event({ sym: 'O:GME1251219C00020000' }), 'GME')).not.toBeNull();
    expect(liveRow(event(), 'QQQ')).toBeNull();
    expect(liveRow(event({ sym: 'nonsense' }), '')).toBeNull();
    expect(liveRow(event({ t: 9e15 }), '')).toBeNull();
  });

  test('a cancel condition is shown before other conditions', () => {
    expect(liveRow(event({ c: [209, 201] }), '')?.condition).toBe('Canceled');
  });
});
