import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { publicPageOf } from '../../../examples/web/src/pages.ts';
import { createRecentNotices } from '../../../examples/web/src/site/notices/recent-notices.ts';
import { isMemberPath } from '../../../examples/web/src/site/routing/member-path.ts';
import { passToNextDocument, takePassedData } from '../../../examples/web/src/site/routing/next-document.ts';
import { documentNavigation } from '../../../examples/web/src/site/routing/site-navigation.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe("data passed to the tab's next document", () => {
  test('can be read once', () => {
    passToNextDocument({ notices: [{ level: 'success', text: 'Done.' }] });
    passToNextDocument({ accountCreated: true });
    expect(takePassedData()).toEqual({
      notices: [{ level: 'success', text: 'Done.' }],
      accountCreated: true,
    });
    expect(takePassedData()).toEqual({ notices: [], accountCreated: false });
  });

  test.each([
    '',
    'null',
    '[]',
    '{"notices":3}',
    '{"notices":[{"level":"loud","text":"x"},{"text":1},null]}',
    '{',
  ])('ignores %j in storage', (stored) => {
    sessionStorage.setItem('carried', stored);
    expect(takePassedData()).toEqual({ notices: [], accountCreated: false });
  });

  test('is skipped when storage is blocked', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('Blocked', 'SecurityError');
    });
    passToNextDocument({ accountCreated: true });
    expect(takePassedData().accountCreated).toBe(false);
  });
});

describe('notices across a page change', () => {
  const notice = { level: 'success', text: 'Unsubscribed.' } as const;

  test('are passed on when shown in the last 8 s and the document is left', () => {
    let now = 0;
    const removed: string[] = [];
    const recent = createRecentNotices(() => now);
    const navigation = recent.passNoticesOn(
      { ...documentNavigation, go: (path) => removed.push(path) },
      (path) => !isMemberPath(path),
    );
    recent.note(notice);
    now = 7_999;
    navigation.go('/profile');
    expect(takePassedData().notices).toEqual([]);
    navigation.go('/');
    expect(takePassedData().notices).toEqual([notice]);
    now = 8_000;
    navigation.go('/');
    expect(takePassedData().notices).toEqual([]);
    expect(removed).toEqual(['/profile', '/', '/']);
  });
});

describe('public documents and the members’ app', () => {
  test.each([
    '/dashboard',
    '/chat',
    '/chat/5',
    '/profile/edit',
    '/unsubscribe/7/confirm',
    '/course/3?x=/signin',
  ])("%s belongs to the members' app", (path) => expect(isMemberPath(path)).toBe(true));
  test.each([
    '/',
    '/#pricing',
    '/signin?redirect=/chat',
    '/chatter',
    '/profiles',
    '/alerts?code=x',
    '/login',
  ])('%s is public', (path) => expect(isMemberPath(path)).toBe(false));
  test('finds a page with or without a trailing slash; other paths are not found', () => {
    expect(publicPageOf('/terms/').path).toBe('/terms');
    expect(publicPageOf('/').path).toBe('/');
    expect(publicPageOf('/nothing').path).toBe('*');
  });
});
