import { atom } from 'nanostores';
import { storeNotificationTokenEndpoint } from '../contract/index.ts';
import {
  browserNotifications,
  browserPage,
  type Cancel,
  type Clock,
  type Log,
  runAt,
  silentLog,
  systemClock,
  systemTimers,
} from '../ports/index.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { watchSession } from '../shared/session-epoch.ts';
import * as rules from './push.rules.ts';
import { createPushStore, type PushStore } from './push.storage.ts';
import {
  type Push,
  type PushError,
  type PushErrorCode,
  type PushOptions,
  type PushState,
  PushTokenError,
  type PushTokens,
} from './push.types.ts';

type Outcome = Result<null, PushError>;

/** Creates the device's registration for push messages. Without side effects before `start()` or an action. */
export function createPush(options: PushOptions): Push {
  const { api, session, tokens, renewAfter = 604_800_000, askOnLoad = false } = options;
  const { notifications = browserNotifications, clock = systemClock } = options;
  const { scheduler = systemTimers, page = browserPage, log = silentLog } = options;
  const store = createPushStore(options.storage, options.keyPrefix ?? 'openbell:');
  const $state = atom<PushState>({ status: 'unknown' });
  let cancelRenewal: Cancel = () => {};
  let isStarted = false;
  /** A member has been signed in since the start, so that a token may exist although storage was cleared. */
  let hadMember = false;
  /** Removing a token never overtakes registering one. */
  const enqueue = createQueue();

  const restingState = (): PushState | null =>
    rules.restingState(tokens?.isSupported() ?? false, notifications.permission());
  const rest = (): void => $state.set(restingState() ?? { status: 'off' });
  const user = (): ReturnType<typeof rules.loadedUser> => rules.loadedUser(session.$state.get());

  function refuse(code: PushErrorCode, detail?: unknown): Outcome {
    log(`Push notifications are not set up: ${code}.`, detail);
    if (code !== 'superseded') $state.set(restingState() ?? { status: 'failed', code });
    return fail({ code });
  }

  /** Registers the device if that is due and permission is granted. Never prompts. */
  async function bringUpToDate(): Promise<void> {
    const member = user();
    if (restingState() !== null || tokens === null || member === null) return rest();
    const token = await tokens.current();
    if (user()?.id !== member.id) return;
    const present = { userId: member.id, token, now: clock.now() };
    if (!rules.isTokenDue(store.read(), present, renewAfter)) setOn();
    else if (member.push_notification || askOnLoad) await register(member.id);
    else $state.set({ status: 'off' });
  }

  async function register(userId: number): Promise<Outcome> {
    if (tokens === null) return refuse('unsupported');
    $state.set({ status: 'registering' });
    const failure = await sendToken({ api, tokens, clock, store }, userId, watchSession(session));
    if (failure !== null) return refuse(...failure);
    setOn();
    return succeed(null);
  }

  /** The token is registered. It is sent again when it is `renewAfter` old. */
  function setOn(): void {
    $state.set({ status: 'on' });
    cancelRenewal();
    const at = store.read()?.at;
    if (at !== undefined && isStarted)
      cancelRenewal = runAt(at + renewAfter, { now: clock.now, scheduler, work: update });
  }

  /** After sign-out: messages for that member must not reach the next one. */
  async function remove(): Promise<void> {
    cancelRenewal();
    if (hadMember || store.read() !== null) {
      hadMember = false;
      await removeToken(tokens, log);
    }
    // A member who signed in meanwhile has a record of their own.
    if (session.$state.get().status === 'signed-out') store.remove();
    rest();
  }

  function update(): void {
    const { status } = session.$state.get();
    if (status === 'unknown') return;
    void enqueue(status === 'signed-out' ? remove : bringUpToDate).catch((error) =>
      log('Push notifications are not set up.', error),
    );
  }

  const lifecycle = createLifecycle(() => {
    isStarted = true;
    rest();
    let known = '';
    return [
      () => {
        isStarted = false;
      },
      session.$state.subscribe((state) => {
        const identity = rules.identityOf(state);
        if (identity === known) return;
        known = identity;
        if (state.status === 'signed-in') hadMember = true;
        if (state.status !== 'signed-in' || rules.loadedUser(state) !== null) update();
      }),
      page.onChange((event) => event === 'visible' && update()),
      () => cancelRenewal(),
    ];
  });

  async function enable(): Promise<Outcome> {
    if (restingState()?.status === 'unsupported') return refuse('unsupported');
    $state.set({ status: 'asking' });
    // Synchronous with the click: browsers ignore a later request.
    const permission = await notifications.request();
    if (permission === 'denied') return refuse('blocked');
    if (permission !== 'granted') return refuse('dismissed');
    return enqueue(async () => {
      const member = user();
      if (member !== null) return register(member.id);
      // On the sign-in page: the token is sent after sign-in.
      $state.set({ status: 'off' });
      return succeed(null);
    });
  }

  return {
    $state,
    start: lifecycle.start,
    destroy: lifecycle.destroy,
    enable,
    pageLoaded() {
      if (askOnLoad && restingState()?.status === 'off') void enable();
    },
  };
}

/** Runs one operation at a time. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };
}

async function removeToken(tokens: PushTokens | null, log: Log): Promise<void> {
  try {
    await tokens?.remove();
  } catch (error) {
    log('The push token could not be removed.', error);
  }
}

/** Creates the device's token and sends it. Returns why it failed, or null. */
async function sendToken(
  ports: Pick<PushOptions, 'api'> & {
    readonly tokens: PushTokens;
    readonly clock: Clock;
    readonly store: PushStore;
  },
  userId: number,
  isSameSession: () => boolean,
): Promise<[code: PushErrorCode, detail?: unknown] | null> {
  const { api, tokens, clock, store } = ports;
  let token: string;
  try {
    token = await tokens.get();
  } catch (error) {
    return [error instanceof PushTokenError ? error.code : 'token-failed', error];
  }
  // Signed out meanwhile: the next operation in the queue removes the token.
  if (!isSameSession()) return ['superseded'];
  // Stored before the response, because the server may have the token even if the response is lost.
  store.write({ userId, token, at: Number.NaN });
  const response = await api.request(storeNotificationTokenEndpoint, { body: { token } });
  if (!isSameSession()) return ['superseded'];
  if (!response.ok) return ['store-failed', { status: response.status, message: response.message }];
  store.write({ userId, token, at: clock.now() });
  return null;
}
