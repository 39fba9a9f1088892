import type { User } from '@openbell/core/contract';
import type { KeyValueStorage, Tabs } from '@openbell/core/ports';
import { createSession, type SessionOptions } from '@openbell/core/session';
import {
  createFakeApi,
  createFakePage,
  createFakeTabs,
  createFakeTime,
  createMemoryStorage,
  type FakeApi,
  type FakePage,
  type FakeTime,
  settle,
} from '@openbell/testing';

export const DAY = 86_400_000;
export const NOW = Date.UTC(2026, 10, 21, 15);

export function makeUser(parts: Partial<User> = {}): User {
  return {
    id: 7,
    first_name: 'Ada',
    email: 'ada@openbell.test',
    phone: '+13035550100',
    about: '',
    dp: null,
    push_notification: false,
    email_notification: true,
    expired_at: new Date(NOW + 30 * DAY).toISOString(),
    active_subscription: null,
    ...parts,
  };
}

export interface Bench {
  readonly api: FakeApi;
  readonly time: FakeTime;
  readonly page: FakePage;
  readonly local: KeyValueStorage;
  readonly tab: KeyValueStorage;
  readonly tabs: Tabs;
  readonly session: ReturnType<typeof createSession>;
}

/** A browser's tab: tabs of one browser share `local` and `browser`. */
export function openTab(
  options: Partial<SessionOptions> = {},
  shared: { local?: KeyValueStorage; browser?: ReturnType<typeof createFakeTabs>; time?: FakeTime } = {},
): Bench {
  const api = createFakeApi(settle);
  const time = shared.time ?? createFakeTime(NOW);
  const page = createFakePage();
  const local = shared.local ?? createMemoryStorage();
  const tab = createMemoryStorage();
  const tabs = (shared.browser ?? createFakeTabs()).open();
  const session = createSession({
    api,
    localStorage: local,
    sessionStorage: tab,
    tabs,
    page,
    clock: time.clock,
    scheduler: time.scheduler,
    ...options,
  });
  return { api, time, page, local, tab, tabs, session };
}

/** Signs in and responds with the profile. */
export async function signIn(
  setup: Bench,
  user: User = makeUser(),
  access = 'tokenA',
  remember = true,
): Promise<void> {
  const done = setup.session.signIn({ type: 'manual', email: user.email, password: 'secret', remember });
  await setup.api.latest('/web/login').succeed({ access, user, message: '' });
  await done;
  await setup.api.latest('/web/profile').succeed({ user, subscriptions: [] });
}
