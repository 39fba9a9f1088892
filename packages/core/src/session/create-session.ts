import { atom, computed, type ReadableAtom } from 'nanostores';
import {
  loginEndpoint,
  logoutEndpoint,
  profileEndpoint,
  type Subscription,
  sessionHeader,
  type User,
} from '../contract/index.ts';
import { expiredAt, isSubscribed } from '../entitlement/index.ts';
import { armAt, browserPage, type Cancel, silentLog, systemClock, systemTimers } from '../ports/index.ts';
import { isJsonEqual } from '../shared/equality.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import {
  checkSignIn,
  guard,
  isUntold,
  loginBody,
  readFailure,
  readSignInFailure,
  sessionError,
} from './session.rules.ts';
import { createServerTime } from './session.server-time.ts';
import { createSessionStore, OUTBOX_KEYS } from './session.storage.ts';
import type {
  ProfileStatus,
  Session,
  SessionError,
  SessionOptions,
  SessionSignedIn,
  SessionSignedOut,
  SessionState,
} from './session.types.ts';

/** One request for the profile; calls of the same epoch share it. */
interface ProfileFlight {
  readonly epoch: number;
  readonly abort: AbortController;
  promise: Promise<Result<User, SessionError>> | null;
}

const NOBODY: readonly Subscription[] = [];
const TOPIC = 'session';

