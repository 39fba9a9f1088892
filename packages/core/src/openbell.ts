import { createMemberFeatures, type MemberFeatures } from './member-features.ts';
import type { OpenbellOptions } from './openbell-options.ts';
import { createSiteFeatures, type SiteFeatures } from './site-features.ts';

/** Every feature, put together over one session. Each is also usable alone from its own entry point. */
export interface Openbell extends SiteFeatures, MemberFeatures {
  /** Reads the stored session and theme and follows other tabs. Reference-counted; nothing runs before it. */
  start(): () => void;
  destroy(): void;
}

/**
 * The whole library over one session: the site's features and the members', for a page that wants them together. A site
 * that sends the members' code later takes the two parts from their own entry points (docs/decisions/0016-site-and-member-features.md).
 * Pure: nothing is read, sent or listened to before `start()` or an action.
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
    start() {
      const stops = [site.start(), members.start()];
      return () => {
        for (const stop of stops) stop();
      };
    },
    destroy() {
      members.destroy();
      site.destroy();
    },
  };
}
