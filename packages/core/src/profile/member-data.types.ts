import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { DataExport } from '../contract/index.ts';
import type { OnError } from '../ports/index.ts';
import type { Result } from '../shared/result.ts';

/**
 * Why an action failed. `unsupported`: the backend has no exports. `throttled`: see `message`, and wait `retryAfter`
 * seconds. `unavailable`: no valid response. `busy`: a request is pending. `superseded`: the session has changed.
 */
export interface MemberDataError {
  readonly code: 'unsupported' | 'throttled' | 'unavailable' | 'busy' | 'superseded';
  /** The server's message, or empty. */
  readonly message: string;
  readonly retryAfter: number | null;
}

/** `unsupported`: the backend does not have these optional calls. */
export interface MemberDataState {
  readonly status: 'idle' | 'loading' | 'requesting' | 'ready' | 'failed' | 'unsupported';
  /** The newest export; null while unknown. */
  readonly export: DataExport | null;
  /** The error of the last load or request; null without one. */
  readonly error: MemberDataError | null;
}

export interface MemberDataOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly onError?: OnError | undefined;
}

/** 'Download my data': the server prepares a copy of the member's data and mails a link. */
export interface MemberData {
  readonly $state: ReadableAtom<MemberDataState>;
  /** Loads the state of the newest export. */
  load(): Promise<Result<DataExport, MemberDataError>>;
  /** Requests an export. The server allows one a day. */
  request(): Promise<Result<DataExport, MemberDataError>>;
  /** Forgets the state. Results of pending actions are discarded. */
  destroy(): void;
}
