import { trustedScriptUrl } from './trusted-script-url.ts';

/** A subscription at the browser's push service. */
export interface PushWorkerSubscription {
  /** The `PushSubscription` as JSON. */
  readonly token: string;
  /** The public key that it was made for (base64url); null when the browser does not say. */
  readonly key: string | null;
}

/** A registered service worker that takes push messages. */
export interface PushWorker {
  isActive(): boolean;
  /** Calls once it has become active; the function that it returns takes the listener away. */
  onActive(listener: () => void): () => void;
  subscription(): Promise<PushWorkerSubscription | null>;
  /** Makes a subscription for a public key (base64url). Rejects when the browser or its push service will not. */
  subscribe(key: string): Promise<string>;
  unsubscribe(): Promise<void>;
}

/** Service workers, as far as push messages need them. */
export interface PushWorkers {
  isSupported(): boolean;
  register(url: string, scope: string): Promise<PushWorker>;
  /** The worker of exactly this scope, null when there is none; registers nothing. */
  find(scope: string): Promise<PushWorker | null>;
}

export const browserPushWorkers: PushWorkers = {
  isSupported: () =>
    typeof navigator !== 'undefined' && 'serviceWorker' in navigator && 'PushManager' in globalThis,
  register: async (url, scope) =>
    workerOf(await navigator.serviceWorker.register(trustedScriptUrl(url), { scope })),
  async find(scope) {
    const found = await navigator.serviceWorker.getRegistration(scope);
    // The browser gives the nearest one, which may be the host's own.
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
