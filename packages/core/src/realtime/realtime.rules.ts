// Close codes and frame parsing. Pure.
import {
  closeNotSubscribed,
  closeReplaced,
  closeSignedOut,
  closeTooMany,
  type MemberServerFrame,
  memberServerFrameSchema,
  readWire,
  type WireProblem,
} from '../contract/index.ts';
import type { RealtimeState } from './realtime.types.ts';

/**
 * Returns the state after a close. A socket that was replaced by a newer one (4409) does not reconnect, because two tabs
 * would replace each other forever. 'Too many connections' (4429) does not count as a failed attempt.
 */
export function stateAfterClose(code: number, attempt: number, maxAttempts: number): RealtimeState {
  if (code === closeSignedOut) return { status: 'refused', attempt: 0, reason: 'signed-out' };
  if (code === closeNotSubscribed) return { status: 'refused', attempt: 0, reason: 'not-subscribed' };
  if (code === closeReplaced) return { status: 'offline', attempt: 0, reason: null };
  if (code === closeTooMany) return { status: 'waiting', attempt, reason: null };
  if (attempt >= maxAttempts) return { status: 'offline', attempt, reason: null };
  return { status: 'waiting', attempt: attempt + 1, reason: null };
}

export type FrameReading =
  | { readonly ok: true; readonly frame: MemberServerFrame; readonly dropped: readonly WireProblem[] }
  | { readonly ok: false; readonly problem: unknown };

/** Parses a text frame. Never throws: binary, malformed and unknown frames are returned as a problem to log. */
export function readFrame(text: string | null): FrameReading {
  if (text === null) return { ok: false, problem: 'A binary frame' };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { ok: false, problem: error };
  }
  const reading = readWire(memberServerFrameSchema, json);
  if (!reading.ok) return { ok: false, problem: reading.problems };
  return { ok: true, frame: reading.value, dropped: reading.dropped };
}
