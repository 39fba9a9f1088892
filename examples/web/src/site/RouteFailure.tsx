import { browserPage } from '@openbell/core/ports';
import { useOfflineStart, useSession } from '@openbell/react-hooks';
import { ErrorState, useTexts } from '@openbell/ui/primitives';
import { SavedChatLinks } from './offline-start.tsx';

/**
 * The error page for a page that threw or failed to load, with a reload button. Without a connection it leads subscribers
 * to the saved chats.
 */
export function RouteFailure() {
  const text = useTexts();
  const { isSubscribed } = useSession();
  const isOfflineStart = useOfflineStart();
  const hasSavedChats = isOfflineStart || (isSubscribed && !browserPage.isOnline());
  return (
    <main className="site-alone">
      <ErrorState
        isPage
        title={text(hasSavedChats ? 'shell.youAreOffline' : 'shell.pageFailed')}
        description={text(hasSavedChats ? 'shell.savedChats' : 'shell.pageFailedHint')}
        onRetry={() => window.location.reload()}
        action={hasSavedChats ? <SavedChatLinks /> : undefined}
      />
    </main>
  );
}
