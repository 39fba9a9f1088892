// Lists of 2,000 items. jsdom has no layout: rows have their estimated height, and a test sets the list's position.
import type { GalleryItem } from '@openbell/core/chat';
import { ChatList } from '@openbell/ui/chat';
import { AlertsList, CourseGrid, NewsGrid } from '@openbell/ui/content';
import { CommandPalette } from '@openbell/ui/shell';
import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { SidePanel } from '../../packages/ui/src/chat/panel/SidePanel.tsx';
import { enter, openApp, USER } from './account/account-support.tsx';

const nothing = (): void => {};
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const at = Date.UTC(2026, 10, 21, 15);
const documentOf = (id: number): GalleryItem => ({
  messageId: id,
  index: 0,
  kind: 'document',
  sender: '',
  created_at: null,
  media: { file: `/${id}.pdf`, name: `Row ${id}.pdf`, size: 1, width: null, height: null },
});
const person = (id: number) => ({ user_id: id, user: { id, first_name: `Row ${id}`, dp: null } });

function panel(documents: number, users: number): ReactNode {
  return (
    <SidePanel
      chat={{
        id: 7,
        name: 'Scalpers',
        image: null,
        mute: false,
        unread_count: 0,
        last_msg: null,
        users: numbers(users).map(person),
        users_count: users,
      }}
      gallery={{ media: [], documents: numbers(documents).map(documentOf) }}
      viewerId={0}
      hasOlder={false}
      isLoadingOlder={false}
      onLoadOlder={nothing}
      onLoadUsers={async () => true}
      onMute={nothing}
      onZoom={nothing}
      onDownload={async () => true}
      onRenew={nothing}
      onClose={nothing}
    />
  );
}

const chats = (ids: readonly number[]): ReactNode => (
  <ChatList
    status="ready"
    chats={ids.map((id) => ({
      id,
      name: `Row ${id}`,
      image: null,
      mute: false,
      unread_count: 0,
      last_msg: null,
      users: [],
      users_count: 0,
      isTyping: false,
    }))}
    currentId={null}
    heading="Chats"
    hrefOf={(id) => `/chat/${id}`}
    onRetry={nothing}
  />
);

const alerts = (count: number): ReactNode => (
  <AlertsList
    status="ready"
    items={numbers(count).map((id) => ({ id, message: `Row ${id}`, created_at: null }))}
    hasMore
    now={at}
    onLoadMore={nothing}
    onRetry={nothing}
  />
);

const courses = (count: number): ReactNode => (
  <CourseGrid
    status="ready"
    items={numbers(count).map((id) => ({ id, name: `Row ${id}`, description: '', image: null }))}
    hrefOf={(id) => `/course/${id}`}
    onRetry={nothing}
  />
);

const news = (count: number): ReactNode => (
  <NewsGrid
    status="ready"
    items={numbers(count).map((id) => ({
      id,
      headline: `Row ${id}`,
      summary: '',
      image: null,
      url: '',
      datetime: null,
    }))}
    formatDate={() => ''}
    onRetry={nothing}
  />
);

const lists: Readonly<Record<string, (count: number) => ReactNode>> = {
  'chat list': (count) => chats(numbers(count)),
  'documents of a chat': (count) => panel(count, 0),
  'users of a chat': (count) => panel(0, count),
  alerts,
  courses,
  news,
};

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-index]')];
const listOf = (): HTMLElement => rows()[0]?.parentElement as HTMLElement;
const has = (id: number): boolean => rows().some((row) => new RegExp(`Row ${id}\\b`).test(row.textContent));

/** The pixels that rows have before and after them in place of those that are not rendered. */
const margins = (): number =>
  rows().reduce(
    (sum, { style }) =>
      sum + Number.parseFloat(style.marginBlockStart || '0') + Number.parseFloat(style.marginBlockEnd || '0'),
    0,
  );

function scrollTo(px: number): void {
  const top = new DOMRect(0, -px, 400, 1000);
  vi.spyOn(listOf(), 'getBoundingClientRect').mockReturnValue(top);
  fireEvent.scroll(window);
}

