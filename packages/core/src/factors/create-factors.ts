import { atom } from 'nanostores';
import type { ApiResponse } from '../api-client/index.ts';
import {
  confirmAuthenticatorEndpoint,
  type FactorsResponse,
  factorsEndpoint,
  newAuthenticatorEndpoint,
  newRecoveryCodesEndpoint,
  proveEndpoint,
  removeAuthenticatorEndpoint,
} from '../contract/index.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { factorsError, readFactorsFailure } from './factors.rules.ts';
import type { Factors, FactorsError, FactorsOptions, FactorsState } from './factors.types.ts';

type Loaded = Result<FactorsResponse, FactorsError>;

const EMPTY: FactorsState = { status: 'idle', factors: null, busy: false };

/** Creates the member's second factors. It sends nothing before `load()` or an action. */
export function createFactors({ api, session, onError }: FactorsOptions): Factors {
  const $state = atom<FactorsState>(EMPTY);
  let flight: Promise<Loaded> | null = null;
  /** Aborted when the state is reset; requests started before discard their result. */
  let life = new AbortController();

  /** Returns a function that tells whether the session is the one of now. */
  function watchSession(): () => boolean {
    const epoch = (): number | null => {
      const state = session.$state.get();
      return state.status === 'signed-in' ? state.epoch : null;
    };
    const before = epoch();
    return () => epoch() === before;
  }

  async function fetchFactors(): Promise<Loaded> {
    const { signal } = life;
    const isCurrent = watchSession();
    $state.set({ ...$state.get(), status: 'loading' });
    const response = await api.request(factorsEndpoint, { signal });
    if (signal.aborted) return fail(factorsError('superseded'));
    flight = null;
    if (!isCurrent()) {
      $state.set(EMPTY);
      return fail(factorsError('superseded'));
    }
    if (response.ok) {
      $state.set({ ...$state.get(), status: 'ready', factors: response.data });
      return succeed(response.data);
    }
    const error = readFactorsFailure(response);
    if (error.code === 'unsupported') $state.set({ ...EMPTY, status: 'unsupported' });
    else {
      onError?.({ where: 'factors', error: response });
      $state.set({ ...$state.get(), status: 'failed' });
    }
    return fail(error);
  }

  function load(): Promise<Loaded> {
    flight ??= fetchFactors();
    return flight;
  }

  /** Runs one action at a time. After a success that changed the factors, they are loaded again. */
  async function act<T, R>(
    send: (signal: AbortSignal) => Promise<ApiResponse<T>>,
    read: (data: T) => R,
    changes: boolean,
  ): Promise<Result<R, FactorsError>> {
    if ($state.get().busy) return fail(factorsError('busy'));
    const { signal } = life;
    const isCurrent = watchSession();
    $state.set({ ...$state.get(), busy: true });
    const response = await send(signal);
    if (signal.aborted) return fail(factorsError('superseded'));
    $state.set({ ...$state.get(), busy: false });
    if (!isCurrent()) return fail(factorsError('superseded'));
    if (!response.ok) return fail(readFactorsFailure(response));
    if (changes) void load();
    return succeed(read(response.data));
  }

  return {
    $state,
    load,
    prove: (body) =>
      act(
        (signal) => api.request(proveEndpoint, { body, signal }),
        () => null,
        true,
      ),
    beginApp: () =>
      act(
        (signal) => api.request(newAuthenticatorEndpoint, { signal }),
        (data) => data,
        false,
      ),
    confirmApp: (code) =>
      act(
        (signal) => api.request(confirmAuthenticatorEndpoint, { body: { code }, signal }),
        (data) => data.recovery_codes,
        true,
      ),
    removeApp: () =>
      act(
        (signal) => api.request(removeAuthenticatorEndpoint, { signal }),
        () => null,
        true,
      ),
    replaceRecoveryCodes: () =>
      act(
        (signal) => api.request(newRecoveryCodesEndpoint, { signal }),
        (data) => data.recovery_codes,
        true,
      ),
    destroy() {
      life.abort();
      life = new AbortController();
      flight = null;
      $state.set(EMPTY);
    },
  };
}
