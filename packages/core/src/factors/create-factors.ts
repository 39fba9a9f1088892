import type { ApiResponse } from '../api-client/index.ts';
import {
  confirmAuthenticatorEndpoint,
  type FactorsResponse,
  factorsEndpoint,
  newAuthenticatorEndpoint,
  newRecoveryCodesEndpoint,
  proveEndpoint,
  type RecoveryCodesResponse,
  removeAuthenticatorEndpoint,
} from '../contract/index.ts';
import type { SessionState } from '../session/index.ts';
import { errorOf } from '../shared/failures.ts';
import { createFlight } from '../shared/flight.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { createOwned, epochOf, watchSession } from '../shared/session-epoch.ts';
import { readFactorsFailure } from './factors.rules.ts';
import type { Factors, FactorsError, FactorsOptions, FactorsState } from './factors.types.ts';

type Loaded = Result<FactorsResponse, FactorsError>;

const EMPTY: FactorsState = { status: 'idle', factors: null, busy: false };

const nothing = (): null => null;
const allOf = <T>(data: T): T => data;
const codesOf = (data: RecoveryCodesResponse): readonly string[] => data.recovery_codes;

/** Creates the member's second factors. It sends nothing before `load()` or an action. */
export function createFactors({ api, session, onError }: FactorsOptions): Factors {
  const [$state, putState] = createOwned<FactorsState, SessionState>(session, EMPTY);
  const loading = createFlight<Loaded>();
  const action = createFlight();
  /** Whether the pending load is of the current session. */
  let isOwnLoad = (): boolean => false;

  const put = (state: FactorsState): void => putState(epochOf(session.$state.get()), state);

  async function fetchFactors(signal: AbortSignal): Promise<Loaded> {
    const isCurrent = watchSession(session);
    isOwnLoad = isCurrent;
    put({ ...$state.get(), status: 'loading' });
    const response = await api.request(factorsEndpoint, { signal });
    if (!loading.end(signal)) return fail(errorOf('superseded'));
    if (!isCurrent()) {
      put(EMPTY);
      return fail(errorOf('superseded'));
    }
    if (response.ok) {
      put({ ...$state.get(), status: 'ready', factors: response.data });
      return succeed(response.data);
    }
    const error = readFactorsFailure(response);
    if (error.code === 'unsupported') put({ ...EMPTY, status: 'unsupported' });
    else {
      onError?.({ where: 'factors', error: response });
      put({ ...$state.get(), status: 'failed' });
    }
    return fail(error);
  }

  const load = (): Promise<Loaded> => (isOwnLoad() ? loading.pending() : null) ?? loading.run(fetchFactors);

  /** Runs one action at a time. Loads the factors again after a change, also if its response was lost. */
  async function act<T, R>(
    send: (signal: AbortSignal) => Promise<ApiResponse<T>>,
    read: (data: T) => R,
    changes = true,
  ): Promise<Result<R, FactorsError>> {
    if ($state.get().busy) return fail(errorOf('busy'));
    const signal = action.begin();
    const isCurrent = watchSession(session);
    put({ ...$state.get(), busy: true });
    const response = await send(signal);
    if (!action.end(signal)) return fail(errorOf('superseded'));
    put({ ...$state.get(), busy: false });
    if (!isCurrent()) return fail(errorOf('superseded'));
    const result = response.ok ? succeed(read(response.data)) : fail(readFactorsFailure(response));
    if (changes && (result.ok || result.error.code === 'unavailable')) void load();
    return result;
  }

  return {
    $state,
    load,
    prove: (body) => act((signal) => api.request(proveEndpoint, { body, signal }), nothing),
    beginApp: () => act((signal) => api.request(newAuthenticatorEndpoint, { signal }), allOf, false),
    confirmApp: (code) =>
      act((signal) => api.request(confirmAuthenticatorEndpoint, { body: { code }, signal }), codesOf),
    removeApp: () => act((signal) => api.request(removeAuthenticatorEndpoint, { signal }), nothing),
    replaceRecoveryCodes: () => act((signal) => api.request(newRecoveryCodesEndpoint, { signal }), codesOf),
    destroy() {
      loading.abort();
      action.abort();
      put(EMPTY);
    },
  };
}
