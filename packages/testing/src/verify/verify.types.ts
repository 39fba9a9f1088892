import type { EndpointName } from '@openbell/core/contract';
import type { SocketFactory } from '@openbell/core/ports';
import type { Difference } from './differences.ts';
import type { Knock } from './knock.ts';

/**
 * What a call or a socket showed. `ok`: as the contract has it. `differs`: answered otherwise. `absent`: the backend does not have it.
 * `refused`: the token may not. `not-tried`: nothing was sent, and `notes` say why.
 */
export type CallStatus = 'ok' | 'differs' | 'absent' | 'refused' | 'not-tried';

/** What one check showed. */
export interface CheckReport {
  /** The method and the path that was sent, or the path's pattern when nothing was. */
  readonly request: string;
  readonly status: CallStatus;
  readonly differences: readonly Difference[];
  readonly notes: readonly string[];
}

export interface CallReport extends CheckReport {
  readonly call: EndpointName;
  /** What the backend answered; null when nothing was sent, or nothing came back. */
  readonly httpStatus: number | null;
  /** How the body came; null when there was none to read. */
  readonly form: 'canonical' | 'alternate' | null;
  /** An addition of ours: a backend without it is whole. */
  readonly optional: boolean;
}

/** What one check of a socket showed; the first of its `notes` says what was tried. */
export interface SocketReport extends CheckReport {
  readonly socket: 'member' | 'options-feed';
}

export interface Report {
  readonly url: string;
  readonly wrote: boolean;
  readonly calls: readonly CallReport[];
  readonly sockets: readonly SocketReport[];
}

export interface VerifyOptions {
  /** The API's prefix, for example `https://your-api.example/api`. */
  readonly url: string;
  /** An access token of a member, best of a subscriber. Without one only what visitors may call is tried. */
  readonly token: string | null;
  /** Also tries calls that change something: a post that is unsent again, mute and unmute, empty forms. */
  readonly write: boolean;
  /** Where the member socket is; `<url>/ws` where nothing is said, as the library has it. */
  readonly socketUrl?: string | null;
  /** Where the options feed is; `/options` at the API's origin where nothing is said, as the library has it. */
  readonly optionsFeedUrl?: string | null;
  /** What the options feed's hand-shake carries; the token where nothing is said. */
  readonly feedAuth?: string | null;
  /** How long a call is waited for; 30 s where nothing is said. */
  readonly answerWithinMs?: number;
  /** How long a socket is waited for, each time: to open, to close, to say something; 10 s where nothing is said. */
  readonly waitMs?: number;
  /** How long a socket that should stay open is watched; 1 s where nothing is said. */
  readonly watchMs?: number;
  readonly fetch?: typeof globalThis.fetch;
  readonly socketFactory?: SocketFactory;
  readonly knock?: Knock;
}
