// Judges an attempt to open a socket. Pure.
import { closeTooMany } from '@openbell/core/contract';
import type { Difference } from './differences.ts';
import type { ProbeResult } from './upgrade-probe.ts';
import type { CheckReport } from './verify.types.ts';

/** The state of an attempt after the wait. */
export interface Opening {
  readonly hasOpened: boolean;
  /** Null while the socket is not closed. */
  readonly closeCode: number | null;
  /** The HTTP response of the address; null unless the socket was closed before it opened. */
  readonly probe: ProbeResult | null;
  /** Waiting time in seconds. */
  readonly waited: number;
}

export type Verdict = Pick<CheckReport, 'status' | 'differences' | 'notes'>;

const ok: Verdict = { status: 'ok', differences: [], notes: [] };

export function mismatch(difference: Difference, ...notes: readonly string[]): Verdict {
  return { status: 'differs', differences: [difference], notes };
}

/** Whether the address is not a WebSocket endpoint: it answers with a page or with 404, 405 or 501. */
export function isAbsent({ probe }: Opening): boolean {
  const status = probe?.status ?? 101;
  return status === 404 || status === 405 || status === 501 || (status >= 200 && status < 300);
}

/** Expects an open socket. `protocol` is the expected subprotocol; null when none is offered. */
export function judgeOpened(opening: Opening, protocol: string | null): Verdict {
  const { hasOpened, closeCode } = opening;
  if (!hasOpened) return judgeUnopened(opening, protocol, 'accepted (101)');
  if (closeCode === closeTooMany) return tooMany;
  if (closeCode !== null)
    return mismatch({ path: 'close', expected: 'an open socket', got: closedWith(closeCode) });
  return ok;
}

/**
 * Expects a socket that opens and is then closed with `code`. It has to open first, because a browser cannot read why an
 * upgrade failed and the client would retry.
 */
export function judgeClosed(opening: Opening, code: number, protocol: string | null): Verdict {
  const { hasOpened, closeCode, waited } = opening;
  if (!hasOpened) return judgeUnopened(opening, protocol, `accepted (101), then closed with ${code}`);
  if (closeCode === code) return ok;
  if (closeCode === closeTooMany) return tooMany;
  const got = closeCode === null ? `still open after ${waited} s` : closedWith(closeCode);
  return mismatch({ path: 'close', expected: String(code), got });
}

/** Expects an upgrade that fails with an HTTP status. */
export function judgeRefused({ status, error }: ProbeResult, wanted: number): Verdict {
  if (status === wanted) return ok;
  return mismatch({
    path: 'upgrade',
    expected: `HTTP ${wanted}`,
    got: status === null ? error : `HTTP ${status}`,
  });
}

const tooMany: Verdict = {
  status: 'refused',
  differences: [],
  notes: ['too many connections (4429): try again later'],
};

export function closedWith(code: number): string {
  return `closed with ${code}`;
}

function judgeUnopened({ probe, waited }: Opening, protocol: string | null, expected: string): Verdict {
  if (probe === null) return mismatch({ path: 'upgrade', expected, got: `nothing within ${waited} s` });
  const { status, error } = probe;
  if (status === null) return mismatch({ path: 'upgrade', expected, got: error });
  if (status !== 101) return mismatch({ path: 'upgrade', expected, got: `HTTP ${status}` });
  if (probe.protocol !== protocol) {
    const note = 'a browser breaks the connection off';
    return mismatch(
      {
        path: 'Sec-WebSocket-Protocol',
        expected: protocol ?? 'none',
        got: probe.protocol === null ? undefined : probe.protocol,
      },
      note,
    );
  }
  return mismatch({ path: 'upgrade', expected, got: 'broken off' });
}
