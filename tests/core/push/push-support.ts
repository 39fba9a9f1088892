// A fake browser for push messages, and a session that the test controls.
import type { User } from '@openbell/core/contract';
import type { NotificationsPermission, PushWorker, PushWorkers } from '@openbell/core/ports';
import { createPush, createWebPushTokens, type PushOptions } from '@openbell/core/push';
import type { SessionState } from '@openbell/core/session';
import {
  createFakeApi,
  createFakePage,
  createFakeTime,
  createMemoryStorage,
  settle,
} from '@openbell/testing';
import { atom } from 'nanostores';
import { makeUser } from '../session/session-support.ts';

const KEY = 'BPublicKey';

/** The browser's service workers and its push service. */
function createFakeWorkers() {
  const active = { state: true, listeners: new Set<() => void>() };
  let registered: string | null = null;
  let subscription: { token: string; key: string | null } | null = null;
  let created = 0;
  const calls: string[] = [];
  const worker: PushWorker = {
    isActive: () => active.state,
    onActive(listener) {
      active.listeners.add(listener);
      return () => void active.listeners.delete(listener);
    },
    subscription: async () => subscription,
    async subscribe(key) {
      calls.push('subscribe');
      created += 1;
      subscription = { token: `token-${created}`, key };
      return subscription.token;
    },
    async unsubscribe() {
      calls.push('unsubscribe');
      subscription = null;
    },
  };
  const workers: PushWorkers = {
    isSupported: () => true,
    async register(url, scope) {
      calls.push(`register ${url} ${scope}`);
      registered = scope;
      return worker;
    },
    find: async (scope) => (registered === scope ? worker : null),
  };
  return {
    workers,
    calls,
    active,
    /** The current token of the browser. */
    held: () => subscription?.token ?? null,
    /** Simulates a subscription change by the browser. */
    turn(token: string, key: string | null = KEY) {
      registered = '/push/';
      subscription = { token, key };
    },
    activate() {
      active.state = true;
      for (const listener of [...active.listeners]) listener();
    },
  };
}

export function openDevice(
  options: Partial<PushOptions> = {},
  permission: NotificationsPermission = 'default',
) {
  const api = createFakeApi(settle);
  const time = createFakeTime();
  const page = createFakePage();
  const storage = options.storage ?? createMemoryStorage();
  const browser = createFakeWorkers();
  const $session = atom<SessionState>({ status: 'unknown' });
  const person = { permission, answer: 'granted' as NotificationsPermission, prompts: 0 };
  const logged: string[] = [];
  let epoch = 0;
  const push = createPush({
    api,
    session: { $state: $session },
    tokens: createWebPushTokens({
      vapidPublicKey: KEY,
      workers: browser.workers,
      scheduler: time.scheduler,
    }),
    storage,
    clock: time.clock,
    scheduler: time.scheduler,
    page,
    notifications: {
      permission: () => person.permission,
      request: async () => {
        person.prompts += 1;
        person.permission = person.answer;
        return person.answer;
      },
    },
    log: (message) => logged.push(message),
    ...options,
  });
  const calm = async (): Promise<void> => {
    for (let turn = 0; turn < 4; turn += 1) await settle();
  };
  return {
    api,
    time,
    page,
    storage,
    browser,
    person,
    logged,
    push,
    calm,
    stores: () => api.requests.filter(({ path }) => path === '/web/store-notification-token'),
    async signIn(parts: Partial<User> = {}): Promise<void> {
      epoch += 1;
      const user = { ...makeUser(), push_notification: true, ...parts };
      $session.set({
        status: 'signed-in',
        epoch,
        user,
        subscriptions: [],
        profile: 'loaded',
        isSubscribed: true,
      });
      await calm();
    },
    async signOut(reason: 'signed-out' | 'expired' | 'none' = 'signed-out'): Promise<void> {
      $session.set({ status: 'signed-out', reason });
      await calm();
    },
    /** Responds to the newest store request. */
    async stored(): Promise<void> {
      await api.latest('/web/store-notification-token').succeed({ message: '' });
      await calm();
    },
  };
}
