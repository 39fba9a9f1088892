/** What code has going on in a page, and what it has left there, since the watching began. */
export interface HostTraces {
  /** Timeouts and intervals that wait. */
  readonly timers: number;
  /** Animation frames that wait. */
  readonly frames: number;
  /** Listeners on the window and the document, as `window storage`. */
  readonly listeners: readonly string[];
  /** Requests without an answer yet. */
  readonly requests: number;
  /** Sockets that are open or opening. */
  readonly sockets: number;
  /** Broadcast channels that are open. */
  readonly channels: number;
  /** Scopes of the service workers that were registered. */
  readonly workers: readonly string[];
  /** Keys of localStorage and sessionStorage that were not there before. */
  readonly keys: readonly string[];
  /** Global names that were not there before. */
  readonly globals: readonly string[];
  /** What was printed to the console, each with its method before it. */
  readonly printed: readonly string[];
}

export interface HostWatch {
  traces(): HostTraces;
  /** Puts everything back as it was. */
  stop(): void;
}

/** A page's global object: `window`, `globalThis`, or an environment's own. */
export type WatchedHost = Window & typeof globalThis;

type AnyFunction = (...args: never[]) => unknown;

/**
 * Watches a page from now on, so that a test can say what a library does to it: nothing at its import, and nothing that
 * is left after `destroy()`. Timers, requests and sockets do what they always do.
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
  const undo: (() => void)[] = [];
  const timers = new Set<unknown>();
  const frames = new Set<unknown>();
  const listeners = new Map<unknown, string>();
  const sockets = new Set<WebSocket>();
  const channels = new Set<BroadcastChannel>();
  const workers: string[] = [];
  const printed: string[] = [];
  let requests = 0;

  /** Puts another member in the place of an object's own or inherited one. */
  function replace<T extends object, K extends keyof T>(
    target: T,
    name: K,
    make: (before: T[K]) => T[K],
  ): void {
    const before = target[name];
    if (before === undefined) return;
    const own = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, { configurable: true, writable: true, value: make(before) });
    undo.push(() => {
      if (own === undefined) delete target[name];
      else Object.defineProperty(target, name, own);
    });
  }

  /** A timer's starter and its canceller. */
  function watchTimers(
    starts: 'setTimeout' | 'setInterval' | 'requestAnimationFrame',
    cancels: 'clearTimeout' | 'clearInterval' | 'cancelAnimationFrame',
    waiting: Set<unknown>,
  ): void {
    replace(host, starts, (before) => {
      const start = before as unknown as (work: (...args: unknown[]) => void, ...rest: unknown[]) => unknown;
      const watched = (work: (...args: unknown[]) => void, ...rest: unknown[]): unknown => {
        const run = (...args: unknown[]): void => {
          if (starts !== 'setInterval') waiting.delete(id);
          work(...args);
        };
        const id = start.call(host, run, ...rest);
        waiting.add(id);
        return id;
      };
      return watched as unknown as typeof before;
    });
    replace(host, cancels, (before) => {
      const cancel = before as unknown as (id: unknown) => void;
      const watched = (id: unknown): void => {
        waiting.delete(id);
        cancel.call(host, id);
      };
      return watched as unknown as typeof before;
    });
  }
  watchTimers('setTimeout', 'clearTimeout', timers);
  watchTimers('setInterval', 'clearInterval', timers);
  watchTimers('requestAnimationFrame', 'cancelAnimationFrame', frames);

  function watchListeners(target: EventTarget | undefined, name: string): void {
    if (target === undefined) return;
    const known = new Map<string, unknown>();
    const numbers = new WeakMap<object, number>();
    let count = 0;
    const keyOf = (type: string, listener: object, capture: boolean): string => {
      const number = numbers.get(listener) ?? ++count;
      numbers.set(listener, number);
      return `${type} ${capture} ${number}`;
    };
    const captures = (options: boolean | EventListenerOptions | undefined): boolean =>
      typeof options === 'boolean' ? options : (options?.capture ?? false);
    const forget = (key: string): void => {
      listeners.delete(known.get(key));
      known.delete(key);
    };
    replace(target, 'addEventListener', (before) => (type, listener, options) => {
      before.call(target, type, listener, options);
      if (listener === null || listener === undefined) return;
      const key = keyOf(type, listener, captures(options));
      if (known.has(key)) return;
      const mark = {};
      known.set(key, mark);
      listeners.set(mark, `${name} ${type}`);
      const ends = typeof options === 'object' ? options : {};
      ends.signal?.addEventListener('abort', () => forget(key), { once: true });
      if (ends.once) before.call(target, type, () => forget(key), { once: true });
    });
    replace(target, 'removeEventListener', (before) => (type, listener, options) => {
      before.call(target, type, listener, options);
      if (listener !== null && listener !== undefined) forget(keyOf(type, listener, captures(options)));
    });
  }
  watchListeners(host, 'window');
  watchListeners(host.document, 'document');

  replace(host, 'fetch', (before) => async (input, init) => {
    requests += 1;
    try {
      return await before.call(host, input, init);
    } finally {
      requests -= 1;
    }
  });
  if (host.XMLHttpRequest !== undefined)
    replace(
      host.XMLHttpRequest.prototype,
      'send',
      (before) =>
        function send(this: XMLHttpRequest, body) {
          requests += 1;
          this.addEventListener('loadend', () => {
            requests -= 1;
          });
          before.call(this, body);
        },
    );

  function watchMade<K extends 'WebSocket' | 'BroadcastChannel'>(
    name: K,
    made: (instance: InstanceType<WatchedHost[K]>) => void,
  ): void {
    replace(
      host,
      name,
      (before) =>
        new Proxy(before as unknown as new (...args: unknown[]) => InstanceType<WatchedHost[K]>, {
          construct(target, args, as) {
            const instance: InstanceType<WatchedHost[K]> = Reflect.construct(target, args, as);
            made(instance);
            return instance;
          },
        }) as unknown as typeof before,
    );
  }
  watchMade('WebSocket', (socket) => sockets.add(socket));
  watchMade('BroadcastChannel', (channel) => {
    channels.add(channel);
    const close = channel.close.bind(channel);
    channel.close = () => {
      channels.delete(channel);
      close();
    };
  });

  const serviceWorker = host.navigator?.serviceWorker;
  if (serviceWorker !== undefined)
    replace(serviceWorker, 'register', (before) => (script, options) => {
      workers.push(options?.scope ?? String(script));
      return before.call(serviceWorker, script, options);
    });

  for (const method of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    replace(host.console, method, (before: AnyFunction) => (...args: unknown[]) => {
      printed.push(`${method}: ${args.map(String).join(' ')}`);
      (before as (...all: unknown[]) => void).call(host.console, ...args);
    });
  }

  const keysOf = (): readonly string[] =>
    [host.localStorage, host.sessionStorage].flatMap((area) => (area === undefined ? [] : Object.keys(area)));
  const keysBefore = new Set(keysOf());
  const globalsBefore = new Set(Object.getOwnPropertyNames(host));

  return {
    traces: () => ({
      timers: timers.size,
      frames: frames.size,
      listeners: [...listeners.values()],
      requests,
      sockets: [...sockets].filter(({ readyState }) => readyState <= 1).length,
      channels: channels.size,
      workers: [...workers],
      keys: keysOf().filter((key) => !keysBefore.has(key)),
      globals: Object.getOwnPropertyNames(host).filter((name) => !globalsBefore.has(name)),
      printed: [...printed],
    }),
    stop() {
      for (const step of undo.splice(0).reverse()) step();
    },
  };
}
