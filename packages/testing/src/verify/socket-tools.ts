// Shared helpers of the socket checks: opening a connection and building reports.
import type { SocketFactory, Timers } from '@openbell/core/ports';
import { type Connection, openConnection } from './connection.ts';
import { closedWith, type Opening, type Verdict } from './judge-opening.ts';
import type { ProbeUpgrade } from './upgrade-probe.ts';
import type { SocketReport } from './verify.types.ts';

export interface SocketTools {
  readonly socketFactory: SocketFactory;
  readonly probe: ProbeUpgrade;
  readonly timers: Timers;
  /** Timeout of each step, in milliseconds. */
  readonly waitMs: number;
  /** How long a socket that should stay open is watched, in milliseconds. */
  readonly watchMs: number;
}

export interface Attempt {
  readonly connection: Connection;
  readonly opening: Opening;
}

interface AttemptOptions {
  readonly url: string;
  /** The offered subprotocols; none by default. */
  readonly protocols?: readonly string[];
  /** Waits for the close instead of the open; false by default. */
  readonly mustClose?: boolean;
}

/** Opens a socket and waits until it is open or, with `mustClose`, closed. */
export async function attempt(
  { socketFactory, probe, timers, waitMs }: SocketTools,
  { url, protocols = [], mustClose = false }: AttemptOptions,
): Promise<Attempt> {
  const connection = openConnection({ socketFactory, timers, url, protocols });
  const isSettled = () => connection.closed !== null || (connection.hasOpened && !mustClose);
  await connection.until(isSettled, waitMs);
  const isLost = !connection.hasOpened && connection.closed !== null;
  const probed = isLost ? await probe(url, protocols, { withinMs: waitMs }) : null;
  return { connection, opening: openingOf(connection, waitMs, probed) };
}

/** The current state of a connection. */
export function openingOf(connection: Connection, waitedMs: number, probe: Opening['probe'] = null): Opening {
  const { hasOpened, closed } = connection;
  return { hasOpened, closeCode: closed?.code ?? null, probe, waited: waitedMs / 1_000 };
}

/** Creates the reports of one socket. They show the path of `url`, and its host when it is not the API's. */
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

export function skipped(...notes: readonly string[]): Verdict {
  return { status: 'not-tried', differences: [], notes };
}

/** Describes why an expected frame is missing: a timeout or a close. */
export function describeMissing({ closed }: Connection, waitMs: number): string {
  return closed === null ? `nothing within ${waitMs / 1_000} s` : closedWith(closed.code);
}