/** Makes a session. Nothing is read, sent or scheduled before `start()` or an action. */
export function createSession(options: SessionOptions): Session {
  const { api, tabs, overdueAfter = 8000 } = options;
  const { page = browserPage, clock = systemClock, scheduler = systemTimers, log = silentLog } = options;
  const store = createSessionStore({
    localStorage: options.localStorage,
    sessionStorage: options.sessionStorage,
    keyPrefix: options.keyPrefix ?? 'openbell:',
    clear: options.clear ?? 'own',
    outboxKeys: options.outboxKeys ?? OUTBOX_KEYS,
  });
  const byCookie = options.session === 'cookie';
  const serverTime = createServerTime();
  const now = (): number => clock.now() + serverTime.offset();

  const $state = atom<SessionState>({ status: 'unknown' });
  let token: string | null = null;
  let epoch = 0;
  /** Ends with the epoch, and takes back what is on its way for it. */
  let epochEnd = new AbortController();
  /** While this is true, requests go without the token: a sign-in is made by somebody who has none yet. */
  let anonymous = false;
  let flight: ProfileFlight | null = null;
  let cancelOverdue: Cancel = () => {};
  let cancelExpiry: Cancel = () => {};
  /**
   * Tokens whose end the server has not heard of, or could not see to: told when the connection is back or the page is
   * looked at again, and kept nowhere.
   */
  const untold = new Set<string>();

  /** The signed-in state of this epoch, or null when it has passed. */
  function current(expected: number = epoch): SessionSignedIn | null {
    const state = $state.get();
    return state.status === 'signed-in' && state.epoch === expected ? state : null;
  }

  function put(state: SessionState): void {
    if (!isJsonEqual($state.get(), state)) $state.set(state);
    followExpiry();
  }

  /** Sees the plan end while it is in use: in steps of a day, and by the server's time. */
  function followExpiry(): void {
    cancelExpiry();
    cancelExpiry = () => {};
    const state = current();
    const end = state?.isSubscribed ? expiredAt(state.user) : null;
    if (end !== null) cancelExpiry = armAt(end, now, scheduler, recheckPlan);
  }

  function recheckPlan(): void {
    const state = current();
    if (state !== null && state.profile === 'loaded') {
      put({ ...state, isSubscribed: isSubscribed(state.user, now()) });
    }
  }

  function setProfile(profile: ProfileStatus): void {
    const state = current();
    if (state !== null && state.profile !== 'loaded') put({ ...state, profile });
  }

  /** Takes over a token, from a sign-in, from storage or from another tab. */
  function adopt(newToken: string, user: User | null): void {
    beginEpoch(newToken);
    put({ status: 'signed-in', epoch, user, subscriptions: NOBODY, profile: 'loading', isSubscribed: false });
    void refreshProfile();
  }

  function leave(reason: SessionSignedOut['reason']): void {
    beginEpoch(null);
    put({ status: 'signed-out', reason });
  }

  function beginEpoch(newToken: string | null): void {
    endFlight();
    token = newToken;
    epoch += 1;
    epochEnd.abort();
    epochEnd = new AbortController();
  }

  /** Gives a token back that is no longer this session's. */
  async function giveBack(foreign: string): Promise<void> {
    untold.delete(foreign);
    anonymous = true;
    const sent = api.request(logoutEndpoint, {
      headers: byCookie ? { [sessionHeader]: foreign } : { Authorization: `Bearer ${foreign}` },
      keepalive: true,
    });
    anonymous = false;
    if (isUntold(await sent)) untold.add(foreign);
  }

  function endFlight(): void {
    cancelOverdue();
    flight?.abort.abort();
    flight = null;
  }

  /**
   * Reads storage again and follows what it holds: all that a hint from another tab may cause. With
   * `doubt`, a session that this tab alone holds is checked too: a copy of the tab may have ended it.
   */
  function follow(doubt: boolean): void {
    const stored = store.read();
    if (stored === null) {
      if (token !== null) leave('other-tab');
      else if ($state.get().status === 'unknown') put({ status: 'signed-out', reason: 'none' });
    } else if (stored.token !== token) {
      adopt(stored.token, stored.user);
    } else if (doubt && stored.tabOnly) {
      void refreshProfile();
    }
  }

  function refreshProfile(): Promise<Result<User, SessionError>> {
    if (token === null) return Promise.resolve(fail(sessionError('signed-out')));
    if (flight?.promise && flight.epoch === epoch) return flight.promise;
    const mine: ProfileFlight = { epoch, abort: new AbortController(), promise: null };
    flight = mine;
    setProfile('loading');
    cancelOverdue = scheduler.after(overdueAfter, () => setProfile('overdue'));
    mine.promise = loadProfile(mine);
    return mine.promise;
  }

  async function loadProfile(mine: ProfileFlight): Promise<Result<User, SessionError>> {
    const answer = await api.request(profileEndpoint, { signal: mine.abort.signal });
    if (flight !== mine) return fail(sessionError('superseded'));
    flight = null;
    cancelOverdue();
    const state = current();
    if (state === null) return fail(sessionError('superseded'));
    if (!answer.ok) {
      setProfile('failed');
      return fail(readFailure(answer));
    }
    store.saveUser(answer.data.user);
    // A refresh that brings nothing new keeps the references, so that nothing is drawn again.
    const user = keep(state.user, answer.data.user);
    const subscriptions = keep(state.subscriptions, answer.data.subscriptions);
    put({ ...state, user, subscriptions, profile: 'loaded', isSubscribed: isSubscribed(user, now()) });
    return succeed(user);
  }

  const lifecycle = createLifecycle(() => {
    const stopTabs = tabs.onHint((topic) => {
      if (topic === null || topic === TOPIC || store.concerns(topic)) follow(topic === TOPIC);
    });
    const stopPage = page.onChange((event) => {
      if (event !== 'visible' && event !== 'online') return;
      for (const foreign of untold) void giveBack(foreign);
      if (event === 'visible') follow(false);
      recheckPlan();
      if (current()?.profile === 'failed') void refreshProfile();
    });
    follow(false);
    recheckPlan();
    if (current() !== null && current()?.profile !== 'loaded') void refreshProfile();
    return () => {
      stopTabs();
      stopPage();
      cancelExpiry();
    };
  });

  return {
    $state,
    $user: select((state) => state.user, null),
    $subscriptions: select((state) => state.subscriptions, NOBODY),
    $isSubscribed: select((state) => state.isSubscribed, false),
    cache: store.cache,
    start: lifecycle.start,
    destroy() {
      lifecycle.destroy();
      endFlight();
      untold.clear();
    },
    now,
    guard: (need) => guard($state.get(), need),
    refreshProfile,

    getToken: () => (token === null || anonymous ? null : { token, epoch, signal: epochEnd.signal }),

    onUnauthorized(refused) {
      // A request of an earlier session, or a second 401 of this one, says nothing about the present.
      if (refused.epoch !== epoch || refused.token !== token) return;
      const stored = store.read();
      if (stored !== null && stored.token !== token) {
        adopt(stored.token, stored.user);
        return;
      }
      store.expire();
      // What this tab alone held may have ended while the others' session goes on: it is this tab's from now on.
      const shared = store.read();
      if (shared === null) leave('expired');
      else adopt(shared.token, shared.user);
      tabs.tell(TOPIC);
    },

    onServerTime(times) {
      const before = serverTime.offset();
      serverTime.note(times);
      if (serverTime.offset() !== before) recheckPlan();
    },

    async signIn(request) {
      const problem = checkSignIn(request, options.captchaRequired?.() ?? false);
      if (problem !== null) {
        if (problem === 'social-incomplete') log(`Sign-in with ${request.type} gave no account.`);
        return fail(sessionError(problem));
      }
      const asked = epoch;
      anonymous = true;
      const sent = api.request(loginEndpoint, { body: loginBody(request) });
      anonymous = false;
      const answer = await sent;
      if (!answer.ok) return fail(readSignInFailure(request.type, answer));
      const { access, user } = answer.data;
      if (epoch !== asked) {
        // Another sign-in or a log-out was faster: the token that came too late is given back at once.
        void giveBack(access);
        return fail(sessionError('superseded'));
      }
      store.save(access, user, request.type === 'manual' ? request.remember : (request.remember ?? true));
      adopt(access, user);
      tabs.tell(TOPIC);
      return succeed(user);
    },

    async signOut() {
      // The transport takes the token when the request is made, so the local state may go at once.
      const leaving = token;
      const told = leaving === null ? null : api.request(logoutEndpoint, { keepalive: true });
      store.wipe();
      leave('signed-out');
      tabs.tell(TOPIC);
      if (leaving !== null && told !== null && isUntold(await told)) untold.add(leaving);
    },

    forget() {
      store.wipe();
      leave('signed-out');
      tabs.tell(TOPIC);
    },

    replaceUser(user) {
      const state = current();
      if (state === null) return;
      store.saveUser(user);
      put({ ...state, user, isSubscribed: state.profile === 'loaded' && isSubscribed(user, now()) });
    },
  };

  function select<T>(read: (state: SessionSignedIn) => T, otherwise: T): ReadableAtom<T> {
    return computed($state, (state) => (state.status === 'signed-in' ? read(state) : otherwise));
  }
}

function keep<T>(old: T, next: NonNullable<T>): NonNullable<T> {
  return old !== null && old !== undefined && isJsonEqual(old, next) ? old : next;
}
