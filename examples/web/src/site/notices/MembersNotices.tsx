import { type Notice, NoticesProvider, useNotices } from '@openbell/ui/primitives';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { takePassedData } from '../routing/next-document.ts';
import { createRecentNotices, type RecentNotices } from './recent-notices.ts';

const RecentNoticesContext = createContext<RecentNotices | null>(null);

/** Shows the notices of the previous document, and records those shown here for the next one. */
export function MembersNotices({ children }: { children: ReactNode }) {
  const { notify } = useNotices();
  const [recent] = useState(() => createRecentNotices(() => performance.now()));
  const notices = useMemo(
    () => ({
      notify(notice: Notice) {
        // An action belongs to this document.
        if (notice.action === undefined) recent.note(notice);
        notify(notice);
      },
    }),
    [recent, notify],
  );
  useEffect(() => {
    for (const notice of takePassedData().notices) notices.notify(notice);
  }, [notices]);
  return (
    <RecentNoticesContext value={recent}>
      <NoticesProvider notices={notices}>{children}</NoticesProvider>
    </RecentNoticesContext>
  );
}

/** The notices recorded in this document. */
export function useRecentNotices(): RecentNotices | null {
  return useContext(RecentNoticesContext);
}
