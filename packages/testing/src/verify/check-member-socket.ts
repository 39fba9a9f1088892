import {
  bearerProtocolPrefix,
  closeNotSubscribed,
  closeSignedOut,
  memberSocketProtocol,
  type User,
} from '@openbell/core/contract';
import { isSubscribed } from '@openbell/core/entitlement';
import {
  closedWith,
  differs,
  isAbsent,
  judgeClosed,
  judgeOpened,
  judgeRefused,
  type Opening,
  type Verdict,
} from './judge-opening.ts';
import type { Line } from './socket-line.ts';
import { attempt, notTried, openingOf, reporterOf, type SocketTools } from './socket-tools.ts';
import type { SocketReport } from './verify.types.ts';

export interface MemberSocketTarget {
  readonly url: string;
  readonly apiUrl: string;
  readonly token: string | null;
  /** Whose token it is; missing when the API has not said so. */
  readonly user: User | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface MemberSocketOutcome {
  readonly reports: readonly SocketReport[];
  /** The member's open socket, to be hung up by the caller; null when there is none. */
  readonly line: Line | null;
}

/** Not JSON, an unknown type, and no object: nothing that a server could carry out. */
const meaningless = ['{openbell-verify', '{"type":"OpenbellVerify"}', '[]'];
const foreignOrigin = 'https://openbell-verify.invalid';

/**
 * The member socket's hand-shake, and what must not disturb it. Nothing is sent that another
 * member could see.
 */
export async function checkMemberSocket(
  tools: SocketTools,
  target: MemberSocketTarget,
): Promise<MemberSocketOutcome> {
  const { url, token, user, now } = target;
  const report = reporterOf('member', url, target.apiUrl);
  const bearing = (secret: string) => [memberSocketProtocol, `${bearerProtocolPrefix}${secret}`];
  const withinMs = tools.waitMs;

  const unsigned = await attempt(tools, url, [memberSocketProtocol], true);
  unsigned.line.hangUp();
  if (isAbsent(unsigned.opening)) {
    const note = `HTTP ${unsigned.opening.knock?.status}`;
    return {
      reports: [report('the member socket', { status: 'absent', differences: [], notes: [note] })],
      line: null,
    };
  }
  const reports = [
    report('without a token', judgeClosed(unsigned.opening, closeSignedOut, memberSocketProtocol)),
  ];
  // Where nothing answers, nothing else will.
  const isUnreachable = !unsigned.opening.hasOpened && unsigned.opening.knock?.status === null;
  if (isUnreachable) return { reports, line: null };

  const wrong = await attempt(tools, url, bearing(crypto.randomUUID()), true);
  wrong.line.hangUp();
  reports.push(
    report('with a wrong token', judgeClosed(wrong.opening, closeSignedOut, memberSocketProtocol)),
    report(
      `without the subprotocol ${memberSocketProtocol}`,
      judgeRefused(await tools.knock(url, [], { withinMs }), 400),
    ),
  );
  if (token === null) {
    return { reports: [...reports, report('with the token', notTried('needs a token'))], line: null };
  }
  reports.push(
    report(
      'with the token, from a foreign page',
      judgeRefused(await tools.knock(url, bearing(token), { withinMs, origin: foreignOrigin }), 403),
    ),
  );
  const { line, opening } = await attempt(tools, url, bearing(token));
  // A refusal is a close that follows the opening: one that has to come is waited for.
  const mustClose = user !== undefined && !isSubscribed(user, now);
  const waited = mustClose ? tools.waitMs : tools.watchMs;
  if (opening.hasOpened) await line.until(() => line.closed !== null, waited);
  const settled = openingOf(line, opening.hasOpened ? waited : tools.waitMs, opening.knock);
  const verdict = judgeSignedIn(settled, user, mustClose);
  reports.push(report('with the token', verdict));
  if (verdict.status !== 'ok') {
    line.hangUp();
    return { reports, line: null };
  }
  for (const text of meaningless) line.send(text);
  await line.until(() => line.closed !== null, tools.watchMs);
  const code = line.closed?.code ?? null;
  reports.push(report('after frames that mean nothing', stillOpen(code)));
  return { reports, line: code === null ? line : null };
}

/** Such frames are dropped, and end no connection. */
function stillOpen(code: number | null): Verdict {
  return code === null
    ? { status: 'ok', differences: [], notes: [] }
    : differs('close', 'an open socket', closedWith(code));
}

function judgeSignedIn(opening: Opening, user: User | undefined, mustClose: boolean): Verdict {
  const code = opening.closeCode;
  if (user === undefined && (code === closeSignedOut || code === closeNotSubscribed)) {
    return { status: 'refused', differences: [], notes: [`the token is not accepted (${code})`] };
  }
  if (!mustClose) return judgeOpened(opening, memberSocketProtocol);
  const verdict = judgeClosed(opening, closeNotSubscribed, memberSocketProtocol);
  if (verdict.status !== 'ok') return verdict;
  const note = `give the token of a subscriber (${closeNotSubscribed})`;
  return { status: 'refused', differences: [], notes: [note] };
}
