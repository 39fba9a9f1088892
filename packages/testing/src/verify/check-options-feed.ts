import type { FeedAction } from '@openbell/core/contract';
import { evictionCode, meaningOf, type StatusMeaning } from '@openbell/core/options-feed';
import type { Connection } from './connection.ts';
import { type FeedFrame, judgeFeedFrame } from './judge-frames.ts';
import { closedWith, isAbsent, judgeOpened, mismatch, type Verdict } from './judge-opening.ts';
import { attempt, describeMissing, reporterOf, type SocketTools, skipped } from './socket-tools.ts';
import type { SocketReport } from './verify.types.ts';

export interface OptionsFeedTarget {
  readonly url: string;
  readonly apiUrl: string;
  /** The token or key of the handshake; null without one. */
  readonly auth: string | null;
  /** Whether `auth` belongs to a subscriber; null when unknown. */
  readonly isSubscriber: boolean | null;
}

/** Checks the handshake of the options feed with wrong and right credentials, and its events. */
export async function checkOptionsFeed(
  tools: SocketTools,
  { url, apiUrl, auth, isSubscriber }: OptionsFeedTarget,
): Promise<readonly SocketReport[]> {
  const report = reporterOf('options-feed', url, apiUrl);

  const first = await attempt(tools, { url });
  if (isAbsent(first.opening)) {
    const note = `HTTP ${first.opening.probe?.status}`;
    return [report('the options feed', { status: 'absent', differences: [], notes: [note] })];
  }
  const opened = judgeOpened(first.opening, null);
  const greeting = opened.status === 'ok' ? await checkGreeting(tools, first.connection) : opened;
  const reports = [report('greeting', greeting)];
  if (!hasGreeting(first.connection)) {
    first.connection.close();
    return reports;
  }
  reports.push(report('wrong auth', await checkRejectedAuth(tools, first.connection, crypto.randomUUID())));
  first.connection.close();

  if (auth === null) return [...reports, report('auth', skipped('needs a token'))];
  // A provider may allow one connection per key, so the first is closed before this one opens.
  const { connection, opening } = await attempt(tools, { url });
  const again = judgeOpened(opening, null);
  if (again.status !== 'ok') reports.push(report('second greeting', again));
  else {
    await checkGreeting(tools, connection);
    if (isSubscriber === false) reports.push(report('auth', await checkLapsedAuth(tools, connection, auth)));
    else reports.push(...(await checkFeed(tools, connection, { auth, isSubscriber, report })));
  }
  connection.close();
  return reports;
}

const ok: Verdict = { status: 'ok', differences: [], notes: [] };
const framesOf = ({ frames }: Connection): readonly FeedFrame[] => frames.map(judgeFeedFrame);
const meaningsOf = (connection: Connection): readonly StatusMeaning[] =>
  framesOf(connection).flatMap(({ statuses }) => statuses.map(meaningOf));
const tradesOf = (connection: Connection): number =>
  framesOf(connection).reduce((sum, { trades }) => sum + trades, 0);

function sendAction(connection: Connection, action: FeedAction): void {
  connection.send(JSON.stringify(action));
}

/** Waits for one of these statuses, the timeout or the close. */
async function waitFor(
  { waitMs }: SocketTools,
  connection: Connection,
  wanted: readonly StatusMeaning[],
): Promise<StatusMeaning | undefined> {
  const received = () => meaningsOf(connection).find((meaning) => wanted.includes(meaning));
  await connection.until(() => received() !== undefined || connection.closed !== null, waitMs);
  return received();
}

/** Describes why an expected status is missing, with the last status received. */
function describeMissingStatus({ waitMs }: SocketTools, connection: Connection): string {
  const last = framesOf(connection)
    .flatMap(({ statuses }) => statuses)
    .at(-1);
  const missing = describeMissing(connection, waitMs);
  return last === undefined || connection.closed !== null ? missing : `${missing} after ${last.status}`;
}

/** Returns the verdict, or a mismatch when a frame from index `from` on differs from the contract. */
function withFrameDifferences(connection: Connection, from: number, verdict: Verdict = ok): Verdict {
  const differences = framesOf(connection)
    .slice(from)
    .flatMap((frame) => frame.differences);
  return differences.length === 0 ? verdict : { status: 'differs', differences, notes: [] };
}

