import type { Notice } from '@openbell/ui/primitives';
import { carry } from './carried.ts';
import type { Place } from './place.tsx';

/** As long as a notice shows that goes by itself (ms). */
const SHOWN_FOR = 8000;

/** What has just been said on this page, for the way to the next: a notice outlives a change of page. */
export interface Said {
  note(notice: Notice): void;
  /** A place whose `go` takes along what was said; `leaves` tells whether a path is another document. */
  carryingBy(place: Place, leaves: (path: string) => boolean): Place;
}

export function createSaid(now: () => number): Said {
  let said: { notice: Notice; at: number }[] = [];
  return {
    note(notice) {
      said = [...said.filter(({ at }) => now() - at < SHOWN_FOR), { notice, at: now() }];
    },
    carryingBy: (place, leaves) => ({
      ...place,
      go(path, how) {
        const fresh = said.filter(({ at }) => now() - at < SHOWN_FOR).map(({ notice }) => notice);
        if (fresh.length > 0 && leaves(path)) carry({ notices: fresh });
        place.go(path, how);
      },
    }),
  };
}
