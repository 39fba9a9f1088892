// What the pages of content show of entities with missing values.

import { formatNewsDate } from '@openbell/core/news';
import { AlertPanel, AlertsList, CourseGrid, CourseView, NewsGrid } from '@openbell/ui/content';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

const ignore = (): void => {};
const now = Date.UTC(2026, 10, 21, 15);

it('lists an alert without a time or an id, with its text only [entity.missing] [entity.local-id]', () => {
  const items = [
    { id: -5, message: 'SPY 580C at 3.10', created_at: null },
    { id: 7, message: 'Closed', created_at: '2026-11-21T14:00:00Z' },
  ];
  render(
    <AlertsList
      status="ready"
      items={items}
      hasMore={false}
      now={now}
      onLoadMore={ignore}
      onRetry={ignore}
    />,
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'SPY 580C at 3.10',
    'Closedan hour ago',
  ]);
  expect(document.querySelectorAll('time')).toHaveLength(1);
});

it('shows an alert without a time on its own page [entity.missing]', () => {
  const alert = { id: -1, message: 'SPY 580C at 3.10', created_at: null };
  render(<AlertPanel state={{ status: 'ready', code: 'abc', alert }} onRetry={ignore} />);
  expect(screen.getByRole('article').textContent).toBe('SPY 580C at 3.10');
  expect(document.querySelector('time')).toBeNull();
});

it('shows a story without headline, date and link by its summary [entity.missing]', () => {
  const story = { id: -9, headline: '', summary: 'Volume was thin.', image: null, url: '', datetime: null };
  render(<NewsGrid status="ready" items={[story]} formatDate={formatNewsDate} onRetry={ignore} />);
  expect(screen.getByRole('heading').textContent).toBe('Untitled story');
  expect(screen.getByText('Volume was thin.')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  expect(document.querySelector('time')).toBeNull();
});

it('shows a course without an id or a name as a card without a link [entity.missing] [entity.local-id]', () => {
  const course = { id: -4, name: '', description: 'The first minutes.', image: null };
  render(<CourseGrid status="ready" items={[course]} hrefOf={(id) => `/course/${id}`} onRetry={ignore} />);
  expect(screen.getByRole('heading').textContent).toBe('Untitled course');
  expect(screen.getByText('The first minutes.')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

it('names a document by its file, and one without a file without a download [entity.missing]', () => {
  const documents = [
    { name: '', file: '/media/Opening%20range.pdf?signature=1' },
    { name: 'Checklist', file: '' },
  ];
  const course = {
    id: 4,
    name: 'Range',
    description: '',
    image: null,
    video: null,
    captions: null,
    details: '',
    documents,
  };
  render(
    <CourseView
      state={{ status: 'ready', id: 4, course }}
      downloads={new Map()}
      back={null}
      position={() => 0}
      onPosition={ignore}
      onDownload={ignore}
      onRetry={ignore}
      onRenew={async () => {}}
    />,
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Opening range.pdfDownload',
    'Checklist',
  ]);
  expect(screen.getByRole('button').getAttribute('aria-label')).toBe('Download Opening range.pdf');
});
