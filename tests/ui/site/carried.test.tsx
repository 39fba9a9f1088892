import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isMemberPath, publicPageOf } from '../../../examples/web/src/pages.ts';
import { carry, takeCarried } from '../../../examples/web/src/site/carried.ts';
import { documentPlace } from '../../../examples/web/src/site/place.tsx';
import { createSaid } from '../../../examples/web/src/site/said.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('what one document leaves for the next of its tab', () => {
  test('is there once', () => {
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
  ])('from %j in storage nothing is said', (kept) => {
    sessionStorage.setItem('carried', kept);
    expect(takeCarried()).toEqual({ notices: [], accountCreated: false });
  });

  test('blocked storage breaks nothing', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('Blocked', 'SecurityError');
    });
    carry({ accountCreated: true });
    expect(takeCarried().accountCreated).toBe(false);
  });
});

describe('a notice outlives a change of page', () => {
  const notice = { level: 'success', text: 'Unsubscribed.' } as const;

  test('what was said within 8 s is taken along where the document is left, and nowhere else', () => {
    let now = 0;
    const gone: string[] = [];
    const said = createSaid(() => now);
    const place = said.carryingBy(
      { ...documentPlace, go: (path) => gone.push(path) },
      (path) => !isMemberPath(path),
    );
    said.note(notice);
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

describe('two kinds of pages: public documents, and the members’ app', () => {
  test.each([
    '/dashboard',
    '/chat',
    '/chat/5',
    '/profile/edit',
    '/unsubscribe/7/confirm',
    '/course/3?x=/signin',
  ])("%s is the members'", (path) => expect(isMemberPath(path)).toBe(true));
  test.each([
    '/',
    '/#pricing',
    '/signin?redirect=/chat',
    '/chatter',
    '/profiles',
    '/alerts?code=x',
    '/login',
  ])('%s is public', (path) => expect(isMemberPath(path)).toBe(false));
  test('a page is found with or without a slash at its end; any other path is the not-found page', () => {
    expect(publicPageOf('/terms/').path).toBe('/terms');
    expect(publicPageOf('/').path).toBe('/');
    expect(publicPageOf('/nothing').path).toBe('*');
  });
});
