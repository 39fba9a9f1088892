import { atom } from 'nanostores';
import { storeNotificationTokenEndpoint, type User } from '../contract/index.ts';
import {
  armAt,
  browserNotifications,
  browserPage,
  type Cancel,
  silentLog,
  systemClock,
  systemTimers,
} from '../ports/index.ts';
import { createLifecycle } from '../shared/lifecycle.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { isTokenDue } from './push.rules.ts';
import { createPushStore } from './push.storage.ts';
import {
  type Push,
  type PushError,
  type PushErrorCode,
  type PushOptions,
  type PushState,
  PushTokenError,
} from './push.types.ts';

type Outcome = Result<null, PushError>;

/** Makes the device's registration for push messages. Nothing is asked, read or sent before `start()` or an action. */
export function createPush(options: PushOptions): Push {
  const { api, session, tokens, renewAfter = 604_800_000, askOnLoad = false } = options;
  const { notifications = browserNotifications, clock = systemClock } = options;
  const { scheduler = systemTimers, page = browserPage, log = silentLog } = options;
  const store = createPushStore(options.storage, options.keyPrefix ?? 'openbell:');
  const $state = atom<PushState>({ status: 'unknown' });
  let cancelRenewal: Cancel = () => {};
  let running = false;
  /** Somebody has been signed in since the start, so this device may have a token though storage was cleared. */
  let hadMember = false;
  /** One thing at a time: giving a token back never overtakes fetching one, nor the other way round. */
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = queue.then(work);
    queue = mine.catch(() => {});
    return mine;
  };

  function refuse(code: PushErrorCode, detail?: unknown): Outcome {
    log(`Push notifications are not set up: ${code}.`, detail);
    if (code !== 'superseded') $state.set(restingState() ?? { status: 'failed', code });
    return fail({ code });
  }

  /** The state when nothing is under way; null when permission is there, so that more is known. */
  function restingState(): PushState | null {
    if (tokens === null || !tokens.isSupported()) return { status: 'unsupported' };
    const permission = notifications.permission();
    if (permission === 'unsupported') return { status: 'unsupported' };
    if (permission === 'denied') return { status: 'blocked' };
    return permission === 'default' ? { status: 'off' } : null;
  }

  /** The member, once the server has said who it is. */
  function loadedUser(): User | null {
    const state = session.$state.get();
    return state.status === 'signed-in' && state.profile === 'loaded' ? state.user : null;
  }

  const epoch = (): number | null => {
    const state = session.$state.get();
    return state.status === 'signed-in' ? state.epoch : null;
  };

  /** Brings the registration up to date, without asking anybody anything. */
  async function bringUpToDate(): Promise<void> {
    const resting = restingState();
    const user = loadedUser();
    if (resting !== null || tokens === null || user === null) {
      $state.set(resting ?? { status: 'off' });
      return;
    }
    const token = await tokens.current();
    if (loadedUser()?.id !== user.id) return;
    const record = store.read();
    if (!isTokenDue(record, { userId: user.id, token, now: clock.now() }, renewAfter)) {
      $state.set({ status: 'on' });
      followAge();
    } else if (user.push_notification || askOnLoad) {
      await register(user.id);
    } else {
      $state.set({ status: 'off' });
    }
  }

  async function register(userId: number): Promise<Outcome> {
    if (tokens === null) return refuse('unsupported');
    const asked = epoch();
    $state.set({ status: 'registering' });
    let token: string;
    try {
      token = await tokens.get();
    } catch (error) {
      return refuse(error instanceof PushTokenError ? error.code : 'token-failed', error);
    }
    // Signed out meanwhile: what waits in the queue gives the token back.
    if (asked === null || epoch() !== asked) return refuse('superseded');
    // Kept before the answer: a token that may have reached the server is given back at log-out.
    store.write({ userId, token, at: Number.NaN });
    const answer = await api.request(storeNotificationTokenEndpoint, { body: { token } });
    if (epoch() !== asked) return refuse('superseded');
    if (!answer.ok) return refuse('store-failed', { status: answer.status, message: answer.message });
    store.write({ userId, token, at: clock.now() });
    $state.set({ status: 'on' });
    followAge();
    return succeed(null);
  }

  function followAge(): void {
    cancelRenewal();
    const record = store.read();
    if (record !== null && running)
      cancelRenewal = armAt(record.at + renewAfter, { now: clock.now, scheduler, work: update });
  }

  /** Nobody is signed in: what comes for the one who was must not be shown to the next. */
  async function giveBack(): Promise<void> {
    cancelRenewal();
    if (hadMember || store.read() !== null) {
      hadMember = false;
      try {
        await tokens?.remove();
      } catch (error) {
        log('The push token could not be given back.', error);
      }
    }
    // Somebody may have signed in while the browser was at it; their record is their own.
    if (session.$state.get().status === 'signed-out') store.remove();
    $state.set(restingState() ?? { status: 'off' });
  }

  function update(): void {
    const { status } = session.$state.get();
    if (status === 'unknown') return;
    void inTurn(status === 'signed-out' ? giveBack : bringUpToDate).catch((error) =>
      log('Push notifications are not set up.', error),
    );
  }

  const lifecycle = createLifecycle(() => {
    running = true;
    $state.set(restingState() ?? { status: 'off' });
    let before = '';
    const stopSession = session.$state.subscribe((state) => {
      // Only who is here, and what they want: a refreshed profile is no news.
      const wanted = loadedUser()?.push_notification;
      const now = `${state.status} ${epoch()} ${wanted}`;
      if (now === before) return;
      before = now;
      if (state.status === 'signed-in') hadMember = true;
      if (state.status !== 'signed-in' || wanted !== undefined) update();
    });
    const stopPage = page.onChange((event) => {
      if (event === 'visible') update();
    });
    return () => {
      running = false;
      stopSession();
      stopPage();
      cancelRenewal();
    };
  });

  async function enable(): Promise<Outcome> {
    if (restingState()?.status === 'unsupported') return refuse('unsupported');
    $state.set({ status: 'asking' });
    // In the very turn of the click: browsers ignore a question that comes later.
    const permission = await notifications.request();
    if (permission === 'denied') return refuse('blocked');
    if (permission !== 'granted') return refuse('dismissed');
    return inTurn(async () => {
      const user = loadedUser();
      if (user !== null) return register(user.id);
      // On the sign-in page: the token is sent when it is known whose it is.
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
