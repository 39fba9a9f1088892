// Socket checks of a run: opened after the read-only calls, then observed during the writing calls.
import { isSubscribed } from '@openbell/core/entitlement';
import { browserSockets, systemTimers } from '@openbell/core/ports';
import { judgeFrames, sendTyping, waitForEvent } from './check-events.ts';
import { checkMemberSocket } from './check-member-socket.ts';
import { checkOptionsFeed } from './check-options-feed.ts';
import type { Connection } from './connection.ts';
import { reporterOf, skipped } from './socket-tools.ts';
import { probeUpgrade } from './upgrade-probe.ts';
import type { ExpectedEvent, Facts } from './verify.plan.ts';
import type { SocketReport, VerifyOptions } from './verify.types.ts';

interface EventExpectation {
  readonly event: ExpectedEvent;
  readonly path: string;
  readonly from: number;
  readonly facts: Facts;
}

export interface SocketChecks {
  readonly reports: readonly SocketReport[];
  /** Checks both handshakes; the member's connection stays open until `end`. */
  open(facts: Facts): Promise<void>;
  /** Number of frames received by the member's connection: the `from` of the next event. */
  frameCount(): number;
  /** Waits for the event of a call at `path`, in the frames from index `from` on. */
  expectEvent(expectation: EventExpectation): Promise<void>;
  end(facts: Facts): Promise<void>;
}

/** Replaces http or https with ws or wss. */
const asWebSocket = (url: string): string => url.replace(/^http/i, 'ws');

/** Resolves the socket URLs with the library's defaults. */
function socketAddresses({ url, socketUrl, optionsFeedUrl }: VerifyOptions): {
  readonly member: string;
  readonly feed: string;
} {
  return {
    member: asWebSocket(socketUrl ?? `${url}/ws`),
    feed: asWebSocket(optionsFeedUrl ?? new URL('/options', url).href),
  };
}

export function createSocketChecks(options: VerifyOptions): SocketChecks {
  const { url, token, write, feedAuth = null, waitMs = 10_000, watchMs = 1_000 } = options;
  const tools = {
    socketFactory: options.socketFactory ?? browserSockets,
    probe: options.probe ?? probeUpgrade,
    timers: systemTimers,
    waitMs,
    watchMs,
  };
  const { member, feed } = socketAddresses(options);
  const report = reporterOf('member', member, url);
  const reports: SocketReport[] = [];
  let connection: Connection | null = null;

  return {
    reports,
    async open({ user }) {
      const now = Date.now();
      const outcome = await checkMemberSocket(tools, { url: member, apiUrl: url, token, user, now });
      reports.push(...outcome.reports);
      connection = outcome.connection;
      const isSubscriber = feedAuth === null && user !== undefined ? isSubscribed(user, now) : null;
      const target = { url: feed, apiUrl: url, auth: feedAuth ?? token, isSubscriber };
      reports.push(...(await checkOptionsFeed(tools, target)));
    },
    frameCount: () => connection?.frames.length ?? 0,
    async expectEvent({ path, ...wait }) {
      if (connection === null) return;
      reports.push(report(`after ${path}`, await waitForEvent({ connection, waitMs }, wait)));
    },
    async end(facts) {
      if (connection === null) return;
      const typing = write ? await sendTyping(connection, facts, watchMs) : null;
      const skippedTyping = skipped(write ? 'no chat was found' : 'others would see it: use --write');
      reports.push(
        report('typing', typing ?? skippedTyping),
        report('ReadByAll', skipped('would mark the chat as read')),
        report('frames', judgeFrames(connection)),
      );
      connection.close();
    },
  };
}
