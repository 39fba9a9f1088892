import { checkCardFields } from '@openbell/core/billing';
import { describe, expect, it } from 'vitest';

describe('the sandbox card form', () => {
  const good = { kind: 'fields' as const, number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };

  it.each(['12/34', '1/34', '01 / 34', '1234', '12/2034'])('accepts the expiry %s', (expiry) => {
    expect(checkCardFields({ ...good, expiry })).toEqual({});
  });

  it('reports each invalid field', () => {
    expect(checkCardFields({ kind: 'fields', number: '42', expiry: '13/34', cvc: '1' })).toEqual({
      number: true,
      expiry: true,
      cvc: true,
    });
  });
});
