import { loadConfig } from '../config.ts';
import { removeAppShell } from './app-shell/remove-app-shell.ts';
import { createSite } from './create-site.ts';
import type { LoadedSite } from './islands/page-host.tsx';

/** Creates the library for this document from `/config.json`. */
export async function loadSite(): Promise<LoadedSite> {
  const config = await loadConfig(() => fetch('/config.json', { headers: { accept: 'application/json' } }));
  const site = createSite(config);
  site.start();
  site.session.$state.subscribe(({ status }) => {
    if (status === 'signed-out') removeAppShell();
  });
  return { site, config };
}
