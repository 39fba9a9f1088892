// What the checks of both sockets share: opening, waiting, and the words of a report.
import type { SocketFactory, Timers } from '@openbell/core/ports';
import { closedWith, type Opening, type Verdict } from './judge-opening.ts';
import type { Knock } from './knock.ts';
import { type Line, openLine } from './socket-line.ts';
import type { SocketReport } from './verify.types.ts';

export interface SocketTools {
  readonly socketFactory: SocketFactory;
  readonly knock: Knock;
  readonly timers: Timers;
  /** Milliseconds that something is waited for. */
  readonly waitMs: number;
  /** Milliseconds that a socket is watched which should stay open. */
  readonly watchMs: number;
}

export interface Attempt {
  readonly line: Line;
  readonly opening: Opening;
}

/** Opens a socket and waits until it is settled: open, or, where it `mustClose`, closed. */
export async function attempt(
  { socketFactory, knock, timers, waitMs }: SocketTools,
  url: string,
  protocols: readonly string[],
  mustClose = false,
): Promise<Attempt> {
  const line = openLine(socketFactory, timers, url, protocols);
  const isSettled = () => line.closed !== null || (line.hasOpened && !mustClose);
  await line.until(isSettled, waitMs);
  const isLost = !line.hasOpened && line.closed !== null;
  const answer = isLost ? await knock(url, protocols, { withinMs: waitMs }) : null;
  return { line, opening: openingOf(line, waitMs, answer) };
}

/** How a socket stands now. */
export function openingOf(line: Line, waitedMs: number, knock: Opening['knock'] = null): Opening {
  const { hasOpened, closed } = line;
  return { hasOpened, closeCode: closed?.code ?? null, knock, waited: waitedMs / 1_000 };
}

/** Makes the reports of one socket; `url` is shown by its path, and by its host where that is not the API's. */
export function reporterOf(
  socket: SocketReport['socket'],
  url: string,
  apiUrl: string,
): (about: string, verdict: Verdict) => SocketReport {
  const { host, pathname } = new URL(url);
  const shown = host === new URL(apiUrl).host ? pathname : `${host}${pathname}`;
  return (about, verdict) => ({
    socket,
    request: `WS ${shown}`,
    ...verdict,
    notes: [about, ...verdict.notes],
  });
}

export function notTried(...notes: readonly string[]): Verdict {
  return { status: 'not-tried', differences: [], notes };
}

/** What came in the place of what was waited for. */
export function instead({ closed }: Line, waitMs: number): string {
  return closed === null ? `nothing within ${waitMs / 1_000} s` : closedWith(closed.code);
}