const hasGreeting = (connection: Connection): boolean => meaningsOf(connection).includes('connected');

async function checkGreeting(tools: SocketTools, connection: Connection): Promise<Verdict> {
  const meaning = await waitFor(tools, connection, ['connected', 'evicted']);
  if (meaning === 'evicted') return evicted;
  return meaning === 'connected'
    ? withFrameDifferences(connection, 0)
    : mismatch({ path: 'status', expected: 'connected', got: describeMissingStatus(tools, connection) });
}

/** Expects auth_failed, and no trades afterwards. */
async function checkRejectedAuth(tools: SocketTools, connection: Connection, auth: string): Promise<Verdict> {
  const from = connection.frames.length;
  sendAction(connection, { action: 'auth', params: auth });
  const meaning = await waitFor(tools, connection, ['refused', 'authenticated']);
  if (meaning === 'authenticated')
    return mismatch({ path: 'status', expected: 'auth_failed', got: 'auth_success' });
  sendAction(connection, { action: 'subscribe', params: 'T.*' });
  await connection.until(() => connection.closed !== null || tradesOf(connection) > 0, tools.watchMs);
  if (tradesOf(connection) > 0)
    return mismatch({ path: 'trades', expected: 'none before auth_success', got: tradesOf(connection) });
  return meaning === 'refused'
    ? withFrameDifferences(connection, from)
    : mismatch({ path: 'status', expected: 'auth_failed', got: describeMissingStatus(tools, connection) });
}

async function checkLapsedAuth(tools: SocketTools, connection: Connection, auth: string): Promise<Verdict> {
  const verdict = await checkRejectedAuth(tools, connection, auth);
  return verdict.status === 'ok' ? refused('use the token of a subscriber (auth_failed)') : verdict;
}

const refused = (note: string): Verdict => ({ status: 'refused', differences: [], notes: [note] });
const evicted = refused('another connection uses the key (max_connections)');

interface FeedCheck extends Pick<OptionsFeedTarget, 'isSubscriber'> {
  readonly auth: string;
  readonly report: (about: string, verdict: Verdict) => SocketReport;
}

async function checkFeed(
  tools: SocketTools,
  connection: Connection,
  { auth, isSubscriber, report }: FeedCheck,
): Promise<readonly SocketReport[]> {
  let from = connection.frames.length;
  sendAction(connection, { action: 'auth', params: auth });
  const authMeaning = await waitFor(tools, connection, ['authenticated', 'refused', 'evicted']);
  if (authMeaning === 'evicted') return [report('auth', evicted)];
  if (authMeaning === 'refused' && isSubscriber === null) {
    return [report('auth', refused('the token or key is not accepted (auth_failed)'))];
  }
  if (authMeaning !== 'authenticated') {
    const got = authMeaning === 'refused' ? 'auth_failed' : describeMissingStatus(tools, connection);
    return [report('auth', mismatch({ path: 'status', expected: 'auth_success', got }))];
  }
  const reports = [report('auth', withFrameDifferences(connection, from))];
  from = connection.frames.length;
  sendAction(connection, { action: 'subscribe', params: 'T.*' });
  const meaning = await waitFor(tools, connection, ['subscribed', 'evicted']);
  if (meaning !== 'subscribed') {
    const isEvicted = meaning === 'evicted' || connection.closed?.code === evictionCode;
    const verdict = isEvicted
      ? evicted
      : mismatch({ path: 'status', expected: 'success', got: describeMissingStatus(tools, connection) });
    return [...reports, report('subscribe to T.*', verdict)];
  }
  reports.push(report('subscribe to T.*', ok));
  await connection.until(() => tradesOf(connection) > 0 || connection.closed !== null, tools.waitMs);
  return [
    ...reports,
    report('events', withFrameDifferences(connection, from, judgeTrades(tools, connection))),
  ];
}

function judgeTrades({ waitMs }: SocketTools, connection: Connection): Verdict {
  const trades = tradesOf(connection);
  if (trades === 0 && connection.closed !== null)
    return mismatch({ path: 'close', expected: 'an open socket', got: closedWith(connection.closed.code) });
  const note = trades === 0 ? `no trade within ${waitMs / 1_000} s: is the market open?` : `${trades} trades`;
  return { ...ok, notes: [note] };
}
