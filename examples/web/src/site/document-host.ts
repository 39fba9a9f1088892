import type { Notice } from '@openbell/ui/primitives';
import { takeCarried } from './carried.ts';
import type { LoadedSite, PageHost } from './page-host.tsx';

/** Creates what the islands of this document share. `note` is called with every notice. */
export function createDocumentHost(note: (notice: Notice) => void): PageHost {
  let site: Promise<LoadedSite> | null = null;
  let show: Promise<(notice: Notice) => void> | null = null;
  const carried = takeCarried();
  const notify = (notice: Notice): void => {
    note(notice);
    // The notice host is loaded with the first notice.
    show ??= import('./notice-place.tsx').then(({ openNoticePlace }) => openNoticePlace());
    void show.then((add) => add(notice));
  };
  for (const notice of carried.notices) notify(notice);
  return {
    loadSite() {
      site ??= import('./load-site.ts').then(({ loadSite }) => loadSite());
      return site;
    },
    isMemberLikely: () => document.documentElement.dataset.member === 'likely',
    onMemberChange(listener) {
      // theme.js has handled the event before this listener runs.
      window.addEventListener('storage', listener);
      window.addEventListener('pageshow', listener);
      return () => {
        window.removeEventListener('storage', listener);
        window.removeEventListener('pageshow', listener);
      };
    },
    notify,
    accountCreated: carried.accountCreated,
  };
}
