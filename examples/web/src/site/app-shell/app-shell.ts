// The service worker (public/sw.js) that opens the members' app without a connection.
import { trustedScriptUrl } from '@openbell/core/ports';
import { builtVersion } from './new-version.ts';

/** Milliseconds between looks for a newer worker, for a page that stays open. */
const checkEvery = 3_600_000;

/** Browsers offer no service workers to a page without https. */
const isSupported = (): boolean => 'serviceWorker' in navigator;

async function register(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register(trustedScriptUrl('/sw.js'));
    registration.active?.postMessage('keep');
  } catch {
    // Without the worker the app needs a connection.
  }
}

/** Keeps the app's files on this device. Waits until the page has loaded, because the files would delay it. */
export function keepAppShell(): void {
  // The development server has no build to keep.
  if (!isSupported() || builtVersion(document) === null) return;
  const whenIdle = (): void => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => void register());
    else setTimeout(() => void register(), 1000);
  };
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
}

/** Calls the listener when a newer worker is waiting, and with null when one has taken over. */
export function onNewWorker(listener: (waiting: ServiceWorker | null) => void, signal: AbortSignal): void {
  if (!isSupported()) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('controllerchange', () => listener(null), { signal });
  // Resolves once the page's worker is active, so the first worker of a device is not reported.
  void serviceWorker.ready.then((registration) => {
    if (signal.aborted) return;
    const report = (): void => {
      if (registration.waiting !== null) listener(registration.waiting);
    };
    report();
    const follow = (): void => registration.installing?.addEventListener('statechange', report, { signal });
    // `updatefound` has passed for a worker that is installing already.
    follow();
    registration.addEventListener('updatefound', follow, { signal });
    const timer = setInterval(() => void registration.update().catch(() => undefined), checkEvery);
    signal.addEventListener('abort', () => clearInterval(timer));
  });
}
