import { NewsGrid } from '@openbell/ui/content';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

const item = (id: number, parts: { url?: string; image?: string | null } = {}) => ({
  id,
  headline: `Story ${id}`,
  summary: 'What happened',
  image: null,
  url: 'https://example.com/story',
  datetime: 1_795_280_000,
  ...parts,
});

function renderGrid(
  status: 'loading' | 'ready' | 'failed',
  items: ReturnType<typeof item>[],
  onRetry = vi.fn(),
) {
  render(
    <NewsGrid status={status} items={items} formatDate={() => 'November 21st 2026'} onRetry={onRetry} />,
  );
  return onRetry;
}

test('shows each story as an article with headline, date and summary; the first leads [news.cards]', () => {
  renderGrid('ready', [item(1), item(2)]);
  const articles = screen.getAllByRole('article');
  expect(articles).toHaveLength(2);
  expect(articles[0]?.hasAttribute('data-lead')).toBe(true);
  expect(articles[1]?.hasAttribute('data-lead')).toBe(false);
  expect(articles[1]?.textContent).toContain('November 21st 2026');
  expect(screen.getByRole('link', { name: 'Story 2' }).getAttribute('rel')).toBe('noopener noreferrer');
});

test('shows a story with an unsafe URL without a link', () => {
  renderGrid('ready', [item(1, { url: 'javascript:alert(1)', image: 'javascript:alert(1)' })]);
  expect(screen.getByText('Story 1')).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
  expect(document.querySelector('img')).toBeNull();
});

test('draws the same placeholder for a story whose picture is missing or broken', () => {
  renderGrid('ready', [item(1, { image: '/gone.webp' })]);
  const image = document.querySelector('img');
  if (image) fireEvent.error(image);
  const drawn = document.querySelector('svg')?.innerHTML;
  expect(drawn).toBeTruthy();
  cleanup();
  renderGrid('ready', [item(1)]);
  expect(document.querySelector('svg')?.innerHTML).toBe(drawn);
  cleanup();
  renderGrid('ready', [item(2)]);
  expect(document.querySelector('svg')?.innerHTML).not.toBe(drawn);
});

test('shows skeletons and announces loading once on the first load', () => {
  renderGrid('loading', []);
  expect(screen.getByRole('status').textContent).toBe('Loading');
});

test('shows a failure with Retry and keeps loaded stories [news.states]', () => {
  const onRetry = renderGrid('failed', [item(1)]);
  expect(screen.getByRole('alert').textContent).toContain('The news could not be loaded.');
  expect(screen.getAllByRole('article')).toHaveLength(1);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test('shows an empty state that is not an error [news.states]', () => {
  renderGrid('ready', []);
  expect(screen.getByText('No news yet.')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});
