import { computed, type ReadableAtom } from 'nanostores';
import { loginEndpoint, logoutEndpoint, type User } from '../contract/index.ts';
import { browserPage, silentLog, systemClock, systemTimers } from '../ports/index.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { createProfileLoad } from './create-profile-load.ts';
import { createServerTime } from './create-server-time.ts';
import { createSessionState } from './create-session-state.ts';
import {
  checkSignIn,
  guard,
  isUnconfirmed,
  loginBody,
  readSignInFailure,
  sessionError,
} from './session.rules.ts';
import { enteredState, NO_SUBSCRIPTIONS, withUser } from './session.state.ts';
import { createSessionStore } from './session.storage.ts';
import type {
  Session,
  SessionError,
  SessionOptions,
  SessionSignedIn,
  SessionSignedOut,
  SessionState,
} from './session.types.ts';

const TOPIC = 'session';

/** Creates a session. It reads, sends and schedules nothing before `start()` or an action. */
export function createSession(options: SessionOptions): Session {
  const { api, tabs, overdueAfter = 8000 } = options;
  const { page = browserPage, clock = systemClock, scheduler = systemTimers, log = silentLog } = options;
  const store = createSessionStore(options);
  const serverTime = createServerTime();
  const now = (): number => clock.now() + serverTime.offset();

  const state = createSessionState(now, scheduler);
  const { $state, getToken, update, checkPlan } = state;
  const token = (): string | null => getToken()?.token ?? null;
  const { saveUser } = store;
  const profile = createProfileLoad({ api, scheduler, overdueAfter, now, update, saveUser });
  /** Tokens whose revocation the server has not confirmed; in memory only. */
  const pending = new Set<string>();

  async function revoke(ended: string | null): Promise<void> {
    if (ended === null) return;
    pending.delete(ended);
    const response = await api.request(logoutEndpoint, { token: ended, keepalive: true });
    if (isUnconfirmed(response)) pending.add(ended);
  }

  /** Starts a session from a sign-in, from storage or from another tab. */
  function enter(stored: { readonly token: string; readonly user: User | null }): void {
    profile.cancel();
    state.begin(stored.token, (epoch) => enteredState(epoch, stored.user));
    void refreshProfile();
  }

  function leave(reason: SessionSignedOut['reason']): void {
    profile.cancel();
    state.begin(null, () => ({ status: 'signed-out', reason }));
  }

  function endHere(): void {
    store.wipe();
    leave('signed-out');
    tabs.notify(TOPIC);
  }

  function refreshProfile(): Promise<Result<User, SessionError>> {
    return token() === null ? Promise.resolve(fail(sessionError('signed-out'))) : profile.load();
  }

  /** Follows the stored session. `recheck` verifies a session of this tab only, which a duplicated tab may have ended. */
  function follow(recheck: boolean): void {
    const stored = store.read();
    if (stored === null) {
      if (token() !== null) leave('other-tab');
      else if ($state.get().status === 'unknown') leave('none');
    } else if (stored.token !== token()) {
      enter(stored);
    } else if (recheck && stored.tabOnly) {
      void refreshProfile();
    }
  }

  function catchUp(): void {
    follow(false);
    checkPlan();
    const member = $state.get();
    if (member.status === 'signed-in' && member.profile !== 'loaded') void refreshProfile();
  }

  const lifecycle = createLifecycle(() => {
    const stopTabs = tabs.onChange((topic) => {
      if (topic === null || topic === TOPIC || store.concerns(topic)) follow(topic === TOPIC);
    });
    const stopPage = page.onChange((event) => {
      if (event !== 'visible' && event !== 'online') return;
      for (const ended of pending) void revoke(ended);
      catchUp();
    });
    catchUp();
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
    $isInMemory: select($state, () => store.isInMemory(), false),
    cache: store.cache,
    start: lifecycle.start,
    destroy() {
      lifecycle.destroy();
      profile.cancel();
      pending.clear();
    },
    now,
    guard: (need) => guard($state.get(), need),
    refreshProfile,
    getToken,

    onUnauthorized(refused) {
      // A request of an earlier epoch, or a second 401 of this one, does not concern the present session.
      if (refused.epoch !== state.epoch() || refused.token !== token()) return;
      const stored = store.read();
      if (stored !== null && stored.token !== refused.token) return enter(stored);
      store.expire();
      // The session that ended may have been stored by this tab alone: use the one that other tabs share, if any.
      const shared = store.read();
      if (shared === null) leave('expired');
      else enter(shared);
      tabs.notify(TOPIC);
    },

    onServerTime(times) {
      if (serverTime.note(times)) checkPlan();
    },

    async signIn(request) {
      const problem = checkSignIn(request, options.captchaRequired?.() ?? false);
      if (problem === 'social-incomplete') log(`Sign-in with ${request.type} gave no account.`);
      if (problem !== null) return fail(sessionError(problem));
      const epoch = state.epoch();
      const response = await api.request(loginEndpoint, { body: loginBody(request), token: null });
      if (!response.ok) return fail(readSignInFailure(request.type, response));
      const { access, user } = response.data;
      if (state.epoch() !== epoch) {
        // Another sign-in or a sign-out was faster.
        void revoke(access);
        return fail(sessionError('superseded'));
      }
      store.save(access, user, request.type === 'manual' ? request.remember : (request.remember ?? true));
      enter({ token: access, user });
      tabs.notify(TOPIC);
      return succeed(user);
    },

    async signOut() {
      const revoked = revoke(token());
      endHere();
      await revoked;
    },
    forget: endHere,
    replaceUser(user) {
      update((member) => {
        saveUser(user);
        return withUser(member, user, now());
      });
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
