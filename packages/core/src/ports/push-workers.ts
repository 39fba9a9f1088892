import { trustedScriptUrl } from './trusted-script-url.ts';

/** A Web Push subscription. */
export interface PushWorkerSubscription {
  /** The `PushSubscription` as JSON. */
  readonly token: string;
  /** Its public key (base64url); null when the browser does not report it. */
  readonly key: string | null;
}

/** A registered service worker that receives push messages. */
export interface PushWorker {
  isActive(): boolean;
  /** Calls the listener once the worker is active. Returns a function that removes the listener. */
  onActive(listener: () => void): () => void;
  subscription(): Promise<PushWorkerSubscription | null>;
  /** Subscribes with a public key (base64url). Rejects when the browser or its push service refuses. */
  subscribe(key: string): Promise<string>;
  unsubscribe(): Promise<void>;
}

/** Service worker registrations for push messages. */
export interface PushWorkers {
  isSupported(): boolean;
  register(url: string, scope: string): Promise<PushWorker>;
  /** Resolves with the worker of exactly this scope; null when there is none. Registers nothing. */
  find(scope: string): Promise<PushWorker | null>;
}

export const browserPushWorkers: PushWorkers = {
  isSupported: () =>
    typeof navigator !== 'undefined' && 'serviceWorker' in navigator && 'PushManager' in globalThis,
  register: async (url, scope) =>
    workerOf(await navigator.serviceWorker.register(trustedScriptUrl(url), { scope })),
  async find(scope) {
    const found = await navigator.serviceWorker.getRegistration(scope);
    // The browser returns the closest scope, which may be a worker of the host.
    return found?.scope === new URL(scope, location.href).href ? workerOf(found) : null;
  },
};

function workerOf(registration: ServiceWorkerRegistration): PushWorker {
  return {
    isActive: () => registration.active?.state === 'activated',
    onActive(listener) {
      const worker = registration.installing ?? registration.waiting ?? registration.active;
      const onChange = (): void => {
        if (worker?.state === 'activated') listener();
      };
      worker?.addEventListener('statechange', onChange);
      return () => worker?.removeEventListener('statechange', onChange);
    },
    async subscription() {
      const found = await registration.pushManager.getSubscription();
      if (found === null) return null;
      const key = found.options.applicationServerKey;
      return { token: JSON.stringify(found), key: key === null ? null : toBase64Url(key) };
    },
    async subscribe(key) {
      const made = await registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
      });
      return JSON.stringify(made);
    },
    async unsubscribe() {
      await (await registration.pushManager.getSubscription())?.unsubscribe();
    },
  };
}

function toBase64Url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
