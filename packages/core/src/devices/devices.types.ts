import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { DeviceSession } from '../contract/index.ts';
import type { OnError } from '../ports/index.ts';
import type { Result } from '../shared/result.ts';

/**
 * Why an action failed. `unsupported`: the backend has no list of devices. `unavailable`: no response, an error status
 * or an invalid response. `busy`: the same action is pending. `superseded`: the session has changed.
 */
export interface DevicesError {
  readonly code: 'unsupported' | 'unavailable' | 'busy' | 'superseded';
}

/** @inline */
interface Known {
  /** The current device first, then by last use. Reloading keeps them. */
  readonly devices: readonly DeviceSession[];
  /** The sessions that are being ended: ids, or all others. */
  readonly ending: readonly (number | 'others')[];
}

/** `unsupported`: the backend does not have this optional endpoint. */
export type DevicesState = Known &
  (
    | { readonly status: 'idle' | 'loading' | 'ready' | 'unsupported' }
    | { readonly status: 'failed'; readonly error: DevicesError }
  );

/** The names of a browser and its operating system; null when unknown. */
export interface DeviceName {
  /** `Firefox`, `Chrome`, `Edge`, …; for another program the first word of its user agent, such as `curl`. */
  readonly browser: string | null;
  /** `Windows`, `Mac`, `iPhone`, `Android`, … */
  readonly system: string | null;
}

/** Sessions that have the same name, in the order of the list. */
export interface DeviceGroup {
  /** Identifies the group in its list. */
  readonly key: string;
  readonly devices: readonly [DeviceSession, ...DeviceSession[]];
}

export interface DevicesOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly onError?: OnError | undefined;
}

/** The devices where the member is signed in. */
export interface Devices {
  readonly $state: ReadableAtom<DevicesState>;
  /** Loads the list. Concurrent calls share a request. */
  load(): Promise<Result<readonly DeviceSession[], DevicesError>>;
  /** Signs a device out. Succeeds when it is signed out already. */
  end(id: number): Promise<Result<null, DevicesError>>;
  /** Signs all other devices out. */
  endOthers(): Promise<Result<null, DevicesError>>;
  /** Resets the list and discards pending results. The instance can be used again. */
  destroy(): void;
}
