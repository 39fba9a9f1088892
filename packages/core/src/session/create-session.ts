import { computed, type ReadableAtom } from 'nanostores';
import { loginEndpoint, type User } from '../contract/index.ts';
import { browserPage, silentLog, systemClock, systemTimers } from '../ports/index.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { createProfileLoad } from './create-profile-load.ts';
import { createRevocations } from './create-revocations.ts';
import { createServerTime } from './create-server-time.ts';
import { createSessionState } from './create-session-state.ts';
import { checkSignIn, guard, loginBody, readSignInFailure, sessionError } from './session.rules.ts';
import { NO_SUBSCRIPTIONS } from './session.state.ts';
import { createSessionStore, OUTBOX_KEYS } from './session.storage.ts';
import type {
  Session,
  SessionError,
  SessionOptions,
  SessionSignedIn,
  SessionState,
} from './session.types.ts';

const TOPIC = 'session';

/** Creates a session. It reads, sends and schedules nothing before `start()` or an action. */
export function createSession(options: SessionOptions): Session {
  const { api, tabs, overdueAfter = 8000, keyPrefix = 'openbell:', clear = 'own' } = options;
  const { page = browserPage, clock = systemClock, scheduler = systemTimers, log = silentLog } = options;
  const { localStorage, sessionStorage, outboxKeys = OUTBOX_KEYS } = options;
  const store = createSessionStore({ localStorage, sessionStorage, keyPrefix, clear, outboxKeys });
  const serverTime = createServerTime();
  const now = (): number => clock.now() + serverTime.offset();

  const revocations = createRevocations(api);
  const profile = createProfileLoad({
    api,
    scheduler,
    overdueAfter,
    onStatus: (status) => state.apply({ type: 'profile', profile: status }),
    onLoaded({ user, subscriptions }) {
      store.saveUser(user);
      state.apply({ type: 'profile-loaded', user, subscriptions, now: now() });
    },
  });
  const state = createSessionState({ now, scheduler, onEpochEnd: profile.cancel });
  const { $state, getToken, signedIn, checkPlan } = state;
  const token = (): string | null => getToken()?.token ?? null;

  /** Begins a session with a token from a sign-in, from storage or from another tab. */
  function enter(newToken: string, user: User | null): void {
    state.signIn(newToken, user);
    void refreshProfile();
  }

  function endHere(): void {
    store.wipe();
    state.signOut('signed-out');
    tabs.tell(TOPIC);
  }

  function refreshProfile(): Promise<Result<User, SessionError>> {
    return token() === null ? Promise.resolve(fail(sessionError('signed-out'))) : profile.load();
  }

  /**
   * Follows the stored session. With `recheck`, a session that only this tab stores is verified with the server: a
   * duplicate of the tab may have ended it.
   */
  function follow(recheck: boolean): void {
    const stored = store.read();
    if (stored === null) {
      if (token() !== null) state.signOut('other-tab');
      else if ($state.get().status === 'unknown') state.signOut('none');
    } else if (stored.token !== token()) {
      enter(stored.token, stored.user);
    } else if (recheck && stored.tabOnly) {
      void refreshProfile();
    }
  }

  const lifecycle = createLifecycle(() => {
    const stopTabs = tabs.onHint((topic) => {
      if (topic === null || topic === TOPIC || store.concerns(topic)) follow(topic === TOPIC);
    });
    const stopPage = page.onChange((event) => {
      if (event !== 'visible' && event !== 'online') return;
      revocations.retryPending();
      if (event === 'visible') follow(false);
      checkPlan();
      if (signedIn()?.profile === 'failed') void refreshProfile();
    });
    follow(false);
    checkPlan();
    if ((signedIn()?.profile ?? 'loaded') !== 'loaded') void refreshProfile();
    return () => {
      stopTabs();
      stopPage();
      state.stop();
    };
  });

  return {
    $state,
    $user: select($state, ({ user }) => user, null),
    $subscriptions: select($state, ({ subscriptions }) => subscriptions, NO_SUBSCRIPTIONS),
    $isSubscribed: select($state, ({ isSubscribed }) => isSubscribed, false),
    cache: store.cache,
    start: lifecycle.start,
    destroy() {
      lifecycle.destroy();
      profile.cancel();
      revocations.clear();
    },
    now,
    guard: (need) => guard($state.get(), need),
    refreshProfile,

    getToken,

    onUnauthorized(refused) {
      // A request of an earlier epoch, or a second 401 of this one, says nothing about the present session.
      if (refused.epoch !== state.epoch() || refused.token !== token()) return;
      const stored = store.read();
      if (stored !== null && stored.token !== refused.token) return enter(stored.token, stored.user);
      store.expire();
      // The session that ended may have been stored by this tab alone: use the one that other tabs share, if any.
      const shared = store.read();
      if (shared === null) state.signOut('expired');
      else enter(shared.token, shared.user);
      tabs.tell(TOPIC);
    },

    onServerTime(times) {
      const before = serverTime.offset();
      serverTime.note(times);
      if (serverTime.offset() !== before) checkPlan();
    },

    async signIn(request) {
      const problem = checkSignIn(request, options.captchaRequired?.() ?? false);
      if (problem !== null) {
        if (problem === 'social-incomplete') log(`Sign-in with ${request.type} gave no account.`);
        return fail(sessionError(problem));
      }
      const asked = state.epoch();
      const answer = await api.request(loginEndpoint, { body: loginBody(request), token: null });
      if (!answer.ok) return fail(readSignInFailure(request.type, answer));
      const { access, user } = answer.data;
      if (state.epoch() !== asked) {
        // Another sign-in or a log-out was faster.
        void revocations.revoke(access);
        return fail(sessionError('superseded'));
      }
      store.save(access, user, request.type === 'manual' ? request.remember : (request.remember ?? true));
      enter(access, user);
      tabs.tell(TOPIC);
      return succeed(user);
    },

    async signOut() {
      const held = token();
      const revoked = held === null ? null : revocations.revoke(held);
      endHere();
      await revoked;
    },

    forget: endHere,

    replaceUser(user) {
      if (signedIn() === null) return;
      store.saveUser(user);
      state.apply({ type: 'user-replaced', user, now: now() });
    },
  };
}

function select<T>(
  $state: ReadableAtom<SessionState>,
  read: (state: SessionSignedIn) => T,
  otherwise: T,
): ReadableAtom<T> {
  return computed($state, (state) => (state.status === 'signed-in' ? read(state) : otherwise));
}
