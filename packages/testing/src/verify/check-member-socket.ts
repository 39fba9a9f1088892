import {
  bearerProtocolPrefix,
  closeNotSubscribed,
  closeSignedOut,
  memberPatchProtocol,
  memberSocketProtocol,
  type User,
} from '@openbell/core/contract';
import { isSubscribed } from '@openbell/core/entitlement';
import type { Connection } from './connection.ts';
import {
  closedWith,
  isAbsent,
  judgeClosed,
  judgeOpened,
  judgeRefused,
  mismatch,
  type Opening,
  type Verdict,
} from './judge-opening.ts';
import { attempt, openingOf, reporterOf, type SocketTools, skipped } from './socket-tools.ts';
import type { SocketReport } from './verify.types.ts';

export interface MemberSocketTarget {
  readonly url: string;
  readonly apiUrl: string;
  readonly token: string | null;
  /** The token's user; undefined when the profile is not known. */
  readonly user: User | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface MemberSocketOutcome {
  readonly reports: readonly SocketReport[];
  /** The member's open connection, which the caller closes; null when it is not open. */
  readonly connection: Connection | null;
}

/** Frames without effect: not JSON, an unknown type, not an object. */
const invalidFrames = ['{openbell-verify', '{"type":"OpenbellVerify"}', '[]'];
const foreignOrigin = 'https://openbell-verify.invalid';

/** Checks the handshake of the member socket and its tolerance of invalid frames. Other members see nothing. */
export async function checkMemberSocket(
  tools: SocketTools,
  target: MemberSocketTarget,
): Promise<MemberSocketOutcome> {
  const { url, token, user, now } = target;
  const report = reporterOf('member', url, target.apiUrl);
  const bearing = (secret: string) => [memberSocketProtocol, `${bearerProtocolPrefix}${secret}`];
  const withinMs = tools.waitMs;

  const unsigned = await attempt(tools, { url, protocols: [memberSocketProtocol], mustClose: true });
  unsigned.connection.close();
  if (isAbsent(unsigned.opening)) {
    const note = `HTTP ${unsigned.opening.probe?.status}`;
    return {
      reports: [report('the member socket', { status: 'absent', differences: [], notes: [note] })],
      connection: null,
    };
  }
  const reports = [
    report('without a token', judgeClosed(unsigned.opening, closeSignedOut, memberSocketProtocol)),
  ];
  // Without any response, the remaining checks would time out as well.
  const isUnreachable = !unsigned.opening.hasOpened && unsigned.opening.probe?.status === null;
  if (isUnreachable) return { reports, connection: null };

  const wrong = await attempt(tools, { url, protocols: bearing(crypto.randomUUID()), mustClose: true });
  wrong.connection.close();
  reports.push(
    report('with a wrong token', judgeClosed(wrong.opening, closeSignedOut, memberSocketProtocol)),
    report(
      `without the subprotocol ${memberSocketProtocol}`,
      judgeRefused(await tools.probe(url, [], { withinMs }), 400),
    ),
  );
  if (token === null) {
    return { reports: [...reports, report('with the token', skipped('needs a token'))], connection: null };
  }
  reports.push(
    report(
      'with the token, from a foreign page',
      judgeRefused(await tools.probe(url, bearing(token), { withinMs, origin: foreignOrigin }), 403),
    ),
  );
  const { connection, opening } = await attempt(tools, { url, protocols: bearing(token) });
  // The server rejects with a close after the open, so an expected close needs the full wait.
  const mustClose = user !== undefined && !isSubscribed(user, now);
  const waited = mustClose ? tools.waitMs : tools.watchMs;
  if (opening.hasOpened) await connection.until(() => connection.closed !== null, waited);
  const settled = openingOf(connection, opening.hasOpened ? waited : tools.waitMs, opening.probe);
  const verdict = judgeSignedIn(settled, user, mustClose);
  reports.push(report('with the token', verdict));
  if (verdict.status !== 'ok') {
    connection.close();
    return { reports, connection: null };
  }
  for (const text of invalidFrames) connection.send(text);
  await connection.until(() => connection.closed !== null, tools.watchMs);
  const code = connection.closed?.code ?? null;
  reports.push(report('after invalid frames', stillOpen(code)));
  const patching = await attempt(tools, { url, protocols: [...bearing(token), memberPatchProtocol] });
  patching.connection.close();
  // Without patches, the server selects the first one.
  reports.push(report(`with ${memberPatchProtocol}`, judgeOpened(patching.opening, memberSocketProtocol)));
  return { reports, connection: code === null ? connection : null };
}

/** Invalid frames are ignored: the connection stays open. */
function stillOpen(code: number | null): Verdict {
  return code === null
    ? { status: 'ok', differences: [], notes: [] }
    : mismatch({ path: 'close', expected: 'an open socket', got: closedWith(code) });
}

function judgeSignedIn(opening: Opening, user: User | undefined, mustClose: boolean): Verdict {
  const code = opening.closeCode;
  if (user === undefined && (code === closeSignedOut || code === closeNotSubscribed)) {
    return { status: 'refused', differences: [], notes: [`the token is not accepted (${code})`] };
  }
  if (!mustClose) return judgeOpened(opening, memberSocketProtocol);
  const verdict = judgeClosed(opening, closeNotSubscribed, memberSocketProtocol);
  if (verdict.status !== 'ok') return verdict;
  const note = `use the token of a subscriber (${closeNotSubscribed})`;
  return { status: 'refused', differences: [], notes: [note] };
}
