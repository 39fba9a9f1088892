// Patches of a page's globals that record their use and then call the original.

/** A page's global object: `window`, `globalThis`, or the global object of a test environment. */
export type WatchedHost = Window & typeof globalThis;

/** Replaces an object's member until `restore`; `make` receives the original. Does nothing when it is undefined. */
export type Replace = <T extends object, K extends keyof T>(
  target: T,
  name: K,
  make: (original: T[K]) => T[K],
) => void;

export interface HostPatches {
  readonly host: WatchedHost;
  readonly replace: Replace;
}

/** Creates `replace`, and `restore`, which undoes every replacement in reverse order. */
export function createPatches(): { readonly replace: Replace; restore(): void } {
  const undo: (() => void)[] = [];
  return {
    replace(target, name, make) {
      const original = target[name];
      if (original === undefined) return;
      const own = Object.getOwnPropertyDescriptor(target, name);
      Object.defineProperty(target, name, { configurable: true, writable: true, value: make(original) });
      undo.push(() => {
        if (own === undefined) delete target[name];
        else Object.defineProperty(target, name, own);
      });
    },
    restore() {
      for (const step of undo.splice(0).reverse()) step();
    },
  };
}

interface TimerFunctions {
  readonly start: 'setTimeout' | 'setInterval' | 'requestAnimationFrame';
  readonly cancel: 'clearTimeout' | 'clearInterval' | 'cancelAnimationFrame';
  /** The ids that are pending. */
  readonly pending: Set<unknown>;
}

export function watchTimers(
  { host, replace }: HostPatches,
  { start, cancel, pending }: TimerFunctions,
): void {
  replace(host, start, (original) => {
    const startTimer = original as unknown as (
      work: (...args: unknown[]) => void,
      ...rest: unknown[]
    ) => unknown;
    const watched = (work: (...args: unknown[]) => void, ...rest: unknown[]): unknown => {
      const run = (...args: unknown[]): void => {
        if (start !== 'setInterval') pending.delete(id);
        work(...args);
      };
      const id = startTimer.call(host, run, ...rest);
      pending.add(id);
      return id;
    };
    return watched as unknown as typeof original;
  });
  replace(host, cancel, (original) => {
    const cancelTimer = original as unknown as (id: unknown) => void;
    const watched = (id: unknown): void => {
      pending.delete(id);
      cancelTimer.call(host, id);
    };
    return watched as unknown as typeof original;
  });
}

interface ListenerTarget {
  readonly target: EventTarget | undefined;
  readonly name: 'window' | 'document';
  /** The names of the active listeners, for example `window storage`. */
  readonly listeners: Map<unknown, string>;
}

export function watchListeners({ replace }: HostPatches, { target, name, listeners }: ListenerTarget): void {
  if (target === undefined) return;
  const entries = new Map<string, unknown>();
  const numbers = new WeakMap<object, number>();
  let count = 0;
  // The DOM identifies a listener by its type, capture flag and function.
  const keyOf = (type: string, listener: object, capture: boolean): string => {
    const number = numbers.get(listener) ?? ++count;
    numbers.set(listener, number);
    return `${type} ${capture} ${number}`;
  };
  const captures = (options: boolean | EventListenerOptions | undefined): boolean =>
    typeof options === 'boolean' ? options : (options?.capture ?? false);
  const remove = (key: string): void => {
    listeners.delete(entries.get(key));
    entries.delete(key);
  };
  replace(target, 'addEventListener', (original) => (type, listener, options) => {
    original.call(target, type, listener, options);
    if (listener === null || listener === undefined) return;
    const key = keyOf(type, listener, captures(options));
    if (entries.has(key)) return;
    const entry = {};
    entries.set(key, entry);
    listeners.set(entry, `${name} ${type}`);
    const { signal, once } = typeof options === 'object' ? options : {};
    signal?.addEventListener('abort', () => remove(key), { once: true });
    if (once) original.call(target, type, () => remove(key), { once: true });
  });
  replace(target, 'removeEventListener', (original) => (type, listener, options) => {
    original.call(target, type, listener, options);
    if (listener !== null && listener !== undefined) remove(keyOf(type, listener, captures(options)));
  });
}

/** Calls `onChange` with 1 when a request starts and -1 when it ends. */
export function watchRequests({ host, replace }: HostPatches, onChange: (difference: 1 | -1) => void): void {
  replace(host, 'fetch', (original) => async (input, init) => {
    onChange(1);
    try {
      return await original.call(host, input, init);
    } finally {
      onChange(-1);
    }
  });
  if (host.XMLHttpRequest === undefined) return;
  replace(
    host.XMLHttpRequest.prototype,
    'send',
    (original) =>
      function send(this: XMLHttpRequest, body) {
        onChange(1);
        this.addEventListener('loadend', () => onChange(-1));
        original.call(this, body);
      },
  );
}

type WatchedClass = 'WebSocket' | 'BroadcastChannel';

/** Calls `onCreate` with each new instance of a global class. */
export function watchInstances<K extends WatchedClass>(
  { host, replace }: HostPatches,
  name: K,
  onCreate: (instance: InstanceType<WatchedHost[K]>) => void,
): void {
  replace(
    host,
    name,
    (original) =>
      new Proxy(original as unknown as new (...args: unknown[]) => InstanceType<WatchedHost[K]>, {
        construct(target, args, newTarget) {
          const instance: InstanceType<WatchedHost[K]> = Reflect.construct(target, args, newTarget);
          onCreate(instance);
          return instance;
        },
      }) as unknown as typeof original,
  );
}

/** Calls `onRegister` with the scope of each registered service worker. */
export function watchServiceWorkers(
  { host, replace }: HostPatches,
  onRegister: (scope: string) => void,
): void {
  const serviceWorker = host.navigator?.serviceWorker;
  if (serviceWorker === undefined) return;
  replace(serviceWorker, 'register', (original) => (script, options) => {
    onRegister(options?.scope ?? String(script));
    return original.call(serviceWorker, script, options);
  });
}

type AnyFunction = (...args: never[]) => unknown;

/** Calls `onPrint` with each console message, prefixed with its method. */
export function watchConsole({ host, replace }: HostPatches, onPrint: (line: string) => void): void {
  for (const method of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    replace(host.console, method, (original: AnyFunction) => (...args: unknown[]) => {
      onPrint(`${method}: ${args.map(String).join(' ')}`);
      (original as (...all: unknown[]) => void).call(host.console, ...args);
    });
  }
}
