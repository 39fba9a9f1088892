import type { FeedAction } from '@openbell/core/contract';
import { evictionCode, meaningOf, type StatusMeaning } from '@openbell/core/options-feed';
import { type FeedFrame, judgeFeedFrame } from './judge-frames.ts';
import { closedWith, differs, isAbsent, judgeOpened, type Verdict } from './judge-opening.ts';
import type { Line } from './socket-line.ts';
import { attempt, instead, notTried, reporterOf, type SocketTools } from './socket-tools.ts';
import type { SocketReport } from './verify.types.ts';

export interface OptionsFeedTarget {
  readonly url: string;
  readonly apiUrl: string;
  /** What the hand-shake carries; null when there is nothing. */
  readonly auth: string | null;
  /** Whether `auth` may hear the feed; null when it is not known. */
  readonly isSubscriber: boolean | null;
}

/** The options feed's hand-shake, a wrong one too, and its events. */
export async function checkOptionsFeed(
  tools: SocketTools,
  { url, apiUrl, auth, isSubscriber }: OptionsFeedTarget,
): Promise<readonly SocketReport[]> {
  const report = reporterOf('options-feed', url, apiUrl);

  const first = await attempt(tools, url, []);
  if (isAbsent(first.opening)) {
    const note = `HTTP ${first.opening.knock?.status}`;
    return [report('the options feed', { status: 'absent', differences: [], notes: [note] })];
  }
  const opened = judgeOpened(first.opening, null);
  const greeting = opened.status === 'ok' ? await hearGreeting(tools, first.line) : opened;
  const reports = [report('greeting', greeting)];
  if (!isGreeted(first.line)) {
    first.line.hangUp();
    return reports;
  }
  reports.push(report('wrong auth', await hearRefusal(tools, first.line, crypto.randomUUID())));
  first.line.hangUp();

  if (auth === null) return [...reports, report('auth', notTried('needs a token'))];
  // A provider's key may allow one connection: the first is gone before this one comes.
  const { line, opening } = await attempt(tools, url, []);
  const again = judgeOpened(opening, null);
  if (again.status !== 'ok') reports.push(report('greeting, once more', again));
  else {
    await hearGreeting(tools, line);
    if (isSubscriber === false) reports.push(report('auth', await hearNoPlan(tools, line, auth)));
    else reports.push(...(await hearFeed(tools, line, { auth, isSubscriber, report })));
  }
  line.hangUp();
  return reports;
}

const ok: Verdict = { status: 'ok', differences: [], notes: [] };
const framesOf = ({ frames }: Line): readonly FeedFrame[] => frames.map(judgeFeedFrame);
const meaningsOf = (line: Line): readonly StatusMeaning[] =>
  framesOf(line).flatMap(({ statuses }) => statuses.map(meaningOf));
const tradesOf = (line: Line): number => framesOf(line).reduce((sum, { trades }) => sum + trades, 0);

function say(line: Line, action: FeedAction): void {
  line.send(JSON.stringify(action));
}

/** Waits until one of these has been said, or it is over. */
async function waitFor(
  { waitMs }: SocketTools,
  line: Line,
  wanted: readonly StatusMeaning[],
): Promise<StatusMeaning | undefined> {
  const said = () => meaningsOf(line).find((meaning) => wanted.includes(meaning));
  await line.until(() => said() !== undefined || line.closed !== null, waitMs);
  return said();
}

/** What came in the place of what was waited for, and what was said last. */
function insteadOf({ waitMs }: SocketTools, line: Line): string {
  const last = framesOf(line)
    .flatMap(({ statuses }) => statuses)
    .at(-1);
  const came = instead(line, waitMs);
  return last === undefined || line.closed !== null ? came : `${came} after ${last.status}`;
}

/** What is right so far, unless a frame since number `from` is not as the contract has it. */
function framed(line: Line, from: number, verdict: Verdict = ok): Verdict {
  const differences = framesOf(line)
    .slice(from)
    .flatMap((frame) => frame.differences);
  return differences.length === 0 ? verdict : { status: 'differs', differences, notes: [] };
}

const isGreeted = (line: Line): boolean => meaningsOf(line).includes('connected');

async function hearGreeting(tools: SocketTools, line: Line): Promise<Verdict> {
  const said = await waitFor(tools, line, ['connected', 'evicted']);
  if (said === 'evicted') return evicted;
  return said === 'connected' ? framed(line, 0) : differs('status', 'connected', insteadOf(tools, line));
}

/** Who has not said who they are hears no trade, then or later. */
async function hearRefusal(tools: SocketTools, line: Line, auth: string): Promise<Verdict> {
  const from = line.frames.length;
  say(line, { action: 'auth', params: auth });
  const said = await waitFor(tools, line, ['refused', 'authenticated']);
  if (said === 'authenticated') return differs('status', 'auth_failed', 'auth_success');
  say(line, { action: 'subscribe', params: 'T.*' });
  await line.until(() => line.closed !== null || tradesOf(line) > 0, tools.watchMs);
  if (tradesOf(line) > 0) return differs('trades', 'none before auth_success', tradesOf(line));
  return said === 'refused' ? framed(line, from) : differs('status', 'auth_failed', insteadOf(tools, line));
}

async function hearNoPlan(tools: SocketTools, line: Line, auth: string): Promise<Verdict> {
  const verdict = await hearRefusal(tools, line, auth);
  return verdict.status === 'ok' ? refused('give the token of a subscriber (auth_failed)') : verdict;
}

const refused = (note: string): Verdict => ({ status: 'refused', differences: [], notes: [note] });
const evicted = refused('another connection holds the key (max_connections)');

interface Hearing extends Pick<OptionsFeedTarget, 'isSubscriber'> {
  readonly auth: string;
  readonly report: (about: string, verdict: Verdict) => SocketReport;
}

async function hearFeed(
  tools: SocketTools,
  line: Line,
  { auth, isSubscriber, report }: Hearing,
): Promise<readonly SocketReport[]> {
  let from = line.frames.length;
  say(line, { action: 'auth', params: auth });
  const answer = await waitFor(tools, line, ['authenticated', 'refused', 'evicted']);
  if (answer === 'evicted') return [report('auth', evicted)];
  if (answer === 'refused' && isSubscriber === null) {
    return [report('auth', refused('it is not accepted (auth_failed)'))];
  }
  if (answer !== 'authenticated') {
    const got = answer === 'refused' ? 'auth_failed' : insteadOf(tools, line);
    return [report('auth', differs('status', 'auth_success', got))];
  }
  const reports = [report('auth', framed(line, from))];
  from = line.frames.length;
  say(line, { action: 'subscribe', params: 'T.*' });
  const taken = await waitFor(tools, line, ['subscribed', 'evicted']);
  if (taken !== 'subscribed') {
    const isEvicted = taken === 'evicted' || line.closed?.code === evictionCode;
    const verdict = isEvicted ? evicted : differs('status', 'success', insteadOf(tools, line));
    return [...reports, report('subscribe to T.*', verdict)];
  }
  reports.push(report('subscribe to T.*', ok));
  await line.until(() => tradesOf(line) > 0 || line.closed !== null, tools.waitMs);
  return [...reports, report('events', framed(line, from, judgeTrades(tools, line)))];
}

function judgeTrades({ waitMs }: SocketTools, line: Line): Verdict {
  const trades = tradesOf(line);
  if (trades === 0 && line.closed !== null)
    return differs('close', 'an open socket', closedWith(line.closed.code));
  const note = trades === 0 ? `no trade within ${waitMs / 1_000} s: is the market open?` : `${trades} trades`;
  return { ...ok, notes: [note] };
}
