import type { Notice } from '@openbell/ui/primitives';
import { carry } from './carried.ts';
import type { Place } from './place.tsx';

/** Milliseconds that a notice without a close action is shown. */
const SHOWN_FOR = 8000;

/** Records recent notices, so that they are shown again after a page change. */
export interface RecentNotices {
  note(notice: Notice): void;
  /** Returns a place whose `go` passes the notices on; `leaves` returns whether a path is another document. */
  carryNoticesBy(place: Place, leaves: (path: string) => boolean): Place;
}

export function createRecentNotices(now: () => number): RecentNotices {
  let recent: { notice: Notice; at: number }[] = [];
  return {
    note(notice) {
      recent = [...recent.filter(({ at }) => now() - at < SHOWN_FOR), { notice, at: now() }];
    },
    carryNoticesBy: (place, leaves) => ({
      ...place,
      go(path, how) {
        const fresh = recent.filter(({ at }) => now() - at < SHOWN_FOR).map(({ notice }) => notice);
        if (fresh.length > 0 && leaves(path)) carry({ notices: fresh });
        place.go(path, how);
      },
    }),
  };
}
