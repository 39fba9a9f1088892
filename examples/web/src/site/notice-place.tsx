import { type Notice, NoticeHost, useNotices } from '@openbell/ui/primitives';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';

/** Renders the notice host of a public page and returns its notify function. */
export function openNoticePlace(): Promise<(notice: Notice) => void> {
  const element = document.body.appendChild(document.createElement('div'));
  return new Promise((open) => {
    createRoot(element).render(
      <NoticeHost>
        <Opened open={open} />
      </NoticeHost>,
    );
  });
}

function Opened({ open }: { open: (tell: (notice: Notice) => void) => void }) {
  const { notify } = useNotices();
  useEffect(() => open(notify), [open, notify]);
  return null;
}
