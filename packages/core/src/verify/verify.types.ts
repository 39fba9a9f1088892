import type { Difference } from '../contract/differences.ts';
import type { EndpointName } from '../contract/index.ts';

/**
 * What a call showed. `ok`: as the contract has it. `differs`: answered otherwise. `absent`: the backend does not have it.
 * `refused`: the token may not. `not-tried`: nothing was sent, and `notes` say why.
 */
export type CallStatus = 'ok' | 'differs' | 'absent' | 'refused' | 'not-tried';

export interface CallReport {
  readonly call: EndpointName;
  /** The method and the path that was sent, or the path's pattern when nothing was. */
  readonly request: string;
  readonly status: CallStatus;
  /** What the backend answered; null when nothing was sent, or nothing came back. */
  readonly httpStatus: number | null;
  /** How the body came; null when there was none to read. */
  readonly form: 'canonical' | 'alternate' | null;
  readonly differences: readonly Difference[];
  readonly notes: readonly string[];
  /** An addition of ours: a backend without it is whole (decisions.md 4). */
  readonly optional: boolean;
}

export interface Report {
  readonly url: string;
  readonly wrote: boolean;
  readonly calls: readonly CallReport[];
}

export interface VerifyOptions {
  /** The API's prefix, for example `https://your-api.example/api`. */
  readonly url: string;
  /** An access token of a member, best of a subscriber. Without one only what visitors may call is tried. */
  readonly token: string | null;
  /** Also tries calls that change something: a post that is unsent again, mute and unmute, empty forms. */
  readonly write: boolean;
  /** How long a call is waited for; 30 s where nothing is said. */
  readonly answerWithinMs?: number;
  readonly fetch?: typeof globalThis.fetch;
}
