import {
  createPatches,
  type HostPatches,
  type WatchedHost,
  watchConsole,
  watchInstances,
  watchListeners,
  watchRequests,
  watchServiceWorkers,
  watchTimers,
} from './host-patches.ts';

export type { WatchedHost } from './host-patches.ts';

/** What code has running in a page and has added to it since `watchHost` was called. */
export interface HostTraces {
  /** Pending timeouts and intervals. */
  readonly timers: number;
  /** Pending animation frames. */
  readonly frames: number;
  /** Listeners on the window and the document, for example `window storage`. */
  readonly listeners: readonly string[];
  /** Pending requests. */
  readonly requests: number;
  /** Sockets that are connecting or open. */
  readonly sockets: number;
  /** Open broadcast channels. */
  readonly channels: number;
  /** Scopes of the registered service workers. */
  readonly workers: readonly string[];
  /** New keys of localStorage and sessionStorage. */
  readonly keys: readonly string[];
  /** New global names. */
  readonly globals: readonly string[];
  /** Console messages, each prefixed with its method: `warn: …`. */
  readonly printed: readonly string[];
}

export interface HostWatch {
  /** Returns the traces at this moment. */
  traces(): HostTraces;
  /** Restores the patched globals. */
  stop(): void;
}

/**
 * Records what code does to a page, so that a test can assert that a library does nothing on import and leaves nothing
 * behind after `destroy()`. Timers, requests and sockets keep working.
 *
 * ```ts
 * const watch = watchHost(window);
 * const openbell = createOpenbell({ apiUrl: '/api' });
 * openbell.start();
 * openbell.destroy();
 * expect(watch.traces()).toMatchObject({ timers: 0, listeners: [], requests: 0, sockets: 0 });
 * watch.stop();
 * ```
 */
export function watchHost(host: WatchedHost): HostWatch {
  const timers = new Set<unknown>();
  const frames = new Set<unknown>();
  const listeners = new Map<unknown, string>();
  const sockets = new Set<WebSocket>();
  const channels = new Set<BroadcastChannel>();
  const workers: string[] = [];
  const printed: string[] = [];
  let requests = 0;

  const { replace, restore } = createPatches();
  const patches: HostPatches = { host, replace };
  watchTimers(patches, { start: 'setTimeout', cancel: 'clearTimeout', pending: timers });
  watchTimers(patches, { start: 'setInterval', cancel: 'clearInterval', pending: timers });
  watchTimers(patches, { start: 'requestAnimationFrame', cancel: 'cancelAnimationFrame', pending: frames });
  watchListeners(patches, { target: host, name: 'window', listeners });
  watchListeners(patches, { target: host.document, name: 'document', listeners });
  watchRequests(patches, (difference) => {
    requests += difference;
  });
  watchInstances(patches, 'WebSocket', (socket) => sockets.add(socket));
  watchInstances(patches, 'BroadcastChannel', (channel) => {
    channels.add(channel);
    const close = channel.close.bind(channel);
    channel.close = () => {
      channels.delete(channel);
      close();
    };
  });
  watchServiceWorkers(patches, (scope) => workers.push(scope));
  watchConsole(patches, (line) => printed.push(line));

  const storageKeys = (): readonly string[] =>
    [host.localStorage, host.sessionStorage].flatMap((area) => (area === undefined ? [] : Object.keys(area)));
  const initialKeys = new Set(storageKeys());
  const initialGlobals = new Set(Object.getOwnPropertyNames(host));

  return {
    traces: () => ({
      timers: timers.size,
      frames: frames.size,
      listeners: [...listeners.values()],
      requests,
      sockets: [...sockets].filter(({ readyState }) => readyState <= 1).length,
      channels: channels.size,
      workers: [...workers],
      keys: storageKeys().filter((key) => !initialKeys.has(key)),
      globals: Object.getOwnPropertyNames(host).filter((name) => !initialGlobals.has(name)),
      printed: [...printed],
    }),
    stop: restore,
  };
}
