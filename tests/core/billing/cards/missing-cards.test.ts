import { createOpenbell, type Openbell } from '@openbell/core';
import { createPaymentMethodUpdate } from '@openbell/core/billing/payment-method';
import { createFakePage, createMemoryServer, createMemoryStorage, demoPassword } from '@openbell/testing';
import { describe, expect, test } from 'vitest';

const missing = { name: 'TypeError', message: expect.stringMatching(/cards: .*provider: 'stripe'/) };

/** A signed-in member of a site that configures no cards. */
async function open(email: string) {
  const server = createMemoryServer();
  const { apiUrl, ports } = server.options;
  const openbell = createOpenbell({
    apiUrl,
    ports: {
      ...ports,
      page: createFakePage(),
      localStorage: createMemoryStorage(),
      sessionStorage: createMemoryStorage(),
      tabs: { notify: () => {}, onChange: () => () => {} },
    },
  });
  await openbell.session.signIn({ type: 'manual', email, password: demoPassword, remember: true });
  return { server, openbell };
}

const updateOf = ({ api, session, billing }: Openbell) =>
  createPaymentMethodUpdate({ api, session, cardSetup: billing.cardSetup });

function planForm(): FormData {
  const form = new FormData();
  form.set('program', '1');
  return form;
}

describe('a site without the option cards', () => {
  test.each([
    ['enroll', ({ billing }: Openbell) => billing.enroll()],
    ['submit', ({ billing }: Openbell) => billing.submit(planForm())],
  ])(
    '%s requests no payment and rejects with the name of the option [billing.cards-option]',
    async (_, pay) => {
      const { server, openbell } = await open('member@openbell.test');
      openbell.billing.chooseProgram(1);
      await expect(pay(openbell)).rejects.toMatchObject(missing);
      expect(openbell.billing.$enrolment.get()).toEqual({
        step: 'choosing',
        error: { code: 'intent-failed', message: '' },
      });
      expect(server.calls.filter(({ name }) => name === 'createPaymentIntent')).toEqual([]);
    },
  );

  test('an update of the card rejects with the name of the option [billing.cards-option]', async () => {
    const { openbell } = await open('subscriber@openbell.test');
    const update = updateOf(openbell);
    await expect(update.open()).rejects.toMatchObject(missing);
    expect(update.$state.get()).toEqual({ step: 'idle', error: { code: 'not-started', message: '' } });
  });

  test('pays on the page of the wallet', async () => {
    const { server, openbell } = await open('member@openbell.test');
    openbell.billing.chooseProgram(1);
    openbell.billing.chooseGateway('paypal');
    await openbell.billing.enroll().catch(() => undefined);
    expect(server.calls.at(-1)?.name).toBe('createPaymentIntent');
  });
});
