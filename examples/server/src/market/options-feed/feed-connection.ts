import {
  closeNotSubscribed,
  closeSignedOut,
  type FeedStatusEvent,
  feedActionSchema,
} from '@openbell/core/contract';
import * as v from 'valibot';
import type { RawData, WebSocket } from 'ws';
import { limitFrameRate } from '../../live/frame-rate.ts';
import { createTokenBucket } from '../../live/token-bucket.ts';
import type { FeedFrame, FeedListener, FeedSource } from '../../providers/feed/feed-source.ts';
import type { Timers } from '../../timers.ts';
import { ALL_TRADES, CHANNELS_LIMIT, readChannels } from './feed-channels.ts';

/** The provider's close code for violations of its rules. */
export const POLICY = 1008;
const FAILED = 1011;

/** A member whose connection has authenticated. */
export interface FeedMember {
  readonly userId: number;
  readonly sessionId: number;
  /** Milliseconds since the epoch. The session is then read again. */
  readonly sessionExpiresAt: number;
  /** Milliseconds since the epoch. */
  readonly subscribedUntil: number;
}

export type FeedAdmission = FeedMember | 'signed-out' | 'not-subscribed';

export interface FeedConnectionOptions {
  readonly socket: WebSocket;
  readonly source: FeedSource;
  readonly timers: Timers;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly admit: (token: string) => Promise<FeedAdmission>;
  readonly onAdmitted: (member: FeedMember) => void;
  readonly onClosed: () => void;
  readonly onError: (error: unknown) => void;
  readonly limits?: Partial<FeedLimits>;
}

export interface FeedLimits {
  /** Milliseconds until the auth message. */
  readonly authTimeout: number;
  /** Unsent bytes above which trades are dropped. */
  readonly backlog: number;
  /** Unsent bytes at which sending resumes. */
  readonly drained: number;
  /** Unsent bytes at which a client that requests on is disconnected. */
  readonly unread: number;
  /** Milliseconds after which a client that does not read is disconnected. */
  readonly stalled: number;
  /** Maximum number of invalid messages. */
  readonly mistakes: number;
  /** Messages per minute after authentication. Further ones count as invalid. */
  readonly messages: number;
}

const LIMITS: FeedLimits = {
  authTimeout: 10_000,
  backlog: 1024 * 1024,
  drained: 64 * 1024,
  // Trades add at most `backlog`, the rest are responses.
  unread: 4 * 1024 * 1024,
  stalled: 60_000,
  mistakes: 20,
  messages: 120,
};

/** Unknown channels of a message that the response names: naming all would make it 30 times as long as the message. */
const UNKNOWN_NAMED = 10;

export interface FeedConnection {
  /** Sends a status event, then closes. */
  close(code: number, status: string, message: string): void;
}

