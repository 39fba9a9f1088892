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

/** The provider's close code for violations of its rules. */
export const POLICY = 1008;
const FAILED = 1011;

/** A member whose connection has authenticated. */
export interface FeedMember {
  readonly userId: number;
  readonly sessionId: number;
  /** Milliseconds since the epoch; then the session is read again. */
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
  /** Milliseconds to the auth message. */
  readonly authTimeout: number;
  /** Unsent bytes of a slow browser above which trades are dropped. */
  readonly backlog: number;
  /** Unsent bytes at which sending resumes. */
  readonly drained: number;
  /** Milliseconds after which a browser that reads nothing is disconnected. */
  readonly stalled: number;
  readonly mistakes: number;
  /** Messages per minute of an authenticated browser; further ones count as mistakes. */
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
  /** Sends a status event, then closes. */
  close(code: number, status: string, message: string): void;
}

/**
 * Handles one browser's connection with the provider's protocol. A slow browser misses trades and receives their number;
 * it never delays the others.
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
    timers.after(2_000, () => socket.terminate());
  };
  const cancelAuth = timers.after(limits.authTimeout, () => {
    close(POLICY, 'auth_timeout', 'No authentication request received.');
  });

  /** Returns whether the browser is behind; counts the dropped trades. */
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
      // Not acknowledged again, as by the provider.
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
