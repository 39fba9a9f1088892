// Several tabs of one browser against a model server: invariants hold after each step, and all tabs agree at the end.
import { endpoints } from '@openbell/core/contract';
import type { KeyValueStorage } from '@openbell/core/ports';
import { createSession, type Session, type SessionState } from '@openbell/core/session';
import {
  createFakeApi,
  createFakePage,
  createFakeTabs,
  createFakeTime,
  createMemoryStorage,
  type FakeApi,
  type FakePage,
  type PendingRequest,
  settle,
} from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyCases } from '../../support/property-cases.ts';
import { DAY, makeUser, NOW } from './session-support.ts';

type Step =
  /** `enter` is a sign-in with an immediate response. */
  | {
      readonly do: 'sign-in' | 'enter';
      readonly tab: number;
      readonly person: number;
      readonly remember: boolean;
    }
  | { readonly do: 'sign-out' | 'refresh' | 'look' | 'reload' | 'ask'; readonly tab: number }
  | { readonly do: 'answer'; readonly which: number; readonly how: 'truly' | 'lose' | 'fail' }
  | { readonly do: 'end-sessions'; readonly person: number };

const tabs = fc.nat({ max: 2 });
const persons = fc.integer({ min: 1, max: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('sign-in' as const, 'enter' as const, 'enter' as const),
      tab: tabs,
      person: persons,
      remember: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'sign-out' as const,
        'refresh' as const,
        'look' as const,
        'reload' as const,
        'ask' as const,
      ),
      tab: tabs,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      which: fc.nat(),
      how: fc.constantFrom('truly' as const, 'truly' as const, 'lose' as const, 'fail' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('end-sessions' as const), person: persons }) },
);

const HOST = { user: 'theirs', accessToken: 'theirs', cart: '[1]' };
/** User 1 has a plan, user 2 has none. */
const userOf = (person: number) =>
  makeUser({ id: person, expired_at: person === 1 ? new Date(NOW + DAY).toISOString() : null });

interface Tab {
  session: Session;
  /** The number of changes of the signed-in user. */
  changes: number;
  /** The request function of features: its requests outlive a session. */
  request: FakeApi['request'];
  api: FakeApi;
  page: FakePage;
  stop: () => void;
  readonly storage: KeyValueStorage;
}

const epochOf = (state: SessionState | undefined): number | null =>
  state?.status === 'signed-in' ? state.epoch : null;

interface Origin {
  readonly tab: Tab;
  readonly session: Session;
  readonly token: ReturnType<Session['getToken']>;
  readonly changes: number;
}