describe.each(Object.entries(lists))('the %s', (_, listOfCount) => {
  test('renders only rows near the viewport of 2,000 and reaches the last', () => {
    render(listOfCount(2000));
    expect(has(1)).toBe(true);
    expect(rows().length).toBeLessThan(60);
    expect(rows()[0]?.getAttribute('aria-setsize')).toBe('2000');
    expect(rows()[0]?.getAttribute('aria-posinset')).toBe('1');
    const length = margins();
    scrollTo(length);
    expect(has(2000)).toBe(true);
    expect(has(1)).toBe(false);
    expect(rows().length).toBeLessThan(60);
    expect(rows().at(-1)?.getAttribute('aria-posinset')).toBe('2000');
  });

  test('renders all of 100 rows, without margins and positions', () => {
    render(listOfCount(100));
    expect(rows()).toHaveLength(100);
    expect(margins()).toBe(0);
    expect(rows()[0]?.hasAttribute('aria-setsize')).toBe(false);
  });
});

test('keeps the focused row and its neighbors when the list scrolls away from it', () => {
  render(chats(numbers(2000)));
  const third = screen.getByRole('link', { name: /Row 3$/ });
  act(() => third.focus());
  scrollTo(50_000);
  expect(document.activeElement).toBe(third);
  expect([1, 2, 3, 4, 5].map(has)).toEqual([false, true, true, true, false]);
  act(() => third.blur());
  expect(has(3)).toBe(false);
});

test('keeps the focus when the focused row moves to the top', () => {
  const { rerender } = render(chats(numbers(2000)));
  scrollTo(50_000);
  const middle = rows()[8]?.querySelector('a') as HTMLElement;
  const id = Number(/Row (\d+)/.exec(middle.textContent)?.[1]);
  act(() => middle.focus());
  rerender(chats([id, ...numbers(2000).filter((one) => one !== id)]));
  expect(document.activeElement).toBe(middle);
  expect(rows()[0]?.contains(middle)).toBe(true);
});

test('keeps the length of the list when its rows change places', () => {
  const { rerender } = render(chats(numbers(2000)));
  const before = margins() + rows().length * 58;
  scrollTo(20_000);
  rerender(chats(numbers(2000).toReversed()));
  expect(margins() + rows().length * 58).toBe(before);
});

test.each([
  ['alerts', alerts],
  ['courses', courses],
  ['news', news],
] as const)('has the same rows at the scroll position of the %s after Back', (_, listOfCount) => {
  const page = render(listOfCount(2000));
  // Rows are higher than estimated.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(640);
  page.rerender(<i />);
  page.rerender(listOfCount(2000));
  scrollTo(6400);
  const before = rows().map(({ textContent }) => textContent);
  const length = margins();
  page.rerender(<i />);
  page.rerender(listOfCount(2000));
  scrollTo(6400);
  expect(rows().map(({ textContent }) => textContent)).toEqual(before);
  expect(margins()).toBe(length);
});

test('walks through 2,000 chats in the palette by arrow keys', async () => {
  const app = openApp(<CommandPalette open isSubscribed onClose={nothing} onGo={nothing} />);
  await enter(app, { ...USER, expired_at: '2026-12-21T15:00:00Z' });
  const call = await app.call('/api/web/chats');
  await call.respond(200, {
    data: numbers(2000).map((id) => ({ id, name: `Row ${id}`, image: null, users: [], messages: [] })),
  });
  await screen.findByRole('option', { name: 'Row 1' });
  expect(screen.getAllByRole('option').length).toBeLessThan(60);
  const box = screen.getByRole('combobox');
  const active = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '');
  fireEvent.keyDown(box, { key: 'ArrowUp' });
  expect(active()?.textContent).toBe('Row 2000');
  expect(active()?.getAttribute('aria-selected')).toBe('true');
  fireEvent.keyDown(box, { key: 'ArrowUp' });
  expect(active()?.textContent).toBe('Row 1999');
  fireEvent.change(box, { target: { value: 'row 17' } });
  expect(active()?.textContent).toBe('Row 17');
});
