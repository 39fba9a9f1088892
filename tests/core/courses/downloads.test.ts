import { createCourses } from '@openbell/core/courses';
import { createFakeApi, settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';

const ONE = '/app/course/{courseId}';
const paper = { name: 'Work: sheet', file: '/media/a.pdf?signature=1' };

type Respond = (address: string, signal: AbortSignal | null | undefined) => Response | Promise<Response>;

async function openWith(respond: Respond, documents: readonly object[] = [paper]) {
  const api = createFakeApi(settle);
  const requested: string[] = [];
  const logged: string[] = [];
  const courses = createCourses({
    api,
    log: (message) => logged.push(message),
    fetch: async (input, init) => {
      requested.push(String(input));
      return respond(String(input), init?.signal);
    },
  });
  const course = { id: 1, name: 'a', description: '', image: null, video: null, captions: null, details: '' };
  const respondToCourse = (list: readonly object[]) =>
    api.latest(ONE).succeed({ ...course, documents: list });
  const opened = courses.openCourse(1);
  await respondToCourse(documents);
  await opened;
  return { api, courses, requested, logged, respondToCourse };
}

const pdf = (body: BodyInit | null, headers: Record<string, string> = {}, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'application/pdf', ...headers } });

/** `Content-Encoding` is not readable in such a response, `Content-Length` is. */
const crossOrigin = (response: Response) => Object.defineProperty(response, 'type', { value: 'cors' });

describe('a download', () => {
  it('returns the complete file with its name, and reports progress [courses.download]', async () => {
    const pieces = ['%PDF', '-1.4', ' end'];
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    });
    const { courses } = await openWith(() => pdf(body, { 'content-length': '12' }));
    const seen: (number | undefined)[] = [];
    const stop = courses.$downloads.listen((downloads) => seen.push(downloads.get(0)?.received));
    const outcome = await courses.download(0);
    stop();
    expect(seen).toEqual([0, 0, 4, 8, 12, undefined]);
    expect(outcome).toMatchObject({ ok: true, value: { name: 'Work_ sheet.pdf' } });
    expect(outcome.ok && (await outcome.value.blob.text())).toBe('%PDF-1.4 end');
    expect(courses.$downloads.get().size).toBe(0);
  });

  it('succeeds when a cross-origin response hides that it is compressed', async () => {
    // The length is that of the compressed file.
    const { courses } = await openWith(() => crossOrigin(pdf('%PDF-1.4', { 'content-length': '5' })));
    const totals: (number | null | undefined)[] = [];
    const stop = courses.$downloads.listen((downloads) => totals.push(downloads.get(0)?.total));
    expect(await courses.download(0)).toMatchObject({ ok: true });
    stop();
    expect(totals).toEqual([null, 5, null, undefined]);
  });

  it('is shared by two clicks', async () => {
    const { courses, requested } = await openWith(() => pdf('%PDF'));
    expect(courses.download(0)).toBe(courses.download(0));
    await courses.download(0);
    expect(requested).toHaveLength(1);
  });

  it.each([
    ['application/octet-stream', paper],
    ['', paper],
    ['application/pdf; charset=binary', paper],
    ['text/plain', { name: 'notes.txt', file: '/media/7' }],
    ['application/vnd.unknown', { name: 'model', file: '/media/model' }],
  ])('accepts the type %s', async (type, document) => {
    const { courses } = await openWith(
      () =>
        new Response(new TextEncoder().encode('x'), { headers: type === '' ? {} : { 'content-type': type } }),
      [document],
    );
    expect((await courses.download(0)).ok).toBe(true);
  });
});

describe('a failed download', () => {
  it.each<[string, Respond]>([
    ['a refusal', () => pdf('no', {}, 500)],
    [
      'a page in its place',
      () => new Response('<h1>Sign in</h1>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['an error in its place', () => Response.json({ message: 'no' })],
    ['a picture in its place', () => new Response('x', { headers: { 'content-type': 'image/png' } })],
    ['nothing', () => pdf(null)],
    ['less than was promised', () => pdf('%PDF', { 'content-length': '99' })],
    ['more than was promised', () => pdf('%PDF', { 'content-length': '3' })],
    [
      'less than was promised from another origin',
      () => crossOrigin(pdf('%PDF', { 'content-length': '99' })),
    ],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    [
      'a connection that is cut',
      () =>
        pdf(
          new ReadableStream({
            start: (controller) => controller.error(new TypeError('network error')),
          }),
        ),
    ],
  ])('fails: %s [courses.download-failed]', async (_what, respond) => {
    const { courses, logged } = await openWith(respond);
    expect(await courses.download(0)).toMatchObject({ ok: false, error: { code: 'download-failed' } });
    expect(courses.$downloads.get().size).toBe(0);
    expect(logged).toEqual(['Download failed']);
  });

  it('renews an expired URL once', async () => {
    const { courses, respondToCourse, requested } = await openWith((address) =>
      address.endsWith('2') ? pdf('%PDF') : pdf('gone', {}, 403),
    );
    const outcome = courses.download(0);
    await settle();
    await respondToCourse([{ ...paper, file: '/media/a.pdf?signature=2' }]);
    expect(await outcome).toMatchObject({ ok: true });
    expect(requested).toEqual(['/media/a.pdf?signature=1', '/media/a.pdf?signature=2']);
  });

  it('fails when the renewed URL is refused or belongs to another document', async () => {
    const rejected = await openWith(() => pdf('gone', {}, 403));
    const outcome = rejected.courses.download(0);
    await settle();
    await rejected.respondToCourse([{ ...paper, file: '/media/a.pdf?signature=2' }]);
    expect(await outcome).toMatchObject({ ok: false, error: { status: 403 } });
    expect(rejected.requested).toHaveLength(2);

    const moved = await openWith(() => pdf('gone', {}, 403));
    const other = moved.courses.download(0);
    await settle();
    await moved.respondToCourse([{ name: 'Another', file: '/media/b.pdf' }]);
    expect(await other).toMatchObject({ ok: false });
    expect(moved.requested).toHaveLength(1);
  });

  it('fails without a document at the index and without a course', async () => {
    const { courses, requested } = await openWith(() => pdf('%PDF'));
    expect(await courses.download(5)).toMatchObject({ ok: false });
    courses.destroy();
    expect(await courses.download(0)).toMatchObject({ ok: false });
    expect(requested).toEqual([]);
  });
});

it('is aborted without a log entry when the course is left', async () => {
  const { courses, logged } = await openWith(
    (_address, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      }),
  );
  const outcome = courses.download(0);
  await settle();
  void courses.openCourse(2);
  expect(await outcome).toMatchObject({ ok: false, error: { code: 'download-cancelled' } });
  expect(courses.$downloads.get().size).toBe(0);
  expect(logged).toEqual([]);
});
