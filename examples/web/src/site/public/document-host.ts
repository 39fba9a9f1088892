import { lazyPart, type Notice } from '@openbell/ui/primitives';
import type { PageHost } from '../islands/page-host.tsx';
import type { PublicNotices } from '../notices/public-notices.tsx';
import { takePassedData } from '../routing/next-document.ts';

/** A page host that can be closed when the document's public page is replaced. */
export interface DocumentHost extends PageHost {
  /** Removes the notices. */
  close(): void;
}

/** Creates what the islands of this document share. `note` is called with every notice. */
export function createDocumentHost(note: (notice: Notice) => void): DocumentHost {
  const site = lazyPart(() => import('../load-site.ts').then(({ loadSite }) => loadSite()));
  let notices: Promise<PublicNotices> | null = null;
  /** Notices that are not shown yet: after a failed load they wait for the next notice. */
  const pending: Notice[] = [];
  const passed = takePassedData();
  const notify = (notice: Notice): void => {
    note(notice);
    // The notice host is loaded with the first notice.
    notices ??= import('../notices/public-notices.tsx').then(({ openPublicNotices }) => openPublicNotices());
    pending.push(notice);
    notices.then(
      ({ add }) => {
        for (const one of pending.splice(0)) add(one);
      },
      () => {
        notices = null;
      },
    );
  };
  for (const notice of passed.notices) notify(notice);
  return {
    loadSite: site.load,
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
    // The sign-up page adds `created` where the browser stores nothing.
    accountCreated: passed.accountCreated || new URLSearchParams(window.location.search).has('created'),
    close: () => void notices?.then(({ close }) => close()).catch(() => undefined),
  };
}
