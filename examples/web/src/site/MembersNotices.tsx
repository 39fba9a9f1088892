import { type Notice, NoticesProvider, useNotices } from '@openbell/ui/primitives';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { takeCarried } from './carried.ts';
import { createSaid, type Said } from './said.ts';

const SaidContext = createContext<Said | null>(null);

/** Says what the document before this one has left, and notes what is said here for the next. */
export function MembersNotices({ children }: { children: ReactNode }) {
  const { notify } = useNotices();
  const [said] = useState(() => createSaid(() => performance.now()));
  const notices = useMemo(
    () => ({
      notify(notice: Notice) {
        said.note(notice);
        notify(notice);
      },
    }),
    [said, notify],
  );
  useEffect(() => {
    for (const notice of takeCarried().notices) notices.notify(notice);
  }, [notices]);
  return (
    <SaidContext value={said}>
      <NoticesProvider notices={notices}>{children}</NoticesProvider>
    </SaidContext>
  );
}

/** What was said in this document. */
export function useSaid(): Said | null {
  return useContext(SaidContext);
}
