import { formatNewsDate } from '@openbell/core/news';
import { useNews } from '@openbell/react-hooks';
import { NewsGrid } from '@openbell/ui/content';
import { Button, useTexts } from '@openbell/ui/primitives';
import { PageHeader } from '@openbell/ui/shell';
import { RefreshCw } from 'lucide-react';
import '@openbell/ui/styles/content.css';

/** /dashboard: the market's news (product.md 2, Signed-in shell). */
export default function DashboardPage() {
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
      <NewsGrid status={state.status} items={state.items} formatDate={formatNewsDate} onRetry={reload} />
    </div>
  );
}
