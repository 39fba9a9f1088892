import {
  closeNotSubscribed,
  closeSignedOut,
  type FeedStatusEvent,
  feedActionSchema,
} from '@openbell/core/contract';
import * as v from 'valibot';
import type { RawData, WebSocket } from 'ws';
import { createTokenBucket } from '../../live/token-bucket.ts';
import type { FeedFrame, FeedListener, FeedSource } from '../../providers/feed/feed-source.ts';
import type { Timers } from '../../timers.ts';
import { ALL_TRADES, CHANNELS_LIMIT, readChannels } from './feed-channels.ts';

/** The provider's close code for who breaks its rules; signed out and not subscribed are closed as on the member socket. */
export const POLICY = 1008;
const FAILED = 1011;

/** Who may hear the feed. */
export interface FeedMember {
  readonly userId: number;
  readonly sessionId: number;
  /** Milliseconds of the epoch; the session is asked after then. */
  readonly sessionExpiresAt: number;
  /** Milliseconds of the epoch. */
  readonly subscribedUntil: number;
}

export type FeedAdmission = FeedMember | 'signed-out' | 'not-subscribed';

export interface FeedConnectionOptions {
  readonly socket: WebSocket;
  readonly source: FeedSource;
  readonly timers: Timers;
  /** Milliseconds of the epoch. */
  readonly now: () => number;
  readonly admit: (token: string) => Promise<FeedAdmission>;
  readonly onAdmitted: (member: FeedMember) => void;
  readonly onClosed: () => void;
  readonly onError: (error: unknown) => void;
  readonly limits?: Partial<FeedLimits>;
}

export interface FeedLimits {
  /** Milliseconds to the auth message. */
  readonly authTimeout: number;
  /** Bytes that may wait for a slow browser; beyond, trades are left out. */
  readonly backlog: number;
  /** The backlog has drained when it is no larger. */
  readonly drained: number;
  /** Milliseconds after which a browser that takes nothing is let go. */
  readonly stalled: number;
  readonly mistakes: number;
  /** Messages of an admitted browser in a minute; one may name a thousand contracts. Each further one is a mistake. */
  readonly messages: number;
}

const LIMITS: FeedLimits = {
  authTimeout: 10_000,
  backlog: 1024 * 1024,
  drained: 64 * 1024,
  stalled: 60_000,
  mistakes: 20,
  messages: 120,
};

export interface FeedConnection {
  /** Ends it, with a word to the browser first. */
  close(code: number, status: string, message: string): void;
}

/**
 * One browser on the feed: the provider's protocol, and a backlog with an end. A browser that does not keep up
 * misses trades and is told how many; it never makes another one wait.
 */
export function createFeedConnection(options: FeedConnectionOptions): FeedConnection {
  const { socket, source, timers } = options;
  const limits = { ...LIMITS, ...options.limits };
  const channels = new Set<string>();
  const messages = createTokenBucket(limits.messages, 60_000);
  let phase: 'greeted' | 'checking' | 'admitted' | 'closed' = 'greeted';
  let stopListening: (() => void) | null = null;
  let leftOut = 0;
  let mistakes = 0;
  let cancelStalled: (() => void) | null = null;

  const tell = (...events: readonly FeedStatusEvent[]) => {
    if (socket.readyState === socket.OPEN && events.length > 0) socket.send(JSON.stringify(events));
  };
  const status = (name: string, message: string): FeedStatusEvent => ({
    ev: 'status',
    status: name,
    message,
  });

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
    tell(status(name, message));
    end();
    socket.close(code, message.slice(0, 120));
    // Who does not answer the closing is cut off.
    timers.after(2_000, () => socket.terminate());
  };
  const cancelAuth = timers.after(limits.authTimeout, () => {
    close(POLICY, 'auth_timeout', 'No authentication request received.');
  });

  /** True while the browser has too much to take already. */
  const isBehind = (trades: number): boolean => {
    const waiting = socket.bufferedAmount;
    if (leftOut === 0 ? waiting <= limits.backlog : waiting <= limits.drained) {
      cancelStalled?.();
      cancelStalled = null;
      if (leftOut > 0) tell(status('slow_consumer', `${leftOut} trades were left out.`));
      leftOut = 0;
      return false;
    }
    leftOut += trades;
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
    status: (event) => tell(event),
  };

  const authenticate = async (token: string) => {
    phase = 'checking';
    let admission: FeedAdmission;
    try {
      admission = await options.admit(token);
    } catch (error) {
      options.onError(error);
      close(FAILED, 'error', 'The server could not check who you are.');
      return;
    }
    if (phase !== 'checking') return;
    if (admission === 'signed-out') close(closeSignedOut, 'auth_failed', 'authentication failed');
    else if (admission === 'not-subscribed') close(closeNotSubscribed, 'auth_failed', 'not subscribed');
    else {
      phase = 'admitted';
      cancelAuth();
      options.onAdmitted(admission);
      tell(status('auth_success', 'authenticated'));
    }
  };

  const subscribe = (params: string) => {
    const read = readChannels(params);
    const events: FeedStatusEvent[] = [];
    for (const channel of read.channels) {
      // What is held already is not acknowledged again, as with the provider.
      if (channels.has(channel)) continue;
      if (channels.size >= CHANNELS_LIMIT) {
        events.push(status('error', `no more than ${CHANNELS_LIMIT} channels; subscribe to ${ALL_TRADES}`));
        break;
      }
      channels.add(channel);
      events.push(status('success', `subscribed to: ${channel}`));
    }
    for (const name of read.unknown) events.push(status('error', `unknown channel: ${name}`));
    tell(...events);
    if (channels.size > 0) stopListening ??= source.listen(listener);
  };

  const unsubscribe = (params: string) => {
    const events: FeedStatusEvent[] = [];
    for (const channel of readChannels(params).channels) {
      if (channels.delete(channel)) events.push(status('success', `unsubscribed to: ${channel}`));
    }
    tell(...events);
    if (channels.size > 0) return;
    stopListening?.();
    stopListening = null;
  };

  const mistake = (message: string) => {
    mistakes += 1;
    if (mistakes > limits.mistakes) close(POLICY, 'error', 'too many mistakes');
    else tell(status('error', message));
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
    if (!messages.take(options.now())) return mistake('too many messages; one may name several channels');
    if (action.action === 'auth') tell(status('auth_success', 'authenticated'));
    else if (action.action === 'subscribe') subscribe(action.params);
    else unsubscribe(action.params);
  };

  socket.on('message', onMessage);
  socket.on('close', end);
  socket.on('error', () => end());
  tell(status('connected', 'Connected Successfully'));

  return { close };
}

function readAction(data: RawData): v.InferOutput<typeof feedActionSchema> | null {
  try {
    const read = v.safeParse(feedActionSchema, JSON.parse(String(data)));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}
