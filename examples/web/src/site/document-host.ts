import type { Notice } from '@openbell/ui/primitives';
import { takeCarried } from './carried.ts';
import type { LoadedSite, PageHost } from './page-host.tsx';

/** What the islands of this document share. `note` hears of every notice. */
export function createDocumentHost(note: (notice: Notice) => void): PageHost {
  let site: Promise<LoadedSite> | null = null;
  let show: Promise<(notice: Notice) => void> | null = null;
  const carried = takeCarried();
  const notify = (notice: Notice): void => {
    note(notice);
    // Where notices show is drawn when there is one.
    show ??= import('./notice-place.tsx').then(({ openNoticePlace }) => openNoticePlace());
    void show.then((tell) => tell(notice));
  };
  for (const notice of carried.notices) notify(notice);
  return {
    loadSite() {
      site ??= import('./load-site.ts').then(({ loadSite }) => loadSite());
      return site;
    },
    isMemberLikely: () => document.documentElement.dataset.member === 'likely',
    onMemberChange(tell) {
      // theme.js has looked at both before this is told.
      window.addEventListener('storage', tell);
      window.addEventListener('pageshow', tell);
      return () => {
        window.removeEventListener('storage', tell);
        window.removeEventListener('pageshow', tell);
      };
    },
    notify,
    accountCreated: carried.accountCreated,
  };
}
