import type { EndpointName } from '@openbell/core/contract';
import type { SocketFactory } from '@openbell/core/ports';
import type { Difference } from './differences.ts';
import type { ProbeUpgrade } from './upgrade-probe.ts';

/**
 * Result of a check. `ok`: matches the contract. `differs`: does not match. `absent`: the backend does not have it.
 * `refused`: the token is not allowed. `not-tried`: nothing was sent, for the reason in `notes`.
 */
export type CallStatus = 'ok' | 'differs' | 'absent' | 'refused' | 'not-tried';

/** The result of one check. */
export interface CheckReport {
  /** The method and the path, or the path pattern when nothing was sent. */
  readonly request: string;
  readonly status: CallStatus;
  readonly differences: readonly Difference[];
  readonly notes: readonly string[];
}

export interface CallReport extends CheckReport {
  readonly call: EndpointName;
  /** Null when nothing was sent or nothing was received. */
  readonly httpStatus: number | null;
  /** The form of the body; null without a body that could be read. */
  readonly form: 'canonical' | 'alternate' | null;
  /** An optional endpoint: a backend may omit it. */
  readonly optional: boolean;
}

/** The result of one socket check; the first note names the check. */
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
  /** URL of the API, for example `https://your-api.example/api`. */
  readonly url: string;
  /** Access token of a member, preferably a subscriber. With null, only public calls are checked. */
  readonly token: string | null;
  /** Also checks calls that change data: a message that is then unsent, mute and unmute, empty forms. */
  readonly write: boolean;
  /** URL of the member socket; `<url>/ws` by default. */
  readonly socketUrl?: string | null;
  /** URL of the options feed; `/options` at the API's origin by default. */
  readonly optionsFeedUrl?: string | null;
  /** Key of the options feed; the token by default. */
  readonly feedAuth?: string | null;
  /** Timeout of a call in milliseconds; 30,000 by default. */
  readonly responseTimeoutMs?: number;
  /** Timeout of each socket step (open, close, next frame) in milliseconds; 10,000 by default. */
  readonly waitMs?: number;
  /** How long a socket that should stay open is watched, in milliseconds; 1,000 by default. */
  readonly watchMs?: number;
  readonly fetch?: typeof globalThis.fetch;
  readonly socketFactory?: SocketFactory;
  readonly probe?: ProbeUpgrade;
}
