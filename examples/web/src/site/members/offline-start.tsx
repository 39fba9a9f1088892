import { useTexts } from '@openbell/ui/primitives';
import { createContext, useContext } from 'react';
import { RouterLink } from '../routing/RouterLink.tsx';

const OfflineStartContext = createContext(false);

/** Provides whether the app was opened without a connection (`useOfflineStart`). */
export const OfflineStartProvider = OfflineStartContext.Provider;

/** Whether only the saved chats can be shown. */
export function useIsOfflineStart(): boolean {
  return useContext(OfflineStartContext);
}

/** Links to the chats, which are readable without a connection. */
export function SavedChatLinks() {
  const text = useTexts();
  return (
    <div className="site-saved-chats">
      <RouterLink href="/chat">{text('shell.groupChat')}</RouterLink>
      <RouterLink href="/personal-chat">{text('shell.personalChat')}</RouterLink>
    </div>
  );
}

/** Shown without a connection instead of the pages that need one. */
export function OfflinePage() {
  const text = useTexts();
  return (
    <section className="ob-state">
      <h1 className="ob-state-title">{text('shell.youAreOffline')}</h1>
      <p className="ob-state-description">{text('shell.savedChats')}</p>
      <SavedChatLinks />
    </section>
  );
}
