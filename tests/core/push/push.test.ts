import { isTokenDue, type PushTokens } from '@openbell/core/push';
import { recordStates } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDevice } from './push-support.ts';

const WEEK = 604_800_000;
const STORE = '/web/store-notification-token';

/** A device with a token for the user with id 7. */
async function registered() {
  const device = openDevice({}, 'granted');
  device.push.start();
  await device.signIn();
  await device.stored();
  return device;
}

describe('permission', () => {
  it('start and sign-in request no permission and register nothing [push.gesture]', async () => {
    const device = openDevice();
    device.push.start();
    device.push.pageLoaded();
    await device.signIn();
    device.push.pageLoaded();
    await device.calm();
    expect(device.person.prompts).toBe(0);
    expect(device.browser.calls).toEqual([]);
    expect(device.push.$state.get()).toEqual({ status: 'off' });
  });

  it('enable() requests permission within the click, then sends the token [push.gesture] [push.token-sent] [push.worker]', async () => {
    const device = openDevice();
    device.push.start();
    await device.signIn();
    const { states } = recordStates(device.push.$state);
    const done = device.push.enable();
    expect(device.person.prompts).toBe(1);
    await device.calm();
    expect(device.api.latest(STORE).input.body).toEqual({ token: 'token-1' });
    await device.stored();
    expect(await done).toEqual({ ok: true, value: null });
    expect(states.map(({ status }) => status)).toEqual(['off', 'asking', 'registering', 'on']);
    expect(device.browser.calls).toEqual(['register /push/sw.js /push/', 'subscribe']);
  });

  it('a denied permission is stored as blocked and only logged [push.only-logged]', async () => {
    const device = openDevice();
    device.person.answer = 'denied';
    device.push.start();
    await device.signIn();
    expect(await device.push.enable()).toEqual({ ok: false, error: { code: 'blocked' } });
    expect(device.push.$state.get()).toEqual({ status: 'blocked' });
    expect(device.logged).toEqual(['Push notifications are not set up: blocked.']);
    expect(device.stores()).toHaveLength(0);
  });

  it('a dismissed request can be repeated', async () => {
    const device = openDevice();
    device.person.answer = 'default';
    device.push.start();
    await device.signIn();
    expect(await device.push.enable()).toEqual({ ok: false, error: { code: 'dismissed' } });
    expect(device.push.$state.get()).toEqual({ status: 'off' });
  });

  it('askOnLoad requests permission on page load if undecided [push.on-load]', async () => {
    const device = openDevice({ askOnLoad: true });
    device.push.start();
    await device.signOut('none');
    device.push.pageLoaded();
    await device.calm();
    expect(device.person.prompts).toBe(1);
    expect(device.stores()).toHaveLength(0);
    await device.signIn({ push_notification: false });
    expect(device.stores()).toHaveLength(1);
    device.push.pageLoaded();
    expect(device.person.prompts).toBe(1);
  });

  it('does nothing without a token provider [push.embed]', async () => {
    const device = openDevice({ tokens: null, askOnLoad: true }, 'granted');
    device.push.start();
    await device.signIn();
    device.push.pageLoaded();
    expect(await device.push.enable()).toEqual({ ok: false, error: { code: 'unsupported' } });
    expect(device.push.$state.get()).toEqual({ status: 'unsupported' });
    expect(device.browser.calls).toEqual([]);
    expect(device.person.prompts).toBe(0);
  });
});

describe('renewal', () => {
  it('does not send a token again before seven days have passed [push.renewal]', async () => {
    const device = await registered();
    await device.time.advance(WEEK - 1);
    device.page.play('visible');
    await device.calm();
    expect(device.stores()).toHaveLength(1);
    await device.time.advance(1);
    await device.calm();
    expect(device.stores()).toHaveLength(2);
    expect(device.api.latest(STORE).input.body).toEqual({ token: 'token-1' });
  });

  it('a new start sends nothing while the token is recent', async () => {
    const device = await registered();
    const again = openDevice({ storage: device.storage }, 'granted');
    again.browser.turn('token-1');
    again.push.start();
    await again.signIn();
    expect(again.stores()).toHaveLength(0);
    expect(again.push.$state.get()).toEqual({ status: 'on' });
  });

  it.each([
    ['missing', {}],
    ['null', { at: null }],
    ['a text', { at: 'yesterday' }],
    ['in the future', { at: Date.UTC(2030, 0, 1) }],
  ])('a date that is %s is treated as expired [push.bad-date]', async (_what, parts) => {
    const device = openDevice({}, 'granted');
    device.browser.turn('token-1');
    device.storage.write('openbell:pushToken', JSON.stringify({ userId: 7, token: 'token-1', ...parts }));
    device.push.start();
    await device.signIn();
    expect(device.stores()).toHaveLength(1);
  });

  it('registers a changed subscription again [push.details-changed]', async () => {
    const device = await registered();
    device.browser.turn('token-of-the-browser');
    device.page.play('visible');
    await device.calm();
    expect(device.api.latest(STORE).input.body).toEqual({ token: 'token-of-the-browser' });
  });

  it('replaces a subscription of another key [push.details-changed]', async () => {
    const device = openDevice({}, 'granted');
    device.browser.turn('old', 'BOtherKey');
    device.push.start();
    await device.signIn();
    expect(device.api.latest(STORE).input.body).toEqual({ token: 'token-1' });
    expect(device.browser.calls).toEqual(['register /push/sw.js /push/', 'unsubscribe', 'subscribe']);
  });

  it("is due unless the same user's same token has a recent date [push.renewal]", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom('a', 'b'),
        fc.oneof(
          fc.integer({ min: -WEEK * 2, max: WEEK * 2 }),
          fc.constant(Number.NaN),
          fc.constant(Number.POSITIVE_INFINITY),
        ),
        (userId, token, age) => {
          const now = 1_800_000_000_000;
          const due = isTokenDue({ userId, token, at: now - age }, { userId: 1, token: 'a', now }, WEEK);
          expect(due).toBe(!(userId === 1 && token === 'a' && age >= 0 && age < WEEK));
        },
      ),
    );
  });
});

