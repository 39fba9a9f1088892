import {
  browserPushWorkers,
  type PushWorker,
  type PushWorkers,
  systemTimers,
  type Timers,
} from '../ports/index.ts';
import { PushTokenError, type PushTokens } from './push.types.ts';

export interface WebPushOptions {
  /** The server's public VAPID key, base64url. */
  readonly vapidPublicKey: string;
  /** URL of the service worker; `/push/sw.js` by default. */
  readonly workerUrl?: string;
  /** Scope of the worker; `/push/` by default, which contains no page, so that it controls none. */
  readonly scope?: string;
  /** Timeout in milliseconds until the worker is active; 10,000 by default. */
  readonly activationTimeout?: number;
  readonly workers?: PushWorkers;
  readonly scheduler?: Timers;
}

/** Creates tokens of the browser's push service: the `PushSubscription` as JSON. */
export function createWebPushTokens(options: WebPushOptions): PushTokens {
  const { vapidPublicKey, workerUrl = '/push/sw.js', scope = '/push/' } = options;
  const { activationTimeout = 10_000 } = options;
  const { workers = browserPushWorkers, scheduler = systemTimers } = options;

  function whenActive(worker: PushWorker): Promise<void> {
    if (worker.isActive()) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const stop = worker.onActive(() => {
        cancel();
        stop();
        resolve();
      });
      const cancel = scheduler.after(activationTimeout, () => {
        stop();
        // It may have become active before the listener was added.
        if (worker.isActive()) resolve();
        else reject(new PushTokenError('worker-timeout', 'The service worker did not become active.'));
      });
    });
  }

  return {
    isSupported: () => workers.isSupported(),
    async current() {
      if (!workers.isSupported()) return null;
      const found = await (await workers.find(scope))?.subscription();
      // A subscription for another key receives none of this server's messages.
      return found && isFor(found.key) ? found.token : null;
    },
    async get() {
      const worker = await workers.register(workerUrl, scope);
      await whenActive(worker);
      const found = await worker.subscription();
      if (found !== null && isFor(found.key)) return found.token;
      if (found !== null) await worker.unsubscribe();
      return worker.subscribe(vapidPublicKey);
    },
    async remove() {
      if (workers.isSupported()) await (await workers.find(scope))?.unsubscribe();
    },
  };

  function isFor(key: string | null): boolean {
    return key === null || key === vapidPublicKey.replaceAll('=', '');
  }
}