/** Handles a connection with the provider's protocol. For a slow client, trades are dropped, and it receives their number. */
export function createFeedConnection(options: FeedConnectionOptions): FeedConnection {
  const { socket, source, timers } = options;
  const limits = { ...LIMITS, ...options.limits };
  const channels = new Set<string>();
  const messages = createTokenBucket(limits.messages, 60_000);
  let phase: 'greeted' | 'checking' | 'admitted' | 'closed' = 'greeted';
  let stopListening: (() => void) | null = null;
  let dropped = 0;
  let mistakes = 0;
  let cancelStalled: (() => void) | null = null;

  const send = (...events: readonly FeedStatusEvent[]) => {
    if (socket.readyState !== socket.OPEN || events.length === 0) return;
    if (socket.bufferedAmount <= limits.unread) return socket.send(JSON.stringify(events));
    end();
    socket.terminate();
  };
  const end = () => {
    if (phase === 'closed') return;
    phase = 'closed';
    cancelAuth();
    cancelStalled?.();
    stopListening?.();
    options.onClosed();
  };
  const close = (code: number, name: string, message: string) => {
    if (phase === 'closed') return;
    send(status(name, message));
    end();
    socket.close(code, message.slice(0, 120));
    timers.after(2_000, () => socket.terminate());
  };
  const cancelAuth = timers.after(limits.authTimeout, () => {
    close(POLICY, 'auth_timeout', 'No authentication request received.');
  });

  /** Returns whether to drop trades, and counts the dropped ones. */
  const isBehind = (trades: number): boolean => {
    const unsent = socket.bufferedAmount;
    if (dropped === 0 ? unsent <= limits.backlog : unsent <= limits.drained) {
      cancelStalled?.();
      cancelStalled = null;
      if (dropped > 0) send(status('slow_consumer', `${dropped} trades were dropped.`));
      dropped = 0;
      return false;
    }
    dropped += trades;
    cancelStalled ??= timers.after(limits.stalled, () => {
      end();
      socket.terminate();
    });
    return true;
  };

  const listener: FeedListener = {
    frame(frame: FeedFrame) {
      if (channels.size === 0 || socket.readyState !== socket.OPEN) return;
      if (channels.has(ALL_TRADES)) {
        if (!isBehind(frame.trades.length)) socket.send(frame.text, { binary: false });
        return;
      }
      const wanted = frame.trades.filter((trade) => channels.has(`T.${trade.sym}`));
      if (wanted.length > 0 && !isBehind(wanted.length)) socket.send(JSON.stringify(wanted));
    },
    status: (event) => send(event),
  };

  const authenticate = async (token: string) => {
    phase = 'checking';
    let admission: FeedAdmission;
    try {
      admission = await options.admit(token);
    } catch (error) {
      options.onError(error);
      close(FAILED, 'error', 'The server could not authenticate you.');
      return;
    }
    if (phase !== 'checking') return;
    if (admission === 'signed-out') close(closeSignedOut, 'auth_failed', 'authentication failed');
    else if (admission === 'not-subscribed') close(closeNotSubscribed, 'auth_failed', 'not subscribed');
    else {
      phase = 'admitted';
      cancelAuth();
      options.onAdmitted(admission);
      send(status('auth_success', 'authenticated'));
    }
  };

  const subscribe = (params: string) => {
    const read = readChannels(params);
    const events: FeedStatusEvent[] = [];
    for (const channel of read.channels) {
      // Like the provider, does not acknowledge it again.
      if (channels.has(channel)) continue;
      if (channels.size >= CHANNELS_LIMIT) {
        events.push(status('error', `no more than ${CHANNELS_LIMIT} channels; subscribe to ${ALL_TRADES}`));
        break;
      }
      channels.add(channel);
      events.push(status('success', `subscribed to: ${channel}`));
    }
    send(...events, ...describeUnknown(read.unknown));
    // Disconnected by `send`.
    if (socket.readyState !== socket.OPEN) return;
    if (channels.size > 0) stopListening ??= source.listen(listener);
  };

  const unsubscribe = (params: string) => {
    const events: FeedStatusEvent[] = [];
    for (const channel of readChannels(params).channels) {
      if (channels.delete(channel)) events.push(status('success', `unsubscribed to: ${channel}`));
    }
    send(...events);
    if (channels.size > 0) return;
    stopListening?.();
    stopListening = null;
  };

  const mistake = (message: string) => {
    mistakes += 1;
    if (mistakes > limits.mistakes) close(POLICY, 'error', 'too many mistakes');
    else send(status('error', message));
  };

  const onMessage = (data: RawData, binary: boolean) => {
    if (phase === 'closed') return;
    const action = binary ? null : readAction(data);
    if (action === null) return mistake('malformed message or unknown action');
    if (action.action === 'auth' && phase !== 'admitted') {
      if (phase === 'greeted') void authenticate(action.params);
      return;
    }
    if (phase !== 'admitted') return mistake('authenticate first');
    if (!messages.take(options.now()))
      return mistake('too many messages; subscribe to several channels in one message');
    if (action.action === 'auth') send(status('auth_success', 'authenticated'));
    else if (action.action === 'subscribe') subscribe(action.params);
    else unsubscribe(action.params);
  };

  limitFrameRate(socket, { timers, now: options.now });
  socket.on('message', onMessage);
  socket.on('close', end);
  socket.on('error', () => end());
  send(status('connected', 'Connected Successfully'));

  return { close };
}

function status(name: string, message: string): FeedStatusEvent {
  return { ev: 'status', status: name, message };
}

function describeUnknown(names: readonly string[]): FeedStatusEvent[] {
  const events = names.slice(0, UNKNOWN_NAMED).map((name) => status('error', `unknown channel: ${name}`));
  const more = names.length - events.length;
  return more > 0 ? [...events, status('error', `${more} more unknown channels`)] : events;
}

function readAction(data: RawData): v.InferOutput<typeof feedActionSchema> | null {
  try {
    const read = v.safeParse(feedActionSchema, JSON.parse(String(data)));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}
