import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { DeviceSession } from '../contract/index.ts';
import type { OnError } from '../ports/index.ts';
import type { Result } from '../shared/result.ts';

/**
 * Why it did not work. `unsupported`: this backend tells of no devices. `unavailable`: no usable answer came, or a
 * refusal. `busy`: the same is under way. `superseded`: somebody else is signed in by now.
 */
export interface DevicesError {
  readonly code: 'unsupported' | 'unavailable' | 'busy' | 'superseded';
}

interface Known {
  /** The one in use first, then by their last use; what was known stays while it is loaded anew. */
  readonly devices: readonly DeviceSession[];
  /** What is being signed out: ids of sessions, or all others. */
  readonly ending: readonly (number | 'others')[];
}

/** `unsupported`: the backend has no such call (an addition of ours), and there is nothing to show. */
export type DevicesState = Known &
  (
    | { readonly status: 'idle' | 'loading' | 'ready' | 'unsupported' }
    | { readonly status: 'failed'; readonly error: DevicesError }
  );

/** What a browser says of itself, in words; null for what it does not say. */
export interface DeviceName {
  /** `Firefox`, `Chrome`, `Edge`, … */
  readonly browser: string | null;
  /** `Windows`, `Mac`, `iPhone`, `Android`, … */
  readonly system: string | null;
}

export interface DevicesOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly onError?: OnError | undefined;
}

/** The devices on which a member is signed in. */
export interface Devices {
  readonly $state: ReadableAtom<DevicesState>;
  /** Loads them; calls while one is under way share it. */
  load(): Promise<Result<readonly DeviceSession[], DevicesError>>;
  /** Signs one of them out; one that turns out to be signed out already counts as done. */
  end(id: number): Promise<Result<null, DevicesError>>;
  /** Signs all but this one out. */
  endOthers(): Promise<Result<null, DevicesError>>;
  /** Drops what is known and what is under way; the instance can be used again. */
  destroy(): void;
}
