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
import type { SessionState } from '../session/index.ts';
import { errorOf, isUnsupported } from '../shared/failures.ts';
import { createFlight } from '../shared/flight.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { createOwned, epochOf, watchSession } from '../shared/session-epoch.ts';
import { readPasskeysFailure, readRefusal } from './passkeys.rules.ts';
import type { Passkeys, PasskeysError, PasskeysOptions, PasskeysState } from './passkeys.types.ts';

type Loaded = Result<readonly Passkey[], PasskeysError>;

const EMPTY: PasskeysState = { status: 'idle', passkeys: null, busy: false };

/** A lost response, a passkey that was removed (404), and one of this device that another page added. */
const mayHaveChanged: ReadonlySet<PasskeysError['code']> = new Set(['unavailable', 'refused', 'exists']);

/** Creates the member's passkeys. It sends nothing before `load()` or an action. */
export function createPasskeys(options: PasskeysOptions): Passkeys {
  const { api, session, browser = browserPasskeys, onError } = options;
  const [$state, putState] = createOwned<PasskeysState, SessionState>(session, EMPTY);
  const loading = createFlight<Loaded>();
  const action = createFlight();
  /** Whether the pending load is of the current session. */
  let isOwnLoad = (): boolean => false;

  const put = (state: PasskeysState): void => putState(epochOf(session.$state.get()), state);

  async function fetchPasskeys(signal: AbortSignal): Promise<Loaded> {
    if (!browser.isSupported()) {
      put({ ...EMPTY, status: 'unsupported' });
      loading.end(signal);
      return fail(errorOf('unsupported'));
    }
    const isCurrent = watchSession(session);
    isOwnLoad = isCurrent;
    put({ ...$state.get(), status: 'loading' });
    const response = await api.request(passkeysEndpoint, { signal });
    if (!loading.end(signal)) return fail(errorOf('superseded'));
    if (!isCurrent()) {
      put(EMPTY);
      return fail(errorOf('superseded'));
    }
    if (response.ok) {
      put({ ...$state.get(), status: 'ready', passkeys: response.data });
      return succeed(response.data);
    }
    if (isUnsupported(response)) {
      put({ ...EMPTY, status: 'unsupported' });
      return fail(errorOf('unsupported'));
    }
    onError?.({ where: 'passkeys', error: response });
    put({ ...$state.get(), status: 'failed' });
    return fail(readPasskeysFailure(response));
  }

  const load = (): Promise<Loaded> => (isOwnLoad() ? loading.pending() : null) ?? loading.run(fetchPasskeys);

  /**
   * Runs one action at a time, by steps that each need the result of the one before. Then loads the passkeys, also after a
   * failure that shows that they may have changed.
   */
  async function act(steps: (step: Step) => Promise<unknown>): Promise<Result<null, PasskeysError>> {
    if ($state.get().busy) return fail(errorOf('busy'));
    const signal = action.begin();
    const isSameSession = watchSession(session);
    const isCurrent = (): boolean => !signal.aborted && isSameSession();
    put({ ...$state.get(), busy: true });
    const step: Step = {
      signal,
      async sent(response) {
        const result = await response;
        if (!isCurrent()) throw errorOf('superseded');
        if (!result.ok) throw readPasskeysFailure(result);
        return result.data;
      },
      async prompted(response) {
        const result = await response;
        if (!isCurrent()) throw errorOf('superseded');
        if (!result.ok) throw readRefusal(result.error);
        return result.value;
      },
    };
    const error = await steps(step).then(
      () => null,
      (reason: PasskeysError) => reason,
    );
    if (action.end(signal)) put({ ...$state.get(), busy: false });
    if (error === null || mayHaveChanged.has(error.code)) void load();
    return error === null ? succeed(null) : fail(error);
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
      loading.abort();
      // In another session, the state is no longer the one of the pending action.
      if (action.isPending()) browser.cancel();
      action.abort();
      put(EMPTY);
    },
  };
}

/** The steps of an action. Each rejects with a `PasskeysError`. */
interface Step {
  readonly signal: AbortSignal;
  sent<T>(response: Promise<ApiResponse<T>>): Promise<T>;
  prompted<T>(response: Promise<Result<T, PasskeyRefusal>>): Promise<T>;
}
