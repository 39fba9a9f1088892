import { ErrorState, useTexts } from '@openbell/ui/primitives';

/** A page that threw, or whose code did not arrive: says so, and loads the site anew on request. */
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
