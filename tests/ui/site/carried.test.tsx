import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isMemberPath, publicPageOf } from '../../../examples/web/src/pages.ts';
import { carry, takeCarried } from '../../../examples/web/src/site/carried.ts';
import { documentPlace } from '../../../examples/web/src/site/place.tsx';
import { createRecentNotices } from '../../../examples/web/src/site/recent-notices.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe("data passed to the tab's next document", () => {
  test('can be read once', () => {
    carry({ notices: [{ level: 'success', text: 'Done.' }] });
    carry({ accountCreated: true });
    expect(takeCarried()).toEqual({ notices: [{ level: 'success', text: 'Done.' }], accountCreated: true });
    expect(takeCarried()).toEqual({ notices: [], accountCreated: false });
  });

  test.each([
    '',
    'null',
    '[]',
    '{"notices":3}',
    '{"notices":[{"level":"loud","text":"x"},{"text":1},null]}',
    '{',
  ])('ignores %j in storage', (kept) => {
    sessionStorage.setItem('carried', kept);
    expect(takeCarried()).toEqual({ notices: [], accountCreated: false });
  });

  test('is skipped when storage is blocked', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('Blocked', 'SecurityError');
    });
    carry({ accountCreated: true });
    expect(takeCarried().accountCreated).toBe(false);
  });
});

describe('notices across a page change', () => {
  const notice = { level: 'success', text: 'Unsubscribed.' } as const;

  test('are passed on when shown in the last 8 s and the document is left', () => {
    let now = 0;
    const gone: string[] = [];
    const recent = createRecentNotices(() => now);
    const place = recent.carryNoticesBy(
      { ...documentPlace, go: (path) => gone.push(path) },
      (path) => !isMemberPath(path),
    );
    recent.note(notice);
    now = 7_999;
    place.go('/profile');
    expect(takeCarried().notices).toEqual([]);
    place.go('/');
    expect(takeCarried().notices).toEqual([notice]);
    now = 8_000;
    place.go('/');
    expect(takeCarried().notices).toEqual([]);
    expect(gone).toEqual(['/profile', '/', '/']);
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
