import { AlertPanel, AlertsList, type AlertsListProps } from '@openbell/ui/content';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { xssCorpus } from '../../support/xss-corpus.ts';

const at = Date.UTC(2026, 10, 21, 15);
const alert = (id: number, message = `Alert ${id}`) => ({
  id,
  message,
  created_at: new Date(at - id * 3_600_000).toISOString(),
});

describe('the list', () => {
  const draw = (parts: Partial<AlertsListProps> = {}) => {
    const actions = { onLoadMore: vi.fn(), onRetry: vi.fn() };
    const props: AlertsListProps = {
      status: 'ready',
      items: [alert(1), alert(2)],
      hasMore: true,
      now: at,
      ...actions,
    };
    const { rerender } = render(<AlertsList {...props} {...parts} />);
    return {
      ...actions,
      change: (next: Partial<AlertsListProps>) => rerender(<AlertsList {...props} {...next} />),
    };
  };

  test('shows each message with a relative time that updates [alerts.list]', () => {
    const { change } = draw();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Alert 1an hour ago',
      'Alert 22 hours ago',
    ]);
    expect(document.querySelector('time')?.getAttribute('datetime')).toBe(alert(1).created_at);
    change({ now: at + 3_600_000 });
    expect(screen.getAllByRole('listitem')[0]?.textContent).toBe('Alert 12 hours ago');
  });

  test('shows the web addresses of a message as links, and nothing else [alerts.links]', () => {
    draw({ items: [alert(1, 'Live at 10\nhttps://example.com/live?a=1\njavascript:alert(1)')] });
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://example.com/live?a=1']);
    expect(links[0]?.getAttribute('rel')).toBe('noopener noreferrer');
    expect(document.querySelector('.ob-alert-message')?.textContent).toBe(
      'Live at 10\nhttps://example.com/live?a=1\njavascript:alert(1)',
    );
  });

  test("turns 'Load More' into 'No More Alerts' on the same button [alerts.no-more]", () => {
    const { onLoadMore, change } = draw();
    const button = screen.getByRole('button', { name: 'Load More' });
    button.focus();
    fireEvent.click(button);
    expect(onLoadMore).toHaveBeenCalledOnce();
    change({ status: 'loading-more' });
    fireEvent.click(button);
    change({ hasMore: false });
    expect(document.activeElement).toBe(button);
    expect(button.textContent).toBe('No More Alerts');
    expect(button.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button);
    expect(onLoadMore).toHaveBeenCalledOnce();
  });

  test("shows 'No alerts found.' when empty [alerts.empty]", () => {
    draw({ items: [], hasMore: false, emptyAction: <a href="/welcome">Text alerts</a> });
    expect(screen.getByText('No alerts found.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Text alerts' })).toBeDefined();
  });

  test('shows a failure with Retry and keeps loaded alerts [alerts.load-error]', () => {
    const { onRetry, onLoadMore, change } = draw({ status: 'failed', items: [], hasMore: false });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
    change({ status: 'failed' });
    expect(screen.getByRole('alert').textContent).toBe('The older alerts could not be loaded.');
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    fireEvent.click(screen.getByRole('button', { name: 'Load More' }));
    expect(onLoadMore).toHaveBeenCalledOnce();
  });

  test('renders messages as text', () => {
    const { change } = draw();
    // A longer list renders only the alerts near the viewport.
    for (let at = 0; at < xssCorpus.length; at += 100) {
      const payloads = xssCorpus.slice(at, at + 100);
      change({ items: payloads.map((payload, index) => alert(index + 1, payload)) });
      const messages = [...document.querySelectorAll('.ob-alert-message')];
      expect(messages.map((one) => one.textContent)).toEqual(payloads);
      // Only web addresses become elements: links. The text beside one is in a plain span.
      const elements = messages.flatMap((one) => [...one.querySelectorAll(':not(span)')]);
      expect(elements.filter((one) => !/^https?:$/.test((one as HTMLAnchorElement).protocol ?? ''))).toEqual(
        [],
      );
    }
  });
});

describe('the page of one alert', () => {
  const draw = (state: Parameters<typeof AlertPanel>[0]['state']) => {
    const onRetry = vi.fn();
    render(<AlertPanel state={state} onRetry={onRetry} />);
    return onRetry;
  };

  test('shows the web addresses of the message as links [alerts.links]', () => {
    const message = 'Chart: https://example.com/chart.png';
    draw({ status: 'ready', code: 'a', alert: { ...alert(1), message } });
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://example.com/chart.png');
    expect(screen.getByRole('link').closest('p')?.textContent).toBe(message);
  });

  test('shows the message and its time [alerts.view]', () => {
    draw({ status: 'ready', code: 'a', alert: alert(1, 'Above the range\nonly') });
    expect(screen.getByRole('article').textContent).toContain('Above the range\nonly');
    expect(document.querySelector('time')?.textContent).toMatch(/^\d+\w\w November 2026, \d\d:00:00 [ap]m$/);
  });

  test("shows 'No alert code provided' without a code [alerts.view-no-code]", () => {
    draw({ status: 'no-code' });
    expect(screen.getByRole('alert').textContent).toContain('No alert code provided');
  });

  test("shows the server's error, or 'Failed to load alert' [alerts.view-failed]", () => {
    const onRetry = draw({ status: 'failed', code: 'a', message: '', isRetryable: true });
    expect(screen.getByRole('alert').textContent).toContain('Failed to load alert');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
    cleanup();
    draw({ status: 'failed', code: 'a', message: 'Closed for today', isRetryable: true });
    expect(screen.getByRole('alert').textContent).toContain('Closed for today');
  });

  test('links to the home page in place of Retry when the code is unknown [errors.retry-helps]', () => {
    draw({ status: 'failed', code: 'a', message: 'Failed to load alert', isRetryable: false });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'Go Back Home' }).getAttribute('href')).toBe('/');
  });

  test("shows 'No alert found' when there is none [alerts.view-none]", () => {
    draw({ status: 'none', code: 'a' });
    expect(screen.getByText('No alert found')).toBeDefined();
  });

  test('shows a skeleton while loading', () => {
    draw({ status: 'loading', code: 'a' });
    expect(screen.getByRole('status').textContent).toBe('Loading');
  });
});
