import { beforeAll, describe, expect, test } from 'vitest';
import { addCourse } from '../../../examples/server/src/content/add-course.ts';
import { courses } from '../../../examples/server/src/db/schema/content.ts';
import { sharedServer } from '../../support/test-server.ts';

interface SentCourse {
  readonly id: number;
  readonly name: string;
  readonly image: string | null;
  readonly video: string | null;
  readonly captions: string | null;
  readonly details: string;
  readonly documents: readonly { readonly name: string; readonly file: string }[];
}

let member: string;
let first: SentCourse;
const server = sharedServer();
beforeAll(async () => {
  member = await server.signIn('member');
  first = (await list())[0] as SentCourse;
});

async function list(token = member): Promise<readonly SentCourse[]> {
  const response = await server.call('GET', '/api/app/courses', { token });
  expect(response.status).toBe(200);
  return JSON.parse(response.text);
}
const open = (id: number | string, token = member) => server.call('GET', `/api/app/course/${id}`, { token });
const findDraft = async () =>
  (await server.context.db.select().from(courses)).find(({ publishedAt }) => publishedAt === null);
const documentUrl = () => first.documents[0]?.file ?? '';

describe('course calls', () => {
  test('return the published courses to any member, without a wrapping object [courses.calls]', async () => {
    const all = await list();
    expect(all.length).toBeGreaterThan(2);
    for (const course of all) {
      const response = await open(course.id);
      expect(response.status).toBe(200);
      expect(response.body).toMatchObject({ id: course.id, name: course.name, details: course.details });
    }
    const draft = await findDraft();
    expect(all.map(({ id }) => id)).not.toContain(draft?.id);
  });

  test('return 404 for an unpublished course and for invalid ids [courses.unpublished]', async () => {
    const draft = await findDraft();
    for (const id of [draft?.id ?? 0, 0, -1, 'x', '1.5', '99999999999', '2147483647']) {
      expect((await open(id)).status, String(id)).toBe(404);
    }
  });
});

describe('course details', () => {
  test('are stored with safe markup only [courses.sanitized-at-write]', async () => {
    const id = await addCourse(server.context.db, {
      name: 'Hostile',
      description: '',
      details: '<p onclick="x()">Fine<script>alert(1)</script><img src=x onerror=alert(1)></p>',
      image: null,
      video: null,
      captions: null,
      documents: [],
      position: 99,
      publishedAt: new Date(),
      createdAt: new Date(),
    });
    expect((await open(id)).body.details).toBe('<p>Fine</p>');
  });
});

describe('files', () => {
  test('serves films, captions and documents at signed URLs [courses.signed-files]', async () => {
    for (const [address, type] of [
      [first.video, 'video/webm'],
      [first.captions, 'text/vtt; charset=utf-8'],
      [documentUrl(), 'application/pdf'],
    ] as const) {
      const response = await server.call('GET', address ?? '');
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toContain('sandbox');
      expect(response.headers.get('cache-control')).toContain('private');
    }
    const response = await server.call('GET', documentUrl());
    expect(response.headers.get('content-disposition')).toContain(
      'attachment; filename="Opening range worksheet.pdf"',
    );
    expect(response.text.startsWith('%PDF-')).toBe(true);
  });

  test('returns 403 for a missing signature or one of another file, user or time', async () => {
    const url = new URL(documentUrl(), server.url);
    const other = first.documents[1]?.file.replace(/\?.*/, '') ?? '';
    const changed = (name: string, value: string) => {
      const copy = new URL(url);
      copy.searchParams.set(name, value);
      return copy.pathname + copy.search;
    };
    for (const address of [
      url.pathname,
      other + url.search,
      changed('member', '1'),
      changed('member', '0'),
      changed('expires', String(Date.now() + 10 * 86_400_000)),
      changed('signature', 'x'),
      `/media/courses/..%2f..%2fpackage.json${url.search}`,
    ]) {
      expect((await server.call('GET', address)).status, address).toBe(403);
    }
  });

  test('invalidates a URL when the sessions of its user end [courses.bound-to-member]', async () => {
    const token = await server.signIn('lapsed');
    const address = (await list(token))[0]?.documents[0]?.file ?? '';
    expect((await server.call('GET', address)).status).toBe(200);
    await server.call('POST', '/api/web/logout', { token });
    expect((await server.call('GET', address)).status).toBe(403);
  });

  test('serves byte ranges of a film [courses.range]', async () => {
    const requestRange = (range: string) => server.call('GET', first.video ?? '', { headers: { range } });
    const part = await requestRange('bytes=0-3');
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toMatch(/^bytes 0-3\/\d+$/);
    expect(part.headers.get('content-length')).toBe('4');
    expect((await requestRange('bytes=99999999-')).status).toBe(416);
  });

  test('serves course pictures without a signature, and nothing else at their path', async () => {
    expect((await server.call('GET', first.image ?? '')).headers.get('content-type')).toBe('image/webp');
    for (const name of [
      'opening-range.webm',
      'opening-range-worksheet.pdf',
      'none.webp',
      '..%2fpackage.json',
    ]) {
      expect((await server.call('GET', `/media/course-pictures/${name}`)).status, name).toBe(404);
    }
  });

  test('expires a URL after ten to twenty minutes [courses.link-expiry]', async () => {
    const address = documentUrl();
    server.clock.advance(10 * 60_000 - 5_000);
    expect((await server.call('GET', address)).status).toBe(200);
    server.clock.advance(10 * 60_000 + 10_000);
    expect((await server.call('GET', address)).status).toBe(403);
  });
});
