import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextPeriodEnd, periodAfter } from '../../../../../examples/sandbox/src/billing-calendar.ts';
import { decodeForm, Params } from '../../../../../examples/sandbox/src/cards/form.ts';
import { readTestCard } from '../../../../../examples/sandbox/src/cards/test-cards.ts';

const seconds = (text: string) => Date.parse(text) / 1000;
const iso = (at: number) => new Date(at * 1000).toISOString();

describe('periods', () => {
  it('ends a month from the 31st on the last day of a shorter month, and returns to the 31st', () => {
    const anchor = seconds('2027-01-31T09:30:00.000Z');
    expect([1, 2, 3, 13].map((count) => iso(periodAfter(anchor, 'month', count)))).toEqual([
      '2027-02-28T09:30:00.000Z',
      '2027-03-31T09:30:00.000Z',
      '2027-04-30T09:30:00.000Z',
      '2028-02-29T09:30:00.000Z',
    ]);
  });

  it('ends a year from 29 February on 28 February', () => {
    expect(iso(periodAfter(seconds('2028-02-29T00:00:00.000Z'), 'year', 1))).toBe('2029-02-28T00:00:00.000Z');
  });

  it('property: the next end is within one period after the given time, at the same time of day', () => {
    const first = seconds('2024-01-01T00:00:00.000Z');
    const last = seconds('2030-12-31T23:59:59.000Z');
    fc.assert(
      fc.property(
        fc.integer({ min: first, max: last }),
        fc.integer({ min: 0, max: 4 * 366 * 86_400 }),
        fc.constantFrom('month' as const, 'year' as const),
        (anchor, later, interval) => {
          const end = nextPeriodEnd(anchor, interval, anchor + later);
          expect(end).toBeGreaterThan(anchor + later);
          expect(end - (anchor + later)).toBeLessThanOrEqual((interval === 'month' ? 31 : 366) * 86_400);
          expect(end % 86_400).toBe(anchor % 86_400);
        },
      ),
    );
  });
});

describe('form bodies', () => {
  it('reads brackets as the SDK writes them', () => {
    expect(decodeForm('a=1&items[0][price]=p&metadata[user_id]=7&expand[]=x&expand[]=y')).toEqual({
      a: '1',
      items: { 0: { price: 'p' } },
      metadata: { user_id: '7' },
      expand: { 0: 'x', 1: 'y' },
    });
  });

  it('property: throws only a Problem and never changes a prototype', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          decodeForm(text);
        } catch (error) {
          expect((error as Error).name).toBe('Problem');
        }
      }),
    );
    decodeForm('__proto__[polluted]=1&constructor[prototype][polluted]=1');
    expect({}).not.toHaveProperty('polluted');
  });

  it('rejects unknown parameters at any depth', () => {
    const params = new Params(decodeForm('name=x&recurring[interval]=month&recurring[trial]=1'));
    params.text('name');
    params.child('recurring').text('interval');
    expect(() => params.done()).toThrow('Received unknown parameter: recurring[trial]');
  });
});

describe('test cards', () => {
  it.each([
    ['visa', ['4242424242424242', '4000056655665556', '4000002500003155', '4000003800000446']],
    ['mastercard', ['5555555555554444', '2223003122003222', '5200828282828210', '5105105105105100']],
    ['amex', ['378282246310005', '371449635398431']],
    ['discover', ['6011111111111117', '6011000990139424']],
    ['diners', ['3056930009020004', '36227206271667']],
    ['jcb', ['3566002020360505']],
    ['unionpay', ['6200000000000005']],
  ])('saves and charges the cards of %s', (brand, numbers) => {
    for (const number of numbers) {
      const card = { brand, last4: number.slice(-4), atSetup: null, atCharge: null };
      expect(readTestCard(number)).toMatchObject({ ok: true, card });
    }
  });

  it.each([
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4000000000000119', 'processing_error', undefined],
    ['4000000000006975', 'card_declined', 'card_velocity_exceeded'],
    ['4100000000000019', 'card_declined', 'fraudulent'],
  ])('does not save %s: %s, %s', (number, code, declineCode) => {
    const answer = readTestCard(number);
    expect(answer.ok && answer.card.atSetup).toMatchObject({ code, ...(declineCode && { declineCode }) });
  });

  it('reads a card number with spaces and hyphens', () => {
    expect(readTestCard('4242 4242-4242 4242')).toMatchObject({
      ok: true,
      card: { brand: 'visa', last4: '4242' },
    });
  });

  it('property: rejects every number that is not in the list', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^9\d{11,18}$/), (number) => {
        expect(readTestCard(number).ok).toBe(false);
      }),
    );
  });
});