function openBrowser() {
  const time = createFakeTime(NOW);
  const local = createMemoryStorage();
  const browser = createFakeTabs();
  for (const [key, value] of Object.entries(HOST)) local.write(key, value);
  /** The users of all tokens, including ended ones. */
  const owners = new Map<string, number>();
  const live = new Set<string>();
  /** The tab, session, token and number of changes at each request. */
  const sent = new Map<PendingRequest, Origin>();

  function load(storage: KeyValueStorage, tab: Partial<Tab>): Tab {
    const api = createFakeApi(settle);
    const page = createFakePage();
    const request: FakeApi['request'] = (endpoint, input) => {
      // A request with its own token does not affect the session.
      const token = input.token === undefined ? session.getToken() : null;
      const response = api.request(endpoint, input);
      const created = api.requests.at(-1);
      if (created !== undefined) sent.set(created, { tab: opened, session, token, changes: opened.changes });
      return response;
    };
    const session: Session = createSession({
      api: { request },
      localStorage: local,
      sessionStorage: storage,
      tabs: browser.open(),
      page,
      clock: time.clock,
      scheduler: time.scheduler,
    });
    const opened: Tab = Object.assign(tab, {
      session,
      api,
      page,
      storage,
      request,
      changes: 0,
      stop: () => {},
    });
    session.$state.listen((state, before) => {
      if (epochOf(state) !== epochOf(before)) opened.changes += 1;
    });
    opened.stop = session.start();
    return opened;
  }
  const opened = [0, 1, 2].map(() => load(createMemoryStorage(), {}));
  const at = (tab: number): Tab => opened[tab] as Tab;
  const waiting = (): PendingRequest[] => opened.flatMap(({ api }) => [...api.waiting()]);

  /** The server's response as the API client passes it on: a 401 is reported to the session first. */
  async function answerTruly(request: PendingRequest): Promise<void> {
    const origin = sent.get(request);
    if (origin === undefined) return;
    const { tab, session, token, changes } = origin;
    if (request.path === '/web/login') {
      const person = Number(String((request.input.body as { username: string }).username).charAt(1));
      const access = `token-${owners.size + 1}`;
      owners.set(access, person);
      live.add(access);
      const before = session.getToken();
      const isLate = tab.changes !== changes;
      await request.succeed({ access, user: userOf(person), message: '' });
      if (isLate) expect(session.getToken()).toEqual(before);
      return;
    }
    const used = request.input.token ?? token?.token ?? '';
    if (!live.has(used)) {
      const before = session.getToken();
      if (token !== null) session.onUnauthorized(token);
      const isOld = token?.epoch !== before?.epoch;
      const after = session.getToken();
      // A session of only this tab is replaced by the shared session, if there is one.
      if (isOld) expect(after).toEqual(before);
      else expect(after?.token).not.toBe(used);
      return request.refuse(401);
    }
    if (request.path === '/web/logout') live.delete(used);
    return request.succeed(
      request.path === '/web/profile' ? { user: userOf(owners.get(used) ?? 0), subscriptions: [] } : {},
    );
  }

  return {
    async take(what: Step): Promise<void> {
      switch (what.do) {
        case 'enter':
        case 'sign-in': {
          const email = `p${what.person}@openbell.test`;
          void at(what.tab).session.signIn({ type: 'manual', email, password: 'x', remember: what.remember });
          const login = at(what.tab).api.latest('/web/login');
          if (what.do === 'enter') await answerTruly(login);
          break;
        }
        case 'sign-out': {
          const tab = at(what.tab);
          const { session, storage } = tab;
          tab.changes += 1;
          void session.signOut();
          expect(local.keys().filter((key) => key.startsWith('openbell:'))).toEqual([]);
          expect(storage.keys()).toEqual([]);
          expect(session.guard('member')).toBe('denied');
          break;
        }
        case 'refresh':
          void at(what.tab).session.refreshProfile();
          break;
        case 'ask':
          void at(what.tab).request(endpoints.newsList, {});
          break;
        case 'look':
          at(what.tab).page.play('visible');
          break;
        case 'reload': {
          const tab = at(what.tab);
          tab.stop();
          tab.session.destroy();
          for (const request of tab.api.waiting()) void request.lose();
          load(tab.storage, tab);
          break;
        }
        case 'end-sessions':
          for (const token of [...live]) if (owners.get(token) === what.person) live.delete(token);
          break;
        case 'answer': {
          const open = waiting();
          const request = open[what.which % Math.max(1, open.length)];
          if (request === undefined) break;
          if (what.how === 'truly') await answerTruly(request);
          else await (what.how === 'lose' ? request.lose() : request.refuse(500));
        }
      }
      await settle();
      this.check();
    },
    /** The invariants. */
    check(): void {
      for (const [key, value] of Object.entries(HOST)) expect(local.read(key)).toBe(value);
      for (const { session, storage } of opened) {
        const stored = storage.read('openbell:accessToken') ?? local.read('openbell:accessToken');
        expect(session.getToken()?.token ?? null).toBe(stored);
        const state = session.$state.get();
        const owner = owners.get(session.getToken()?.token ?? '');
        if (state.status !== 'signed-in') expect(session.guard('member')).not.toBe('allowed');
        else if (state.profile === 'loaded') expect(state.user?.id).toBe(owner);
        if (session.guard('subscriber') === 'allowed') expect(owner).toBe(1);
        if (session.guard('subscriber') === 'denied' && state.status === 'signed-in') expect(owner).toBe(2);
      }
    },
    /** Responds to all requests and refreshes every tab; then all tabs must agree. */
    async rest(): Promise<void> {
      for (let round = 0; round < 3; round += 1) {
        for (let open = waiting(); open.length > 0; open = waiting()) {
          for (const request of open) await answerTruly(request);
        }
        for (const { session, page } of opened) {
          page.play('visible');
          void session.refreshProfile();
        }
        await settle();
      }
      for (let open = waiting(); open.length > 0; open = waiting()) {
        for (const request of open) await answerTruly(request);
      }
      this.check();
      for (const { session } of opened) {
        const token = session.getToken();
        if (token !== null) expect(live.has(token.token)).toBe(true);
        expect(session.guard('member')).toBe(token === null ? 'denied' : 'allowed');
      }
    },
  };
}

describe('sessions of several tabs, random steps', () => {
  it('keep their invariants at every step and agree at the end [session.property] [guard.property]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const browser = openBrowser();
        for (const what of steps) await browser.take(what);
        await browser.rest();
      }),
      { numRuns: propertyCases(1000) },
    );
  }, 60_000);
});
