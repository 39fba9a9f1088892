import { atom } from 'nanostores';
import { closeReplaced, closeTooMany } from '../contract/index.ts';
import { browserPage, type Cancel, silentLog } from '../ports/index.ts';
import { createEmitter } from '../shared/emitter.ts';
import { createReconnectingSocket, randomPart } from '../shared/reconnecting-socket.ts';
import { withJitter } from '../shared/retry.ts';
import { readFrame, stateAfterClose } from './realtime.rules.ts';
import type { Realtime, RealtimeEvents, RealtimeOptions, RealtimeState } from './realtime.types.ts';

const idle: RealtimeState = { status: 'idle', attempt: 0, reason: null };

/** Creates the member socket. It does nothing before `start()`. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const { retryDelayMs = 3000, throttledDelayMs = 20_000, maxAttempts = 5, jitter = 0.2 } = options;
  const { log = silentLog, page = browserPage, isServerUp, pollDelayMs = 20_000 } = options;

  const $state = atom<RealtimeState>(idle);
  const events = createEmitter<RealtimeEvents>('realtime listener', options.onError);
  /** The subprotocols of the current connection, which change with the session. */
  let offered = '';
  let wasOpen = false;
  let offSession: Cancel | undefined;

  const socket = createReconnectingSocket(options, options.openTimeoutMs ?? 10_000, {
    target() {
      const protocols = options.protocols();
      if (protocols === null) {
        $state.set(idle);
        return null;
      }
      offered = protocols.join();
      $state.set({ status: 'connecting', attempt: $state.get().attempt, reason: null });
      return [typeof options.url === 'function' ? options.url() : options.url, protocols];
    },
    open(endLimit) {
      endLimit();
      const isFirst = !wasOpen;
      wasOpen = true;
      $state.set({ status: 'open', attempt: 0, reason: null });
      events.emit('opened', { isFirst });
      if (!isFirst) events.emit('reopened', {});
    },
    message(text) {
      const reading = readFrame(text);
      if (!reading.ok) return log('Invalid socket message', reading.problem);
      if (reading.dropped.length > 0) log('Invalid entries in a socket message', reading.dropped);
      events.emit(reading.frame.type, reading.frame as never);
    },
    close(code) {
      const before = $state.get();
      const after = options.protocols() === null ? idle : stateAfterClose(code, before.attempt, maxAttempts);
      $state.set(after);
      if (after.status === 'offline' && code !== closeReplaced) {
        log('Max reconnect attempts reached.');
        awaitServer(after);
      }
      if (before.status === 'open') events.emit('lost', { code });
      if (after.status !== 'waiting') return null;
      const delayMs = code === closeTooMany ? throttledDelayMs : retryDelayMs;
      return withJitter(delayMs, jitter, randomPart(options.random));
    },
    online: wake,
    visible: wake,
    // Without a network the connection stays open and silent for minutes.
    offline: () => socket.fail(),
    begin() {
      offSession = options.$session?.listen(sessionChanged);
    },
    end() {
      offSession?.();
      offered = '';
      wasOpen = false;
      disconnect();
    },
  });

  /** Polls whether the server is up, and reconnects when it is. Skips hidden pages: they reconnect when they become visible. */
  function awaitServer(offline: RealtimeState): void {
    // A listener of the state may have reconnected already.
    if (isServerUp === undefined || $state.get() !== offline) return;
    socket.after(withJitter(pollDelayMs, 1, randomPart(options.random)), async () => {
      if (!page.isVisible()) return;
      const isUp = await isServerUp().catch(() => false);
      if (isUp && $state.get() === offline) retry();
      else awaitServer(offline);
    });
  }

  /** Closes the connection without a retry. */
  function disconnect(): void {
    const { status } = $state.get();
    socket.close();
    $state.set(idle);
    if (status === 'open') events.emit('lost', { code: 1000 });
  }

  function wake(): void {
    if ($state.get().status !== 'refused') retry();
  }

  function retry(): void {
    if (!socket.canConnect() || options.protocols() === null) return;
    $state.set({ ...idle, status: 'waiting' });
    socket.connect();
  }

  function sessionChanged(): void {
    const protocols = options.protocols();
    if (protocols?.join() === offered && !['idle', 'refused'].includes($state.get().status)) return;
    disconnect();
    if (protocols === null) wasOpen = false;
    else socket.connect();
  }

  return {
    $state,
    start: socket.start,
    retry,
    send: (frame) => $state.get().status === 'open' && socket.send(JSON.stringify(frame)),
    on: (type, listener) => events.on(type, listener),
    destroy() {
      socket.destroy();
      events.clear();
    },
  };
}
