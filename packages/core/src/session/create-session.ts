import { computed, type ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import { type LoginResponse, loginEndpoint, logoutEndpoint, type User } from '../contract/index.ts';
import { browserPage, silentLog, systemClock, systemTimers } from '../ports/index.ts';
import { errorOf } from '../shared/failures.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { createPlanEnd } from './create-plan-end.ts';
import { createProfileLoad } from './create-profile-load.ts';
import { createServerTime } from './create-server-time.ts';
import { createSessionState } from './create-session-state.ts';
import { checkSignIn, guard, isUnconfirmed, loginBody, readSignInFailure } from './session.rules.ts';
import { enteredState, NO_SUBSCRIPTIONS, withUser } from './session.state.ts';
import { createSessionStore } from './session.storage.ts';
import type {
  Session,
  SessionError,
  SessionOptions,
  SessionSignedIn,
  SessionSignedOut,
  SessionState,
  SignInRequest,
} from './session.types.ts';

const TOPIC = 'session';

/** Creates a session. It reads, sends and schedules nothing before `start()` or an action. */
export function createSession(options: SessionOptions): Session {
  const { api, tabs, overdueAfter = 8000 } = options;
  const { page = browserPage, clock = systemClock, scheduler = systemTimers } = options;
  const store = createSessionStore(options);
  const { now, note: noteTime } = createServerTime(clock);
  const state = createSessionState({ now, scheduler, onPlanEnd: () => planEnd.confirm() });
  const { $state, getToken, update, checkPlan } = state;
  const token = (): string | null => getToken()?.token ?? null;
  const { saveUser } = store;
  const profile = createProfileLoad({ api, scheduler, overdueAfter, now, getToken, update, saveUser });
  const planEnd = createPlanEnd({
    scheduler,
    limitMs: overdueAfter,
    load: profile.load,
    end: state.endPlan,
  });
  const revocations = createRevocations(api);

  /** Starts a session from a sign-in, from storage or from another tab. */
  function enter(stored: { readonly token: string; readonly user: User | null }): void {
    profile.cancel();
    state.begin(stored.token, (epoch) => enteredState(epoch, stored.user));
    void profile.load();
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

  /** Follows the stored session. `recheck` verifies a session of this tab only, which a duplicated tab may have ended. */
  function follow(recheck: boolean): void {
    const stored = store.read();
    if (stored === null) {
      if (token() !== null) leave('other-tab');
      else if ($state.get().status === 'unknown') leave('none');
    } else if (stored.token !== token()) {
      enter(stored);
    } else if (recheck && stored.tabOnly) {
      void profile.load();
    }
  }

  function catchUp(): void {
    follow(false);
    checkPlan();
    const member = $state.get();
    if (member.status !== 'signed-in') return;
    if (planEnd.isUnconfirmed()) planEnd.confirm();
    else if (member.profile !== 'loaded') void profile.load();
  }

  const lifecycle = createLifecycle(() => {
    catchUp();
    return [
      tabs.onChange((topic) => {
        if (topic === null || topic === TOPIC || store.concerns(topic)) follow(topic === TOPIC);
      }),
      page.onChange((event) => {
        if (event !== 'visible' && event !== 'online') return;
        revocations.retry();
        catchUp();
      }),
      state.stop,
    ];
  });

  return {
    $state,
    ...selections($state, store.isInMemory),
    cache: store.cache,
    start: lifecycle.start,
    destroy() {
      lifecycle.destroy();
      profile.cancel();
      planEnd.cancel();
      // A profile that was loaded while stopped has set the plan's timer.
      state.stop();
      revocations.clear();
    },
    now,
    guard: (need) => guard($state.get(), need),
    refreshProfile: profile.load,
    getToken,
    onUnauthorized(refused) {
      // A request of an earlier epoch, or a second 401 of this one, does not concern the present session.
      if (refused.epoch !== state.epoch() || refused.token !== token()) return;
      const { hasChanged, stored } = store.expire(refused.token);
      if (stored === null) leave('expired');
      else enter(stored);
      if (hasChanged) tabs.notify(TOPIC);
    },
    onServerTime(times) {
      if (noteTime(times)) checkPlan();
    },
    async signIn(request) {
      const epoch = state.epoch();
      const result = await requestSignIn(options, request);
      if (!result.ok) return result;
      const { access, user } = result.value;
      if (state.epoch() !== epoch) {
        // Another sign-in or a sign-out was faster.
        void revocations.revoke(access);
        return fail(errorOf('superseded'));
      }
      store.save(access, user, request.type === 'manual' ? request.remember : (request.remember ?? true));
      enter({ token: access, user });
      tabs.notify(TOPIC);
      return succeed(user);
    },
    async signOut() {
      const revoked = revocations.revoke(token());
      endHere();
      await revoked;
    },
    forget: endHere,
    replaceUser(user) {
      profile.repeatPending();
      update((member) => {
        saveUser(user);
        return withUser(member, user, now());
      });
    },
  };
}

/** The parts of the state that have a store of their own. */
function selections($state: ReadableAtom<SessionState>, isInMemory: () => boolean) {
  const select = <T>(read: (state: SessionSignedIn) => T, otherwise: T): ReadableAtom<T> =>
    computed($state, (state) => (state.status === 'signed-in' ? read(state) : otherwise));
  return {
    $user: select<User | null>(({ user }) => user, null),
    $subscriptions: select(({ subscriptions }) => subscriptions, NO_SUBSCRIPTIONS),
    $isSubscribed: select(({ isSubscribed }) => isSubscribed, false),
    $isInMemory: select(isInMemory, false),
  };
}

/** Validates and sends a sign-in. */
async function requestSignIn(
  { api, captchaRequired, log = silentLog }: SessionOptions,
  request: SignInRequest,
): Promise<Result<LoginResponse, SessionError>> {
  const problem = checkSignIn(request, captchaRequired?.() ?? false);
  if (problem === 'social-incomplete') log(`Sign-in with ${request.type} gave no account.`);
  if (problem !== null) return fail(errorOf(problem));
  const response = await api.request(loginEndpoint, { body: loginBody(request), token: null });
  return response.ok ? succeed(response.data) : fail(readSignInFailure(request.type, response));
}

/** Revokes tokens. Those whose revocation the server has not confirmed are kept in memory only. */
function createRevocations(api: Pick<ApiClient, 'request'>) {
  const pending = new Set<string>();

  async function revoke(ended: string | null): Promise<void> {
    if (ended === null) return;
    pending.delete(ended);
    const response = await api.request(logoutEndpoint, { token: ended, keepalive: true });
    if (isUnconfirmed(response)) pending.add(ended);
  }

  return {
    revoke,
    retry() {
      for (const ended of pending) void revoke(ended);
    },
    clear: () => pending.clear(),
  };
}
