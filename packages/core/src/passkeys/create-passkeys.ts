import { atom } from 'nanostores';
import type { ApiResponse } from '../api-client/index.ts';
import {
  addPasskeyEndpoint,
  newPasskeyEndpoint,
  type Passkey,
  passkeyProofEndpoint,
  passkeysEndpoint,
  proveEndpoint,
  removePasskeyEndpoint,
} from '../contract/index.ts';
import { browserPasskeys, type PasskeyRefusal } from '../ports/passkeys.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { isUnsupported, passkeysError, readPasskeysFailure, readRefusal } from './passkeys.rules.ts';
import type { Passkeys, PasskeysError, PasskeysOptions, PasskeysState } from './passkeys.types.ts';

type Loaded = Result<readonly Passkey[], PasskeysError>;

const EMPTY: PasskeysState = { status: 'idle', passkeys: null, busy: false };

/** Creates the member's passkeys. It sends nothing before `load()` or an action. */
export function createPasskeys(options: PasskeysOptions): Passkeys {
  const { api, session, browser = browserPasskeys, onError } = options;
  const $state = atom<PasskeysState>(EMPTY);
  let flight: Promise<Loaded> | null = null;
  /** Aborted when the state is reset; requests started before discard their result. */
  let life = new AbortController();

  /** Returns a function that tells whether neither the session nor the state was replaced. */
  function watch(): () => boolean {
    const { signal } = life;
    const epoch = (): number | null => {
      const state = session.$state.get();
      return state.status === 'signed-in' ? state.epoch : null;
    };
    const before = epoch();
    return () => !signal.aborted && epoch() === before;
  }

  async function fetchPasskeys(): Promise<Loaded> {
    if (!browser.isSupported()) {
      $state.set({ ...EMPTY, status: 'unsupported' });
      flight = null;
      return fail(passkeysError('unsupported'));
    }
    const { signal } = life;
    const isCurrent = watch();
    $state.set({ ...$state.get(), status: 'loading' });
    const response = await api.request(passkeysEndpoint, { signal });
    if (signal.aborted) return fail(passkeysError('superseded'));
    flight = null;
    if (!isCurrent()) {
      $state.set(EMPTY);
      return fail(passkeysError('superseded'));
    }
    if (response.ok) {
      $state.set({ ...$state.get(), status: 'ready', passkeys: response.data });
      return succeed(response.data);
    }
    if (isUnsupported(response)) {
      $state.set({ ...EMPTY, status: 'unsupported' });
      return fail(passkeysError('unsupported'));
    }
    onError?.({ where: 'passkeys', error: response });
    $state.set({ ...$state.get(), status: 'failed' });
    return fail(readPasskeysFailure(response));
  }

  function load(): Promise<Loaded> {
    flight ??= fetchPasskeys();
    return flight;
  }

  /** Runs one action at a time, by steps that each need the result of the one before. Then loads the passkeys. */
  async function act(steps: (step: Step) => Promise<unknown>): Promise<Result<null, PasskeysError>> {
    if ($state.get().busy) return fail(passkeysError('busy'));
    const isCurrent = watch();
    const { signal } = life;
    $state.set({ ...$state.get(), busy: true });
    const step: Step = {
      signal,
      async sent(response) {
        const result = await response;
        if (!isCurrent()) throw passkeysError('superseded');
        if (!result.ok) throw readPasskeysFailure(result);
        return result.data;
      },
      async prompted(response) {
        const result = await response;
        if (!isCurrent()) throw passkeysError('superseded');
        if (!result.ok) throw readRefusal(result.error);
        return result.value;
      },
    };
    const error = await steps(step).then(
      () => null,
      (reason: PasskeysError) => reason,
    );
    if (!signal.aborted) $state.set({ ...$state.get(), busy: false });
    if (error !== null) return fail(error);
    void load();
    return succeed(null);
  }

  return {
    $state,
    load,
    add: () =>
      act(async ({ sent, prompted, signal }) => {
        const creation = await sent(api.request(newPasskeyEndpoint, { signal }));
        const body = await prompted(browser.create(creation));
        await sent(api.request(addPasskeyEndpoint, { body, signal }));
      }),
    remove: (id) =>
      act(({ sent, signal }) => sent(api.request(removePasskeyEndpoint, { params: { id }, signal }))),
    prove: () =>
      act(async ({ sent, prompted, signal }) => {
        const request = await sent(api.request(passkeyProofEndpoint, { signal }));
        const passkey = await prompted(browser.use(request, false));
        await sent(api.request(proveEndpoint, { body: { passkey }, signal }));
      }),
    destroy() {
      life.abort();
      life = new AbortController();
      flight = null;
      if ($state.get().busy) browser.cancel();
      $state.set(EMPTY);
    },
  };
}

/** The steps of an action. Each rejects with a `PasskeysError`. */
interface Step {
  readonly signal: AbortSignal;
  sent<T>(response: Promise<ApiResponse<T>>): Promise<T>;
  prompted<T>(response: Promise<Result<T, PasskeyRefusal>>): Promise<T>;
}
