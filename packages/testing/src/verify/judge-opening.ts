// Pure: what became of an attempt to open a socket.
import { closeTooMany } from '@openbell/core/contract';
import type { KnockAnswer } from './knock.ts';
import type { CheckReport } from './verify.types.ts';

/** How an attempt stands after the wait. */
export interface Opening {
  readonly hasOpened: boolean;
  /** Null while it has not been closed. */
  readonly closeCode: number | null;
  /** What the address answers over HTTP; asked where the socket did not open. */
  readonly knock: KnockAnswer | null;
  /** How long was waited, in seconds. */
  readonly waited: number;
}

export type Verdict = Pick<CheckReport, 'status' | 'differences' | 'notes'>;

const ok: Verdict = { status: 'ok', differences: [], notes: [] };

export function differs(path: string, expected: string, got: unknown, ...notes: readonly string[]): Verdict {
  return { status: 'differs', differences: [{ path, expected, got }], notes };
}

/** Nothing listens for sockets there: another page, or none, is answered. */
export function isAbsent({ knock }: Opening): boolean {
  const status = knock?.status ?? 101;
  return status === 404 || status === 405 || status === 501 || (status >= 200 && status < 300);
}

/** A socket that has to open; `protocol` is what has to be selected, null when none is offered. */
export function judgeOpened(opening: Opening, protocol: string | null): Verdict {
  const { hasOpened, closeCode } = opening;
  if (!hasOpened) return judgeUnopened(opening, protocol, 'accepted (101)');
  if (closeCode === closeTooMany) return tooMany;
  if (closeCode !== null) return differs('close', 'an open socket', closedWith(closeCode));
  return ok;
}

/**
 * A socket that has to be closed with a code. It has to open first: a browser cannot see why an upgrade was refused, and
 * its client would try again and again.
 */
export function judgeClosed(opening: Opening, code: number, protocol: string | null): Verdict {
  const { hasOpened, closeCode, waited } = opening;
  if (!hasOpened) return judgeUnopened(opening, protocol, `accepted (101), then closed with ${code}`);
  if (closeCode === code) return ok;
  if (closeCode === closeTooMany) return tooMany;
  const got = closeCode === null ? `still open after ${waited} s` : closedWith(closeCode);
  return differs('close', String(code), got);
}

/** An upgrade that has to be refused over HTTP. */
export function judgeRefused({ status, lost }: KnockAnswer, wanted: number): Verdict {
  if (status === wanted) return ok;
  return differs('upgrade', `HTTP ${wanted}`, status === null ? lost : `HTTP ${status}`);
}

const tooMany: Verdict = {
  status: 'refused',
  differences: [],
  notes: ['too many connections (4429): try again later'],
};

export function closedWith(code: number): string {
  return `closed with ${code}`;
}

function judgeUnopened({ knock, waited }: Opening, protocol: string | null, expected: string): Verdict {
  if (knock === null) return differs('upgrade', expected, `nothing within ${waited} s`);
  const { status, lost } = knock;
  if (status === null) return differs('upgrade', expected, lost);
  if (status !== 101) return differs('upgrade', expected, `HTTP ${status}`);
  if (knock.protocol !== protocol) {
    const note = 'a browser breaks the connection off';
    return differs(
      'Sec-WebSocket-Protocol',
      protocol ?? 'none',
      knock.protocol === null ? undefined : knock.protocol,
      note,
    );
  }
  return differs('upgrade', expected, 'broken off');
}
