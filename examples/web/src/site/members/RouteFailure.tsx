import { browserPage } from '@openbell/core/ports';
import { useOfflineStart, useSession } from '@openbell/react-hooks';
import { ErrorState, useTexts } from '@openbell/ui/primitives';
import { SavedChatLinks } from './offline-start.tsx';

/**
 * The error of a page that threw or failed to load, with a reload button. Without a connection it leads subscribers to the
 * saved chats.
 */
export function PageFailure() {
  const text = useTexts();
  const { isSubscribed } = useSession();
  const isOfflineStart = useOfflineStart();
  const hasSavedChats = isOfflineStart || (isSubscribed && !browserPage.isOnline());
  return (
    <ErrorState
      isPage
      title={text(hasSavedChats ? 'shell.youAreOffline' : 'shell.pageFailed')}
      description={text(hasSavedChats ? 'shell.savedChats' : 'shell.pageFailedHint')}
      onRetry={() => window.location.reload()}
      action={hasSavedChats ? <SavedChatLinks /> : undefined}
    />
  );
}

/** {@link PageFailure} as a whole page, without the site's parts. */
export function RouteFailure() {
  return (
    <main className="site-alone">
      <PageFailure />
    </main>
  );
}
