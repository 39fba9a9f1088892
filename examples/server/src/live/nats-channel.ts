import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { NatsConfig } from '../config-values.ts';
import type { Logger } from '../log.ts';
import { type Channel, createChannelListeners } from './channel.ts';

/** Maximum size of a message in bytes; larger ones of other programs are dropped. */
const MAX_BYTES = 512 * 1024;
/** Messages are dropped while the broker has not taken this many bytes. */
const MAX_PENDING_BYTES = 8 * 1024 * 1024;
const RECONNECT_MS = 2_000;
const JITTER_MS = 1_000;
/** A broker that misses two pings is disconnected. */
const PING_MS = 5_000;

export interface NatsChannelOptions {
  readonly config: NatsConfig;
  /** Separates sites that share the broker. */
  readonly prefix: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/**
 * Connects to NATS in the background and forever, also after a rejected login. While the broker is away or stalled,
 * messages reach this process only: nothing is kept for later.
 */
export function openNatsChannel({ config, prefix, log }: NatsChannelOptions): Channel {
  const listeners = createChannelListeners(log);
  const closing = new AbortController();
  let connection: NatsConnection | null = null;
  let isConnected = false;
  /** Bytes that were published and not confirmed by the broker. */
  let pendingBytes = 0;
  let isFlushing = false;

  function setConnected(value: boolean): void {
    if (value === isConnected || closing.signal.aborted) return;
    isConnected = value;
    pendingBytes = 0;
    if (value) log.info('nats-connected', { server: connection?.getServer() });
    else {
      log.warn('nats-disconnected');
      listeners.interrupted();
    }
  }

  function receive(subject: string, data: Uint8Array): void {
    if (data.length > MAX_BYTES) {
      log.warn('nats-message-dropped', { subject, reason: 'too large', bytes: data.length });
      return;
    }
    let message: unknown;
    try {
      message = JSON.parse(Buffer.from(data).toString());
    } catch {
      log.warn('nats-message-dropped', { subject, reason: 'not JSON' });
      return;
    }
    listeners.deliver(subject.slice(prefix.length + 1), message);
  }

  async function run(): Promise<void> {
    const opened = await connect({
      ...config,
      name: 'openbell',
      // Own messages have arrived already.
      noEcho: true,
      maxReconnectAttempts: -1,
      // A changed password may be changed back.
      ignoreAuthErrorAbort: true,
      reconnectTimeWait: RECONNECT_MS,
      reconnectJitter: JITTER_MS,
      reconnectJitterTLS: JITTER_MS,
      pingInterval: PING_MS,
      maxPingOut: 2,
    });
    if (closing.signal.aborted) return opened.close();
    connection = opened;
    setConnected(true);
    opened.subscribe(`${prefix}.>`, {
      callback: (error, message) => {
        if (error === null) receive(message.subject, message.data);
        else log.warn('nats-subscription-failed', { error });
      },
    });
    for await (const { type } of opened.status()) {
      if (type === 'disconnect') setConnected(false);
      else if (type === 'reconnect') setConnected(true);
    }
  }

  async function runForever(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await run();
      } catch (error) {
        if (!closing.signal.aborted) log.warn('nats-not-connected', { error });
      }
      setConnected(false);
      connection = null;
      await wait(RECONNECT_MS + randomInt(JITTER_MS), undefined, { signal: closing.signal }).catch(
        () => undefined,
      );
    }
  }

  async function confirm(open: NatsConnection): Promise<void> {
    isFlushing = true;
    const sent = pendingBytes;
    try {
      await open.flush();
      pendingBytes = Math.max(0, pendingBytes - sent);
    } catch {
      // The connection has ended; its pending bytes are dropped with it.
    } finally {
      isFlushing = false;
    }
  }

  void runForever();
  return {
    publish(subject, message) {
      listeners.deliver(subject, message);
      if (connection === null || !isConnected || pendingBytes > MAX_PENDING_BYTES) return;
      const data = Buffer.from(JSON.stringify(message));
      pendingBytes += data.length;
      connection.publish(`${prefix}.${subject}`, data);
      if (!isFlushing) void confirm(connection);
    },
    subscribe: listeners.add,
    onInterrupted: listeners.onInterrupted,
    async close() {
      closing.abort();
      await connection?.close();
    },
  };
}
