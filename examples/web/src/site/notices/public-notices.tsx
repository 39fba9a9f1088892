import { type Notice, NoticeHost, useNotices } from '@openbell/ui/primitives';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';

/** The notices of a public page. */
export interface PublicNotices {
  add(notice: Notice): void;
  close(): void;
}

/** Renders the notice host of a public page. */
export function openPublicNotices(): Promise<PublicNotices> {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  const close = (): void => {
    root.unmount();
    element.remove();
  };
  return new Promise((open) => {
    root.render(
      <NoticeHost>
        <Opened open={(add) => open({ add, close })} />
      </NoticeHost>,
    );
  });
}

function Opened({ open }: { open: (notify: (notice: Notice) => void) => void }) {
  const { notify } = useNotices();
  useEffect(() => open(notify), [open, notify]);
  return null;
}
