// Pure: what a close means, and how a frame is read.
import {
  closeNotSubscribed,
  closeReplaced,
  closeSignedOut,
  closeTooMany,
  type MemberServerFrame,
  memberServerFrameSchema,
  readWire,
} from '../contract/index.ts';
import type { RealtimeState } from './realtime.types.ts';

/**
 * The state after a connection has closed. Who was replaced by a newer socket of the same
 * person does not fight for the place: tabs that each came back would put each other out for ever. A server that says
 * 'too many' works, so that is no failed attempt.
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
