import { formatNewsDate } from '@openbell/core/news';
import { useFirstSteps, useNews } from '@openbell/react-hooks';
import { NewsGrid } from '@openbell/ui/content';
import { Button, EmptyState, PartBoundary, useTexts } from '@openbell/ui/primitives';
import { FirstSteps, PageHeader } from '@openbell/ui/shell';
import { RefreshCw } from 'lucide-react';
import { useConfig } from '../../site/config-context.tsx';
import { RouterLink } from '../../site/routing/RouterLink.tsx';
import '@openbell/ui/styles/content.css';

/** /dashboard: market news. */
export default function DashboardPage() {
  return useConfig().off.has('news') ? <DashboardWithoutNews /> : <NewsDashboard />;
}

function DashboardWithoutNews() {
  const text = useTexts();
  return (
    <div className="ob-page">
      <PageHeader title={text('shell.dashboard')} />
      <NextSteps />
      <EmptyState title={text('content.newsOff')} />
    </div>
  );
}

function NewsDashboard() {
  const text = useTexts();
  const { state, reload } = useNews();
  return (
    <div className="ob-page">
      <PageHeader
        title={text('shell.dashboard')}
        description={text('content.newsTitle')}
        actions={
          <Button
            icon={<RefreshCw size={16} aria-hidden="true" />}
            busy={state.status === 'loading'}
            onClick={reload}
          >
            {text('content.newsRefresh')}
          </Button>
        }
      />
      <NextSteps />
      <PartBoundary>
        <NewsGrid status={state.status} items={state.items} formatDate={formatNewsDate} onRetry={reload} />
      </PartBoundary>
    </div>
  );
}

const stepPages = { plan: '/#pricing', hello: '/chat', lesson: '/courses' } as const;

function NextSteps() {
  const { steps } = useFirstSteps();
  return (
    <PartBoundary>
      <FirstSteps steps={steps} hrefOf={(step) => stepPages[step]} link={RouterLink} />
    </PartBoundary>
  );
}
