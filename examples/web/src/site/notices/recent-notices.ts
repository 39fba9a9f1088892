import type { Notice } from '@openbell/ui/primitives';
import { passToNextDocument } from '../routing/next-document.ts';
import type { SiteNavigation } from '../routing/site-navigation.tsx';

/** Milliseconds that a notice without a close action is shown. */
const SHOWN_FOR = 8000;

/** Records recent notices, so that they are shown again after a page change. */
export interface RecentNotices {
  note(notice: Notice): void;
  /** Returns a navigation whose `go` passes the notices on; `leaves` returns whether a path is another document. */
  passNoticesOn(navigation: SiteNavigation, leaves: (path: string) => boolean): SiteNavigation;
}

export function createRecentNotices(now: () => number): RecentNotices {
  let recent: { notice: Notice; at: number }[] = [];
  return {
    note(notice) {
      recent = [...recent.filter(({ at }) => now() - at < SHOWN_FOR), { notice, at: now() }];
    },
    passNoticesOn: (navigation, leaves) => ({
      ...navigation,
      go(path, how) {
        const fresh = recent.filter(({ at }) => now() - at < SHOWN_FOR).map(({ notice }) => notice);
        if (fresh.length > 0 && leaves(path)) passToNextDocument({ notices: fresh });
        navigation.go(path, how);
      },
    }),
  };
}