describe('failures', () => {
  it('gives up a service worker that is not active within 10,000 ms [push.activation-timeout]', async () => {
    const device = openDevice();
    device.browser.active.state = false;
    device.push.start();
    await device.signIn();
    const done = device.push.enable();
    await device.calm();
    await device.time.advance(9_999);
    expect(device.push.$state.get()).toEqual({ status: 'registering' });
    await device.time.advance(1);
    expect(await done).toEqual({ ok: false, error: { code: 'worker-timeout' } });
    expect(device.push.$state.get()).toEqual({ status: 'failed', code: 'worker-timeout' });
    expect(device.browser.active.listeners.size).toBe(0);
    expect(device.logged).toHaveLength(1);
  });

  it('continues when the worker becomes active in time, and leaves no timer', async () => {
    const device = openDevice();
    device.browser.active.state = false;
    device.push.start();
    await device.signIn();
    void device.push.enable();
    await device.calm();
    const before = device.time.pending();
    device.browser.activate();
    await device.calm();
    expect(device.stores()).toHaveLength(1);
    expect(device.time.pending()).toBe(before - 1);
  });

  it('a failed store request is only logged, and retried at the next start [push.only-logged]', async () => {
    const device = openDevice({}, 'granted');
    const stop = device.push.start();
    await device.signIn();
    await device.api.latest(STORE).refuse(500);
    await device.calm();
    expect(device.push.$state.get()).toEqual({ status: 'failed', code: 'store-failed' });
    expect(device.logged).toHaveLength(1);
    stop();
    device.push.start();
    await device.calm();
    expect(device.stores()).toHaveLength(2);
  });

  it('a rejection by the push service is only logged [push.only-logged]', async () => {
    const tokens: PushTokens = {
      isSupported: () => true,
      current: async () => null,
      get: () => Promise.reject(new Error('AbortError')),
      remove: async () => {},
    };
    const device = openDevice({ tokens }, 'granted');
    device.push.start();
    await device.signIn();
    expect(device.push.$state.get()).toEqual({ status: 'failed', code: 'token-failed' });
  });

  it('ignores invalid stored data', async () => {
    const device = openDevice({}, 'granted');
    device.storage.write('openbell:pushToken', '{"userId":');
    device.push.start();
    await device.signIn();
    expect(device.stores()).toHaveLength(1);
  });
});

describe('sign-out', () => {
  it.each(['signed-out', 'expired'] as const)(
    'removes the token when the session has ended (%s) [push.log-out]',
    async (reason) => {
      const device = await registered();
      await device.signOut(reason);
      expect(device.browser.held()).toBeNull();
      expect(device.storage.read('openbell:pushToken')).toBeNull();
    },
  );

  it('removes the token even if the host cleared the storage before [push.log-out]', async () => {
    const device = await registered();
    device.storage.remove('openbell:pushToken');
    await device.signOut();
    expect(device.browser.held()).toBeNull();
  });

  it('removes the token at the next start if the session ended in between [push.log-out]', async () => {
    const device = await registered();
    const again = openDevice({ storage: device.storage }, 'granted');
    again.browser.turn('token-1');
    again.push.start();
    await again.signOut('none');
    expect(again.browser.held()).toBeNull();
  });

  it('the next user gets a new token', async () => {
    const device = await registered();
    await device.signOut();
    await device.signIn({ id: 8 });
    expect(device.api.latest(STORE).input.body).toEqual({ token: 'token-2' });
  });

  it('sign-out during registration leaves no token', async () => {
    const device = openDevice();
    device.browser.active.state = false;
    device.push.start();
    await device.signIn();
    const done = device.push.enable();
    await device.calm();
    await device.signOut();
    device.browser.activate();
    await device.calm();
    expect(await done).toEqual({ ok: false, error: { code: 'superseded' } });
    expect(device.stores()).toHaveLength(0);
    expect(device.browser.held()).toBeNull();
    expect(device.push.$state.get()).toEqual({ status: 'off' });
  });

  it('does nothing for a visitor without a token', async () => {
    const device = openDevice({}, 'granted');
    device.push.start();
    await device.signOut('none');
    expect(device.browser.calls).toEqual([]);
  });
});

it('registers no token for a member who turned push notifications off', async () => {
  const device = openDevice({}, 'granted');
  device.push.start();
  await device.signIn({ push_notification: false });
  expect(device.stores()).toHaveLength(0);
  expect(device.push.$state.get()).toEqual({ status: 'off' });
});
