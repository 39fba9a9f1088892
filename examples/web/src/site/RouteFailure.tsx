import { ErrorState, useTexts } from '@openbell/ui/primitives';

/** The error page for a page that threw or failed to load, with a reload button. */
export function RouteFailure() {
  const text = useTexts();
  return (
    <main className="site-alone">
      <ErrorState
        title={text('shell.pageFailed')}
        description={text('shell.pageFailedHint')}
        onRetry={() => window.location.reload()}
      />
    </main>
  );
}
