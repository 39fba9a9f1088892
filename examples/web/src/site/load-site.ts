import { loadConfig } from '../config.ts';
import { createSite } from './create-site.ts';
import type { LoadedSite } from './page-host.tsx';

/** The library for this document, by what `/config.json` says. */
export async function loadSite(): Promise<LoadedSite> {
  const config = await loadConfig(() => fetch('/config.json', { headers: { accept: 'application/json' } }));
  const site = createSite(config);
  site.start();
  return { site, config };
}
