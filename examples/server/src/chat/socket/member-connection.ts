// One open member socket: receives and sends frames within limits.
import { type MemberClientFrame, memberPatchProtocol } from '@openbell/core/contract';
import { type RawData, WebSocket } from 'ws';
import type { ServerContext } from '../../context.ts';
import { limitFrameRate } from '../../live/frame-rate.ts';
import { createLiveness } from '../../live/liveness.ts';
import { createTokenBucket } from '../../live/token-bucket.ts';
import { systemTimers } from '../../timers.ts';
import type { LiveConnection } from './connections.ts';
import { readMemberFrame } from './member-frames.ts';

/** A client that sends this many invalid frames is closed with 1008. */
const MAX_BAD_FRAMES = 20;
/** Maximum number of queued frames; further ones are dropped. */
const MAX_PENDING = 100;
/** A slow client is disconnected at this many unsent bytes, and catches up over HTTP. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
/** Chats that a client can mark as read without limit. Reads of one chat are stored at most twice a second. */
const FREE_READ_CHATS = 10;
const CLOSE_TIMEOUT_MS = 2_000;

export interface MemberConnection extends LiveConnection {
  /** Sends a ping; disconnects a client that has not answered the last one. */
  heartbeat(): void;
}

export interface MemberConnectionOptions {
  readonly context: Pick<ServerContext, 'clock' | 'log' | 'metrics'>;
  readonly ws: WebSocket;
  readonly userId: number;
  readonly sessionId: number;
  /** Handles a frame; called for one frame at a time. */
  readonly onFrame: (frame: MemberClientFrame) => Promise<void>;
  readonly onClosed: () => void;
}

export function openMemberConnection(options: MemberConnectionOptions): MemberConnection {
  const { ws, userId, sessionId } = options;
  const { clock, log, metrics } = options.context;
  const typing = createTokenBucket(10, 10_000);
  const hints = createTokenBucket(10, 10_000);
  const otherReads = createTokenBucket(20, 10_000);
  /** The chats of the last reads, the oldest first. */
  const freeReads = new Set<number>();
  /** Chats with a queued read frame: it marks the whole chat as read, so one is enough. */
  const readings = new Set<number>();
  let badFrames = 0;
  let pending = 0;
  let tail = Promise.resolve();
  let closing = false;

  function close(code: number, reason: string): void {
    if (closing) return;
    closing = true;
    ws.close(code, reason);
    setTimeout(() => ws.terminate(), CLOSE_TIMEOUT_MS).unref();
  }

  function onBadFrame(): void {
    badFrames += 1;
    if (badFrames < MAX_BAD_FRAMES) return;
    log.warn('socket.too-many-bad-frames', { userId });
    close(1008, 'Too many invalid frames.');
  }

  function onMessage(data: RawData, isBinary: boolean): void {
    if (closing) return;
    const frame = isBinary ? null : readMemberFrame(String(data));
    if (frame === null) onBadFrame();
    else if (pending < MAX_PENDING && isWanted(frame)) enqueue(frame);
  }

  /** Returns false for frames over the limits; they are dropped silently. */
  function isWanted(frame: MemberClientFrame): boolean {
    if (frame.type === 'WebMeesageTyping') return typing.take(clock.now());
    if (frame.type !== 'ReadByAll') return hints.take(clock.now());
    return isReadWanted(frame.chat_id);
  }

  function isReadWanted(chatId: number): boolean {
    if (readings.has(chatId)) return false;
    if (!freeReads.has(chatId) && !otherReads.take(clock.now())) return false;
    freeReads.delete(chatId);
    freeReads.add(chatId);
    const [oldest] = freeReads;
    if (oldest !== undefined && freeReads.size > FREE_READ_CHATS) freeReads.delete(oldest);
    readings.add(chatId);
    return true;
  }

  function enqueue(frame: MemberClientFrame): void {
    pending += 1;
    tail = tail
      .then(() => {
        if (frame.type === 'ReadByAll') readings.delete(frame.chat_id);
        return closing ? undefined : options.onFrame(frame);
      })
      .catch((error: unknown) => log.error('socket.frame-failed', { userId, type: frame.type, error }))
      .finally(() => {
        pending -= 1;
      });
  }

  limitFrameRate(ws, { timers: systemTimers, now: () => clock.now() });
  ws.on('message', onMessage);
  const liveness = createLiveness(ws);
  // Oversized or broken frames end in 'close' (1009, 1002); without a listener the error would end the process.
  ws.on('error', (error) => log.debug('socket.error', { userId, error }));
  ws.on('close', () => {
    closing = true;
    options.onClosed();
  });

  return {
    userId,
    sessionId,
    hasPatches: ws.protocol === memberPatchProtocol,
    send(bytes: Buffer) {
      if (closing || ws.readyState !== WebSocket.OPEN) return false;
      if (ws.bufferedAmount > MAX_BUFFERED_BYTES) {
        ws.terminate();
        return false;
      }
      ws.send(bytes, { binary: false });
      metrics.delivered(bytes.length);
      return true;
    },
    close,
    heartbeat: () => liveness.beat(),
  };
}
