import { atom } from 'nanostores';
import { closeReplaced, closeTooMany, memberFrameLimit } from '../contract/index.ts';
import {
  browserPage,
  browserSockets,
  type Cancel,
  type SocketConnection,
  silentLog,
  systemRandom,
  systemTimers,
} from '../ports/index.ts';
import { createEmitter } from '../shared/emitter.ts';
import { readFrame, stateAfterClose } from './realtime.rules.ts';
import type { Realtime, RealtimeEvents, RealtimeOptions, RealtimeState } from './realtime.types.ts';

const idle: RealtimeState = { status: 'idle', attempt: 0, reason: null };
const none: Cancel = () => {};

/** Creates the member socket. Nothing is opened, armed or listened to before `start()`. */
export function createRealtime(options: RealtimeOptions): Realtime {
  const socketFactory = options.socketFactory ?? browserSockets;
  const scheduler = options.scheduler ?? systemTimers;
  const page = options.page ?? browserPage;
  const random = options.random ?? systemRandom;
  const log = options.log ?? silentLog;
  const retryDelayMs = options.retryDelayMs ?? 3000;
  const maxAttempts = options.maxAttempts ?? 5;
  const jitter = options.jitter ?? 0.2;
  const throttledDelayMs = options.throttledDelayMs ?? 20_000;
  const openTimeoutMs = options.openTimeoutMs ?? 10_000;

  const $state = atom<RealtimeState>(idle);
  const events = createEmitter<RealtimeEvents>((error) =>
    options.onError?.({ where: 'realtime listener', error }),
  );
  let users = 0;
  let connection: SocketConnection | null = null;
  /** Tells the present connection's events from those of one that was given up. */
  let generation = 0;
  /** What the present connection was offered, to tell another sign-in from the same one. */
  let offered = '';
  let wasOpen = false;
  let cancelTimer: Cancel = none;
  let cancelClose: Cancel = none;
  let unwatch: Cancel = none;

  function isSignedIn(): boolean {
    return options.protocols() !== null;
  }

  function dial(): void {
    cancelTimer();
    const protocols = options.protocols();
    if (protocols === null) {
      $state.set(idle);
      return;
    }
    generation += 1;
    const mine = generation;
    offered = protocols.join();
    $state.set({ status: 'connecting', attempt: $state.get().attempt, reason: null });
    const url = typeof options.url === 'function' ? options.url() : options.url;
    connection = socketFactory(url, protocols, {
      open: () => mine === generation && opened(),
      message: (text) => mine === generation && received(text),
      close: (code) => mine === generation && closed(code),
    });
    cancelTimer = scheduler.after(openTimeoutMs, () => {
      if (mine !== generation) return;
      hangUp(1000);
      closed(1006);
    });
  }

  function opened(): void {
    cancelTimer();
    const isFirst = !wasOpen;
    wasOpen = true;
    $state.set({ status: 'open', attempt: 0, reason: null });
    events.emit('opened', { isFirst });
    if (!isFirst) events.emit('reopened', {});
  }

  function received(text: string | null): void {
    const reading = readFrame(text);
    if (reading.ok) events.emit(reading.frame.type, reading.frame as never);
    else log('Invalid socket message', reading.problem);
  }

  function closed(code: number): void {
    cancelTimer();
    generation += 1;
    connection = null;
    const { status, attempt } = $state.get();
    if (!isSignedIn()) $state.set(idle);
    else {
      const next = stateAfterClose(code, attempt, maxAttempts);
      $state.set(next);
      const delayMs = code === closeTooMany ? throttledDelayMs : retryDelayMs;
      if (next.status === 'waiting') cancelTimer = scheduler.after(spread(delayMs), dial);
      if (next.status === 'offline' && code !== closeReplaced) log('Max reconnect attempts reached.');
    }
    if (status === 'open') events.emit('lost', { code });
  }

  function spread(delayMs: number): number {
    if (jitter === 0) return delayMs;
    const part = Number.parseInt(random.uuid().slice(0, 8), 16) / 0x1_0000_0000;
    return Math.round(delayMs * (1 + jitter * (Number.isFinite(part) ? part : 0)));
  }

  function hangUp(code: number): void {
    generation += 1;
    connection?.close(code);
    connection = null;
  }

  /** Ends the connection without arming another one. */
  function disconnect(): void {
    cancelTimer();
    const { status } = $state.get();
    hangUp(1000);
    $state.set(idle);
    if (status === 'open') events.emit('lost', { code: 1000 });
  }

  function wake(): void {
    const { status } = $state.get();
    if (users === 0 || status === 'open' || status === 'connecting' || !isSignedIn()) return;
    $state.set({ ...idle, status: 'waiting' });
    dial();
  }

  function sessionChanged(): void {
    if (users === 0) return;
    const protocols = options.protocols();
    if (protocols === null) {
      disconnect();
      wasOpen = false;
    } else if (protocols.join() !== offered || ['idle', 'refused'].includes($state.get().status)) {
      disconnect();
      dial();
    }
  }

  function begin(): void {
    const offPage = page.onChange((event) => {
      if ((event === 'online' || event === 'visible') && $state.get().status !== 'refused') wake();
    });
    let isFirstCall = true;
    const offSession = options.$session?.subscribe(() => {
      // `subscribe` calls at once with what is already known.
      if (!isFirstCall) sessionChanged();
    });
    isFirstCall = false;
    unwatch = () => {
      offPage();
      offSession?.();
    };
    dial();
  }

  function end(): void {
    unwatch();
    unwatch = none;
    disconnect();
    offered = '';
    wasOpen = false;
  }

  return {
    $state,
    start() {
      cancelClose();
      cancelClose = none;
      users += 1;
      if (users === 1 && unwatch === none) begin();
      let isStopped = false;
      return () => {
        if (isStopped) return;
        isStopped = true;
        users = Math.max(0, users - 1);
        // Closing waits for the end of the tick: StrictMode unmounts and mounts again within it.
        if (users === 0) cancelClose = scheduler.after(0, () => users === 0 && end());
      };
    },
    retry: wake,
    send(frame) {
      if (connection?.isOpen !== true || $state.get().status !== 'open') return false;
      const text = JSON.stringify(frame);
      if (text.length > memberFrameLimit) {
        log('Socket message too long', frame.type);
        return false;
      }
      connection.send(text);
      return true;
    },
    on: (type, listener) => events.on(type, listener),
    destroy() {
      cancelClose();
      users = 0;
      end();
      events.clear();
    },
  };
}
