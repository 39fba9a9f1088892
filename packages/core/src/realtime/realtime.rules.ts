// Pure: what a close means, and how a frame is read.
import {
  closeNotSubscribed,
  closeSignedOut,
  type MemberServerFrame,
  memberServerFrameSchema,
  readWire,
} from '../contract/index.ts';
import type { RealtimeState } from './realtime.types.ts';

/** The state after a connection has closed (product.md 4, decisions.md 5). */
export function stateAfterClose(code: number, attempt: number, maxAttempts: number): RealtimeState {
  if (code === closeSignedOut) return { status: 'refused', attempt: 0, reason: 'signed-out' };
  if (code === closeNotSubscribed) return { status: 'refused', attempt: 0, reason: 'not-subscribed' };
  if (attempt >= maxAttempts) return { status: 'offline', attempt, reason: null };
  return { status: 'waiting', attempt: attempt + 1, reason: null };
}

export type FrameReading =
  | { readonly ok: true; readonly frame: MemberServerFrame }
  | { readonly ok: false; readonly problem: unknown };

/** Reads one text frame; never throws. Binary, malformed and unknown frames are a problem to log, no more. */
export function readFrame(text: string | null): FrameReading {
  if (text === null) return { ok: false, problem: 'A binary frame' };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { ok: false, problem: error };
  }
  const reading = readWire(memberServerFrameSchema, json);
  return reading.ok ? { ok: true, frame: reading.value } : { ok: false, problem: reading.problems };
}
