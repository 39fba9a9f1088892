import { useNotices, useTexts } from '@openbell/ui/primitives';
import { useEffect } from 'react';
import { onNewWorker } from './app-shell.ts';
import { builtVersion, servedVersion } from './new-version.ts';

/**
 * Offers to reload when the server has a newer build: a newer worker is ready, or a chunk of this build is gone. Nothing
 * reloads automatically.
 */
export function NewVersionNotice() {
  const { notify } = useNotices();
  const text = useTexts();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const check = async (waiting: ServiceWorker | null): Promise<void> => {
      const own = builtVersion(document);
      const served = await servedVersion(() =>
        fetch('/dashboard', { headers: { accept: 'text/html' }, cache: 'no-store', signal }),
      );
      // Without an answer this page may be outdated: the waiting worker would remove its files.
      if (own === null || served === null) return;
      if (served === own) waiting?.postMessage('activate');
      else if (!signal.aborted)
        notify({
          level: 'info',
          text: text('shell.newVersion'),
          about: 'version',
          action: { label: text('shell.reload'), onClick: () => window.location.reload() },
        });
    };
    onNewWorker((waiting) => void check(waiting), signal);
    // The bundler's event for a chunk that failed to load.
    window.addEventListener('vite:preloadError', () => void check(null), { signal });
    return () => controller.abort();
  }, [notify, text]);
  return null;
}
