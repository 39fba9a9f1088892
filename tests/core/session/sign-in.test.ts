import { createSignIn } from '@openbell/core/session';
import { recordStates } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { makeUser, openTab } from './session-support.ts';

const REQUEST = { type: 'manual', email: 'ada@openbell.test', password: 'secret', remember: true } as const;

describe('the sign-in form', () => {
  it("goes from idle to submitting, failed with the server's message, and success [sign-in.states]", async () => {
    const setup = openTab();
    const signIn = createSignIn(setup);
    const { states } = recordStates(signIn.$state);
    const first = signIn.submit(REQUEST);
    await setup.api.latest('/web/login').refuse(422, { message: 'Wrong password.' });
    await first;
    const second = signIn.submit(REQUEST);
    await setup.api.latest('/web/login').succeed({ access: 'tokenA', user: makeUser(), message: '' });
    expect((await second).ok).toBe(true);
    expect(states).toEqual([
      { status: 'idle' },
      { status: 'submitting' },
      { status: 'failed', error: { code: 'refused', message: 'Wrong password.', retryAfter: null } },
      { status: 'submitting' },
      { status: 'idle' },
    ]);
  });

  it('sends one request on a double click, and reset ignores the pending response [sign-in.once]', async () => {
    const setup = openTab();
    const signIn = createSignIn(setup);
    const first = signIn.submit(REQUEST);
    expect((await signIn.submit(REQUEST)).ok).toBe(false);
    expect(setup.api.requests).toHaveLength(1);
    signIn.reset();
    await setup.api.latest('/web/login').refuse(422);
    await first;
    expect(signIn.$state.get()).toEqual({ status: 'idle' });
  });
});
