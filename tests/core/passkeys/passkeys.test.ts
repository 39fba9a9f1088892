// The member's passkeys, against the memory server.
import { createOpenbell } from '@openbell/core';
import { createPasskeys } from '@openbell/core/passkeys';
import {
  createFakePasskeys,
  createFakeTime,
  createMemoryServer,
  demoEmails,
  demoPassword,
  errorResponse,
  type FakePasskeysOptions,
  settle,
} from '@openbell/testing';
import { describe, expect, it } from 'vitest';

async function signedIn(options: FakePasskeysOptions = {}) {
  const time = createFakeTime();
  const server = createMemoryServer({ clock: time.clock, scheduler: time.scheduler });
  const openbell = createOpenbell(server.options);
  await openbell.session.signIn({
    type: 'manual',
    email: demoEmails.member,
    password: demoPassword,
    remember: true,
  });
  const device = createFakePasskeys(options);
  const { api, session } = openbell;
  const passkeys = createPasskeys({ api, session, browser: device.browser });
  /** The passkeys on another page of this device. */
  const other = createPasskeys({ api, session, browser: device.browser });
  return { time, server, openbell, device, passkeys, other };
}

const failedWith = (code: string) => ({ ok: false, error: { code } });

describe('passkeys', () => {
  it('adds a passkey, lists it, proves with it and removes it [passkeys.add] [passkeys.remove]', async () => {
    const { time, passkeys } = await signedIn();
    expect(passkeys.$state.get()).toEqual({ status: 'idle', passkeys: null, busy: false });
    expect(await passkeys.load()).toEqual({ ok: true, value: [] });
    expect(await passkeys.add()).toEqual({ ok: true, value: null });
    const listed = await passkeys.load();
    expect(listed.ok && listed.value).toMatchObject([{ id: 1, last_used_at: null }]);
    await time.advance(6 * 60_000);
    expect(await passkeys.remove(1)).toMatchObject(failedWith('proof-needed'));
    expect(await passkeys.prove()).toEqual({ ok: true, value: null });
    expect(await passkeys.remove(1)).toEqual({ ok: true, value: null });
    expect(await passkeys.load()).toEqual({ ok: true, value: [] });
    expect(await passkeys.prove()).toMatchObject(failedWith('refused'));
  });

  it('says when the prompt was closed, and when the device has a passkey of the account', async () => {
    const { device, passkeys } = await signedIn();
    device.refuse('cancelled');
    expect(await passkeys.add()).toMatchObject(failedWith('cancelled'));
    expect(passkeys.$state.get().busy).toBe(false);
    expect(await passkeys.add()).toMatchObject({ ok: true });
    expect(await passkeys.add()).toMatchObject(failedWith('exists'));
    device.refuse('failed');
    expect(await passkeys.prove()).toMatchObject(failedWith('refused'));
  });

  it.each<readonly [string, number, (rig: Awaited<ReturnType<typeof signedIn>>) => Promise<unknown>]>([
    [
      'the answer to a removal was lost',
      0,
      ({ server, passkeys }) => {
        server.faults.dropAfter({ call: 'removePasskey', times: 1 });
        return passkeys.remove(1);
      },
    ],
    [
      'another page has removed the passkey',
      0,
      async ({ other, passkeys }) => {
        await other.remove(1);
        return passkeys.remove(1);
      },
    ],
  ])('loads the passkeys again when %s', async (_, count, change) => {
    const rig = await signedIn();
    const { passkeys } = rig;
    await passkeys.add();
    await passkeys.load();
    expect(await change(rig)).toMatchObject({ ok: false });
    await settle();
    expect(passkeys.$state.get().status).toBe('ready');
    expect(passkeys.$state.get().passkeys).toHaveLength(count);
  });

  it('loads the passkeys again when the device has one that another page added', async () => {
    const { passkeys, other } = await signedIn();
    await passkeys.load();
    await other.add();
    expect(await passkeys.add()).toMatchObject(failedWith('exists'));
    await settle();
    expect(passkeys.$state.get().passkeys).toHaveLength(1);
  });

  it('drops the passkeys when another member signs in, and loads those of that member', async () => {
    const { time, openbell, server, passkeys } = await signedIn();
    const signInAs = (email: string) =>
      openbell.session.signIn({ type: 'manual', email, password: demoPassword, remember: true });
    await passkeys.load();
    await signInAs(demoEmails.subscriber);
    expect(passkeys.$state.get()).toEqual({ status: 'idle', passkeys: null, busy: false });
    server.faults.slow(1000, { call: 'passkeys' });
    const superseded = passkeys.load();
    await signInAs(demoEmails.member);
    const loaded = passkeys.load();
    await settle();
    await time.advance(1000);
    expect(await superseded).toMatchObject({ ok: false, error: { code: 'superseded' } });
    expect(await loaded).toMatchObject({ ok: true });
    expect(passkeys.$state.get().status).toBe('ready');
  });

  it('runs one action at a time, and discards the result after destroy', async () => {
    const { passkeys } = await signedIn();
    const running = passkeys.add();
    expect(await passkeys.remove(1)).toMatchObject(failedWith('busy'));
    passkeys.destroy();
    expect(await running).toMatchObject(failedWith('superseded'));
    expect(passkeys.$state.get()).toEqual({ status: 'idle', passkeys: null, busy: false });
  });

  it('is unsupported without a request when the browser has none [passkeys.optional]', async () => {
    const { passkeys } = await signedIn({ supported: false });
    expect(await passkeys.load()).toMatchObject(failedWith('unsupported'));
    expect(passkeys.$state.get().status).toBe('unsupported');
  });

  it('is unsupported on a backend without the calls, and failed after an error [passkeys.optional]', async () => {
    const { openbell, device } = await signedIn();
    for (const [status, expected] of [
      [404, 'unsupported'],
      [405, 'unsupported'],
      [500, 'failed'],
    ] as const) {
      const api = { request: async () => errorResponse(status) as never };
      const passkeys = createPasskeys({ session: openbell.session, browser: device.browser, api });
      await passkeys.load();
      expect(passkeys.$state.get().status).toBe(expected);
    }
  });
});
