import { readSetUpOutcome } from '@openbell/core/billing';
import { expect, it } from 'vitest';

const intent = (status: string, payment_method: string | { readonly id: string } | null = 'pm_1') => ({
  status,
  payment_method,
});
const rejected = (code: string | undefined, setup_intent?: ReturnType<typeof intent>) =>
  readSetUpOutcome({ error: { message: 'Its own words.', code, setup_intent } });
const done = { ok: true, paymentMethodId: 'pm_1' };
const spent = { ok: false, message: 'Its own words.', spent: true };

it('accepts a succeeded intent, also when it succeeded in another tab [billing.set-up-elsewhere]', () => {
  expect(readSetUpOutcome({ setupIntent: intent('succeeded') })).toEqual(done);
  expect(readSetUpOutcome({ setupIntent: intent('succeeded', { id: 'pm_1' }) })).toEqual(done);
  expect(rejected('setup_intent_unexpected_state', intent('succeeded'))).toEqual(done);
});

it('marks a canceled intent, or one in an unexpected state, as spent [billing.set-up-elsewhere]', () => {
  expect(rejected('setup_intent_unexpected_state', intent('canceled'))).toEqual(spent);
  expect(rejected(undefined, intent('canceled'))).toEqual(spent);
  expect(rejected('setup_intent_unexpected_state')).toEqual(spent);
  expect(rejected('setup_intent_unexpected_state', intent('succeeded', null))).toEqual(spent);
});

it("returns the provider's message for a refused card, and the form stays usable", () => {
  const stays = { ok: false, message: 'Its own words.' };
  expect(rejected('card_declined', intent('requires_payment_method', null))).toEqual(stays);
  expect(rejected(undefined)).toEqual(stays);
  expect(readSetUpOutcome({ setupIntent: intent('requires_action') })).toEqual({ ok: false, message: '' });
  expect(readSetUpOutcome({})).toEqual({ ok: false, message: '' });
});
