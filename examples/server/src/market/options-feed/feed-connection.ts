import {
  closeNotSubscribed,
  closeSignedOut,
  type FeedStatusEvent,
  feedActionSchema,
} from '@openbell/core/contract';
import type { RawData, WebSocket } from 'ws';
import { limitFrameRate } from '../../live/frame-rate.ts';
import { createTokenBucket } from '../../live/token-bucket.ts';
import { parseJson } from '../../parse-json.ts';
import type { FeedFrame, FeedListener, FeedSource } from '../../providers/feed/feed-source.ts';
import type { Timers } from '../../timers.ts';
import { createBacklog } from './backlog.ts';
import { createChannels, statusEvent as status } from './feed-channels.ts';

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

export interface FeedConnection {
  /** Sends a status event, then closes. */
  close(code: number, status: string, message: string): void;
}

/** Handles a connection with the provider's protocol. For a slow client, trades are dropped, and it receives their number. */
export function createFeedConnection(options: FeedConnectionOptions): FeedConnection {
  const { socket, source, timers } = options;
  const limits = { ...LIMITS, ...options.limits };
  const channels = createChannels();
  const messages = createTokenBucket(limits.messages, 60_000);
  let phase: 'greeted' | 'checking' | 'admitted' | 'closed' = 'greeted';
  let stopListening: (() => void) | null = null;
  let mistakes = 0;
  const backlog = createBacklog({
    socket,
    timers,
    limits,
    onDrained: (dropped) => send(status('slow_consumer', `${dropped} trades were dropped.`)),
    onStalled: () => drop(),
  });

  const send = (...events: readonly FeedStatusEvent[]) => {
    if (socket.readyState !== socket.OPEN || events.length === 0) return;
    if (socket.bufferedAmount <= limits.unread) return socket.send(JSON.stringify(events));
    drop();
  };
  const drop = () => {
    end();
    socket.terminate();
  };
  const end = () => {
    if (phase === 'closed') return;
    phase = 'closed';
    cancelAuth();
    backlog.stop();
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

  const listener: FeedListener = {
    frame(frame: FeedFrame) {
      if (channels.isEmpty() || socket.readyState !== socket.OPEN) return;
      const { trades, text } = frame;
      const wanted = channels.hasAll() ? trades : trades.filter(({ sym }) => channels.has(sym));
      if (wanted.length === 0 || backlog.drops(wanted.length)) return;
      socket.send(wanted === trades ? text : JSON.stringify(wanted), { binary: false });
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
    send(...channels.add(params));
    // Disconnected by `send`.
    if (socket.readyState !== socket.OPEN) return;
    if (channels.isEmpty()) return;
    stopListening ??= source.listen(listener);
    // The first status can disconnect a client before there is a function to stop.
    if (phase === 'closed') stopListening();
  };

  const unsubscribe = (params: string) => {
    send(...channels.remove(params));
    if (!channels.isEmpty()) return;
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
    const action = binary ? null : parseJson(feedActionSchema, String(data));
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
