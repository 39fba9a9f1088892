// Second factors of the library, against the memory server.
import { createOpenbell } from '@openbell/core';
import { factorsResponseSchema } from '@openbell/core/contract';
import { createFactors } from '@openbell/core/factors';
import {
  createFakeTime,
  createMemoryServer,
  demoEmails,
  demoPassword,
  errorResponse,
  MEMORY_FACTOR_CODE,
  settle,
} from '@openbell/testing';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

async function signedIn() {
  const time = createFakeTime();
  const server = createMemoryServer({ clock: time.clock, scheduler: time.scheduler });
  const openbell = createOpenbell(server.options);
  const signIn = (code?: string) =>
    openbell.session.signIn({
      type: 'manual',
      email: demoEmails.member,
      password: demoPassword,
      remember: true,
      ...(code === undefined ? {} : { code }),
    });
  await signIn();
  const factors = createFactors({ api: openbell.api, session: openbell.session });
  return { time, server, openbell, factors, signIn };
}

describe('factors', () => {
  it('loads nothing before load, then what the account has', async () => {
    const { factors } = await signedIn();
    expect(factors.$state.get()).toEqual({ status: 'idle', factors: null, busy: false });
    const [first, second] = [factors.load(), factors.load()];
    expect(first).toBe(second);
    expect(await first).toEqual({
      ok: true,
      value: { authenticator: null, recovery_codes: 0, proofs: ['password'] },
    });
    expect(factors.$state.get().status).toBe('ready');
  });

  it('adds an app, signs in with its code, and removes it after a proof', async () => {
    const { time, openbell, factors, signIn } = await signedIn();
    const app = await factors.beginApp();
    expect(app.ok && app.value.uri.startsWith('otpauth://')).toBe(true);
    expect(await factors.confirmApp('000000')).toMatchObject({ ok: false, error: { code: 'wrong-proof' } });
    const codes = await factors.confirmApp(MEMORY_FACTOR_CODE);
    expect(codes.ok && codes.value.length).toBe(10);
    await openbell.session.signOut();
    expect(await signIn()).toMatchObject({ ok: false, error: { code: 'second-factor-needed' } });
    expect(await signIn('000000')).toMatchObject({ ok: false, error: { code: 'second-factor-needed' } });
    expect(await signIn(MEMORY_FACTOR_CODE)).toMatchObject({ ok: true });
    await time.advance(6 * 60_000);
    expect(await factors.removeApp()).toMatchObject({ ok: false, error: { code: 'proof-needed' } });
    expect(
      await openbell.passwordChange.submit({
        current_password: demoPassword,
        password: 'another long one',
        confirm_password: 'another long one',
      }),
    ).toMatchObject({ ok: false, error: { code: 'second-proof-needed' } });
    expect(await openbell.accountDeletion.submit({ password: demoPassword })).toMatchObject({
      ok: false,
      error: { code: 'second-proof-needed' },
    });
    expect(await factors.prove({ code: MEMORY_FACTOR_CODE })).toEqual({ ok: true, value: null });
    expect(await factors.replaceRecoveryCodes()).toMatchObject({ ok: true });
    expect(await factors.removeApp()).toEqual({ ok: true, value: null });
    expect((await factors.load()).ok && factors.$state.get().factors?.authenticator).toBe(null);
  });

  it('drops the factors when another member signs in, and loads those of that member', async () => {
    const { time, openbell, server, factors } = await signedIn();
    const signInAs = (email: string) =>
      openbell.session.signIn({ type: 'manual', email, password: demoPassword, remember: true });
    await factors.load();
    await signInAs(demoEmails.subscriber);
    expect(factors.$state.get()).toEqual({ status: 'idle', factors: null, busy: false });
    server.faults.slow(1000, { call: 'factors' });
    const superseded = factors.load();
    await signInAs(demoEmails.member);
    const loaded = factors.load();
    await settle();
    await time.advance(1000);
    expect(await superseded).toMatchObject({ ok: false, error: { code: 'superseded' } });
    expect(await loaded).toMatchObject({ ok: true });
    expect(factors.$state.get().status).toBe('ready');
  });

  it('runs one action at a time, and discards the result after destroy', async () => {
    const { factors } = await signedIn();
    const running = factors.beginApp();
    expect(await factors.beginApp()).toMatchObject({ ok: false, error: { code: 'busy' } });
    factors.destroy();
    expect(await running).toMatchObject({ ok: false, error: { code: 'superseded' } });
    expect(factors.$state.get()).toEqual({ status: 'idle', factors: null, busy: false });
  });

  it('is unsupported on a backend without the calls, and failed after an error [factors.optional]', async () => {
    const { openbell } = await signedIn();
    for (const [status, expected] of [
      [404, 'unsupported'],
      [405, 'unsupported'],
      [500, 'failed'],
    ] as const) {
      const api = { request: async () => errorResponse(status) as never };
      const factors = createFactors({ session: openbell.session, api });
      await factors.load();
      expect(factors.$state.get().status).toBe(expected);
    }
  });

  it('loads the factors again when the answer to a change was lost', async () => {
    const { server, factors } = await signedIn();
    await factors.load();
    await factors.beginApp();
    server.faults.dropAfter({ call: 'confirmAuthenticator', times: 1 });
    expect(await factors.confirmApp(MEMORY_FACTOR_CODE)).toMatchObject({
      ok: false,
      error: { code: 'unavailable' },
    });
    await settle();
    expect(factors.$state.get()).toMatchObject({
      status: 'ready',
      factors: { authenticator: expect.any(String), recovery_codes: 10 },
    });
    server.faults.dropAfter({ call: 'newAuthenticator', times: 1 });
    const loads = () => server.calls.filter(({ name }) => name === 'factors').length;
    const before = loads();
    expect(await factors.beginApp()).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    await settle();
    expect(loads()).toBe(before);
  });

  it('reads an answer without proofs as one that accepts none', () => {
    expect(v.parse(factorsResponseSchema, { authenticator: null, recovery_codes: 8 })).toEqual({
      authenticator: null,
      recovery_codes: 8,
      proofs: [],
    });
  });
});
