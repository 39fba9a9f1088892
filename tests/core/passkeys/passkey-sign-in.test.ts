// Signing in with a passkey, against the memory server.
import { createOpenbell } from '@openbell/core';
import type { User } from '@openbell/core/contract';
import { createPasskeySignIn, createPasskeys } from '@openbell/core/passkeys';
import {
  createFakePasskeys,
  createFakeTime,
  createMemoryServer,
  demoEmails,
  demoPassword,
  type FakePasskeysOptions,
  settle,
} from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { until } from '../../support/until.ts';

/** A visitor whose device has a passkey of the member. */
async function returning(options: FakePasskeysOptions = {}) {
  const time = createFakeTime();
  const server = createMemoryServer({ clock: time.clock, scheduler: time.scheduler });
  const openbell = createOpenbell(server.options);
  const { api, session } = openbell;
  await session.signIn({ type: 'manual', email: demoEmails.member, password: demoPassword, remember: true });
  const device = createFakePasskeys(options);
  const passkeys = createPasskeys({ api, session, browser: device.browser });
  await passkeys.add();
  await session.signOut();
  const signIn = createPasskeySignIn({ api, session, browser: device.browser, scheduler: time.scheduler });
  const users: User[] = [];
  const start = () =>
    signIn.start({ input: () => ({ remember: true }), onSignedIn: (user) => users.push(user) });
  const offers = () => server.calls.filter(({ path }) => path.includes('passkey-sign-in')).length;
  return { time, openbell, device, signIn, users, start, offers };
}

const email = ({ session }: Awaited<ReturnType<typeof returning>>['openbell']) => session.$user.get()?.email;

describe('signing in with a passkey', () => {
  it('signs in by the button, without a captcha and a password [passkeys.button]', async () => {
    const { openbell, signIn, start, users } = await returning();
    expect(signIn.$state.get()).toEqual({ status: 'idle' });
    start();
    await settle();
    expect(signIn.$state.get()).toEqual({ status: 'ready' });
    expect(await signIn.signIn({ remember: false })).toMatchObject({
      ok: true,
      value: { email: demoEmails.member },
    });
    expect(email(openbell)).toBe(demoEmails.member);
    expect(users).toEqual([]);
  });

  it('signs in when the member chooses a passkey from the suggestions [passkeys.autofill]', async () => {
    const { openbell, device, start, users } = await returning();
    start();
    await settle();
    expect(device.choose()).toBe(true);
    await until(() => expect(email(openbell)).toBe(demoEmails.member));
    expect(users.map((user) => user.email)).toEqual([demoEmails.member]);
  });

  it('renews the offered challenge before it expires [passkeys.autofill]', async () => {
    const { time, openbell, device, start, offers } = await returning();
    start();
    await settle();
    expect(offers()).toBe(1);
    await time.advance(12 * 60_000 + 1);
    await settle();
    expect(offers()).toBe(4);
    device.choose();
    await until(() => expect(email(openbell)).toBe(demoEmails.member));
  });

  it('fails with the reason, offers passkeys again and signs in by the next attempt', async () => {
    const { openbell, device, signIn, start } = await returning();
    start();
    await settle();
    device.refuse('cancelled');
    expect(await signIn.signIn({ remember: true })).toMatchObject({
      ok: false,
      error: { code: 'cancelled' },
    });
    expect(signIn.$state.get()).toMatchObject({ status: 'failed', error: { code: 'cancelled' } });
    await settle();
    expect(device.choose()).toBe(true);
    await until(() => expect(email(openbell)).toBe(demoEmails.member));
  });

  it('shows the message of the server about a removed passkey', async () => {
    const { openbell, device, signIn, start } = await returning();
    const { api, session } = openbell;
    await session.signIn({
      type: 'manual',
      email: demoEmails.member,
      password: demoPassword,
      remember: true,
    });
    const passkeys = createPasskeys({ api, session, browser: device.browser });
    await passkeys.remove(1);
    await session.signOut();
    start();
    await settle();
    expect(await signIn.signIn({ remember: true })).toMatchObject({
      ok: false,
      error: { code: 'refused', message: 'This passkey is not known here. It may have been removed.' },
    });
  });

  it('offers none in suggestions where the browser cannot, and after the stop', async () => {
    const without = await returning({ autofill: false });
    without.start();
    await settle();
    expect(without.signIn.$state.get()).toEqual({ status: 'ready' });
    expect(without.device.choose()).toBe(false);

    const stopped = await returning();
    const stop = stopped.start();
    await settle();
    stop();
    expect(stopped.device.choose()).toBe(false);
    await stopped.time.advance(20 * 60_000);
    expect(stopped.offers()).toBe(1);
    expect(stopped.signIn.$state.get()).toEqual({ status: 'idle' });
  });

  it('is unsupported without a request when the browser has none [passkeys.optional]', async () => {
    const { signIn, start, offers } = await returning({ supported: false });
    start();
    await settle();
    expect(signIn.$state.get()).toEqual({ status: 'unsupported' });
    expect(offers()).toBe(0);
  });
});
