// What the member socket says while other calls are made.
import { judgeMemberFrame, readMemberFrame } from './judge-frames.ts';
import { closedWith, differs, type Verdict } from './judge-opening.ts';
import type { Line } from './socket-line.ts';
import { instead } from './socket-tools.ts';
import type { Facts, Heard } from './verify.plan.ts';

/** Tells the others as a client does, and waits for the frame that follows a call, from number `from` on. */
export async function hearAfter(
  { line, waitMs }: { readonly line: Line; readonly waitMs: number },
  from: number,
  { words, is, hint }: Heard,
  facts: Facts,
): Promise<Verdict> {
  const frame = hint?.(facts) ?? null;
  if (frame !== null) line.send(JSON.stringify(frame));
  const find = () =>
    line.frames
      .slice(from)
      .map(readMemberFrame)
      .find((one) => one !== null && is(one, facts));
  await line.until(() => find() !== undefined || line.closed !== null, waitMs);
  const found = find() ?? null;
  if (found === null) return differs('frame', words, instead(line, waitMs));
  const acted = facts.user?.id;
  // Left out it reads as 0.
  if (found.type === 'WebFetchMessage' && found.user_id !== 0 && found.user_id !== acted) {
    return differs('WebFetchMessage $.user_id', `${acted}, who acted`, found.user_id);
  }
  return { status: 'ok', differences: [], notes: [] };
}

/** Typing that begins and ends is taken; nobody is told of their own. */
export async function typeShortly(
  line: Line,
  { user, chat }: Facts,
  watchMs: number,
): Promise<Verdict | null> {
  if (user === undefined || chat === undefined) return null;
  for (const typing of [true, false]) {
    line.send(JSON.stringify({ type: 'WebMeesageTyping', chat_id: chat.id, user_id: user.id, typing }));
  }
  await line.until(() => line.closed !== null, watchMs);
  return line.closed === null
    ? { status: 'ok', differences: [], notes: [] }
    : differs('close', 'an open socket', closedWith(line.closed.code));
}

/** Every frame that has come. */
export function judgeFrames({ frames }: Line): Verdict {
  const differences = frames.flatMap(judgeMemberFrame);
  const note = frames.length === 1 ? '1 came' : `${frames.length} came`;
  return { status: differences.length === 0 ? 'ok' : 'differs', differences, notes: [note] };
}
