// The two sockets, in the order of a run: opened after the calls that only read, heard while others are made.
import { isSubscribed } from '@openbell/core/entitlement';
import { browserSockets, systemTimers } from '@openbell/core/ports';
import { hearAfter, judgeFrames, typeShortly } from './check-frames.ts';
import { checkMemberSocket } from './check-member-socket.ts';
import { checkOptionsFeed } from './check-options-feed.ts';
import { nodeKnock } from './knock.ts';
import type { Line } from './socket-line.ts';
import { notTried, reporterOf } from './socket-tools.ts';
import type { Facts, Heard } from './verify.plan.ts';
import type { SocketReport, VerifyOptions } from './verify.types.ts';

export interface SocketChecks {
  readonly reports: readonly SocketReport[];
  /** The hand-shakes of both; the member's own connection stays open until the end. */
  open(facts: Facts): Promise<void>;
  /** How many frames have come to the member's connection: what follows, comes after. */
  mark(): number;
  /** Waits for what follows a call at `path`. */
  hear(heard: Heard, path: string, from: number, facts: Facts): Promise<void>;
  end(facts: Facts): Promise<void>;
}

/** The address with ws or wss in place of http or https. */
const asWebSocket = (url: string): string => url.replace(/^http/i, 'ws');

/** Where the library looks for them when it is given the API's address alone. */
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
    knock: options.knock ?? nodeKnock,
    timers: systemTimers,
    waitMs,
    watchMs,
  };
  const { member, feed } = socketAddresses(options);
  const report = reporterOf('member', member, url);
  const reports: SocketReport[] = [];
  let line: Line | null = null;

  return {
    reports,
    async open({ user }) {
      const now = Date.now();
      const outcome = await checkMemberSocket(tools, { url: member, apiUrl: url, token, user, now });
      reports.push(...outcome.reports);
      line = outcome.line;
      const isSubscriber = feedAuth === null && user !== undefined ? isSubscribed(user, now) : null;
      const target = { url: feed, apiUrl: url, auth: feedAuth ?? token, isSubscriber };
      reports.push(...(await checkOptionsFeed(tools, target)));
    },
    mark: () => line?.frames.length ?? 0,
    async hear(heard, path, from, facts) {
      if (line === null) return;
      reports.push(report(`after ${path}`, await hearAfter({ line, waitMs }, from, heard, facts)));
    },
    async end(facts) {
      if (line === null) return;
      const typed = write ? await typeShortly(line, facts, watchMs) : null;
      const why = notTried(write ? 'no chat was found' : 'others would see it: give --write');
      reports.push(
        report('typing', typed ?? why),
        report('ReadByAll', notTried('would mark the chat as read')),
        report('frames', judgeFrames(line)),
      );
      line.hangUp();
    },
  };
}
