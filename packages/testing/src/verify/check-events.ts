// Checks of the events that the member socket sends after calls.

import type { Connection } from './connection.ts';
import { judgeMemberFrame, readMemberFrame } from './judge-frames.ts';
import { closedWith, mismatch, type Verdict } from './judge-opening.ts';
import { describeMissing } from './socket-tools.ts';
import type { ExpectedEvent, Facts } from './verify.plan.ts';

interface EventWait {
  readonly event: ExpectedEvent;
  /** Index of the first frame that can be the event. */
  readonly from: number;
  readonly facts: Facts;
}

/** Sends the client's hint for relaying backends, and waits for the event of a call. */
export async function waitForEvent(
  { connection, waitMs }: { readonly connection: Connection; readonly waitMs: number },
  { event: { description, matches, hint }, from, facts }: EventWait,
): Promise<Verdict> {
  const frame = hint?.(facts) ?? null;
  if (frame !== null) connection.send(JSON.stringify(frame));
  const find = () =>
    connection.frames
      .slice(from)
      .map(readMemberFrame)
      .find((one) => one !== null && matches(one, facts));
  await connection.until(() => find() !== undefined || connection.closed !== null, waitMs);
  const found = find() ?? null;
  if (found === null)
    return mismatch({ path: 'frame', expected: description, got: describeMissing(connection, waitMs) });
  const actorId = facts.user?.id;
  // An omitted user_id reads as 0.
  if (found.type === 'WebFetchMessage' && found.user_id !== 0 && found.user_id !== actorId) {
    return mismatch({
      path: 'WebFetchMessage $.user_id',
      expected: `${actorId}, who acted`,
      got: found.user_id,
    });
  }
  return { status: 'ok', differences: [], notes: [] };
}

/** Sends a typing event and its end, and checks that the connection stays open. Null without a chat. */
export async function sendTyping(
  connection: Connection,
  { user, chat }: Facts,
  watchMs: number,
): Promise<Verdict | null> {
  if (user === undefined || chat === undefined) return null;
  for (const typing of [true, false]) {
    connection.send(JSON.stringify({ type: 'WebMeesageTyping', chat_id: chat.id, user_id: user.id, typing }));
  }
  await connection.until(() => connection.closed !== null, watchMs);
  return connection.closed === null
    ? { status: 'ok', differences: [], notes: [] }
    : mismatch({ path: 'close', expected: 'an open socket', got: closedWith(connection.closed.code) });
}

/** Checks every received frame against the contract. */
export function judgeFrames({ frames }: Connection): Verdict {
  const differences = frames.flatMap(judgeMemberFrame);
  const note = frames.length === 1 ? '1 received' : `${frames.length} received`;
  return { status: differences.length === 0 ? 'ok' : 'differs', differences, notes: [note] };
}
