import { useAlerts } from '@openbell/react-hooks';
import { AlertsList } from '@openbell/ui/content';
import { useTexts } from '@openbell/ui/primitives';
import { PageHeader } from '@openbell/ui/shell';
import { RouterLink } from '../../site/routing/RouterLink.tsx';
import '@openbell/ui/styles/content.css';

/** /site-alerts: the subscribers' alerts. */
export default function SiteAlertsPage() {
  const text = useTexts();
  const { state, now, reload, loadMore } = useAlerts();
  return (
    <div className="ob-page">
      <PageHeader title={text('content.alertsTitle')} description={text('content.alertsIntro')} />
      <AlertsList
        status={state.status}
        items={state.items}
        hasMore={state.hasMore}
        now={now}
        onLoadMore={loadMore}
        onRetry={reload}
        emptyAction={
          <RouterLink className="ob-link" href="/welcome">
            {text('accounts.welcomePage')}
          </RouterLink>
        }
      />
    </div>
  );
}
