import { createMemberFeatures, type MemberFeatures } from './member-features.ts';
import type { OpenbellOptions } from './openbell-options.ts';
import { startAll } from './shared/lifecycle.ts';
import { createSiteFeatures, type SiteFeatures } from './site-features.ts';

/** All features with one session. Each is also available from its own entry point. */
export interface Openbell extends SiteFeatures, MemberFeatures {
  /** Reads the stored session and theme and syncs with other tabs. Reference-counted; nothing runs before it. */
  start(): () => void;
  destroy(): void;
}

/**
 * Creates all features with one session. To load the code of the member features later, use their separate entry points
 * (docs/decisions/0016-site-and-member-features.md). Without side effects before `start()` or an action.
 *
 * @throws TypeError when `apiUrl` is missing.
 */
export function createOpenbell(options: OpenbellOptions): Openbell {
  const site = createSiteFeatures(options);
  const members = createMemberFeatures(site);
  const { base: _, ...features } = site;
  return {
    ...features,
    ...members,
    start: () => startAll([site, members]),
    destroy() {
      members.destroy();
      site.destroy();
    },
  };
}
