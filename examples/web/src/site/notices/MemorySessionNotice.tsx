import { useSession } from '@openbell/react-hooks';
import { useNotices, useTexts } from '@openbell/ui/primitives';
import { useEffect } from 'react';

/** Says once after a sign-in that the browser will not remember the session. */
export function MemorySessionNotice() {
  const { isInMemory } = useSession();
  const { notify } = useNotices();
  const text = useTexts();
  useEffect(() => {
    if (isInMemory) notify({ level: 'info', text: text('accounts.notRemembered'), about: 'storage' });
  }, [isInMemory, notify, text]);
  return null;
}
