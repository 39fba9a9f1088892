import { createCourses } from '@openbell/core/courses';
import { createFakeApi, createMemoryStorage, settle } from '@openbell/testing';
import { atom } from 'nanostores';
import { describe, expect, it } from 'vitest';
import { makeUser } from '../session/session-support.ts';

const LIST = '/app/courses';
const ONE = '/app/course/{courseId}';
const courseOf = (id: number, parts: object = {}) => ({
  id,
  name: `Course ${id}`,
  description: '',
  image: null,
  video: null,
  captions: null,
  details: '',
  documents: [],
  ...parts,
});
const person = (id: number) => makeUser({ id });

function setUp() {
  const api = createFakeApi(settle);
  const logged: string[] = [];
  const problems: string[] = [];
  const storage = createMemoryStorage();
  const $user = atom<ReturnType<typeof person> | null>(person(1));
  const courses = createCourses({
    api,
    storage,
    session: { $user },
    log: (message) => logged.push(message),
    onError: ({ where }) => problems.push(where),
  });
  return { api, courses, logged, problems, storage, $user };
}

describe('the list', () => {
  it('is loaded once for concurrent calls and keeps the server’s order', async () => {
    const { api, courses } = setUp();
    expect(api.requests).toEqual([]);
    const first = courses.loadList();
    expect(courses.loadList()).toBe(first);
    await api.latest(LIST).succeed([courseOf(2), courseOf(1)]);
    await first;
    expect(courses.$list.get()).toMatchObject({ status: 'ready', items: [{ id: 2 }, { id: 1 }] });
  });

  it('keeps the last loaded items and logs when loading fails [courses.load-error]', async () => {
    const { api, courses, logged, problems } = setUp();
    void courses.loadList();
    await api.latest(LIST).succeed([courseOf(1)]);
    void courses.loadList();
    await api.latest(LIST).refuse(500);
    expect(courses.$list.get()).toMatchObject({
      status: 'failed',
      items: [{ id: 1 }],
      error: { code: 'courses-refused' },
    });
    expect(logged).toEqual(['Failed to load courses']);
    expect(problems).toEqual(['courses']);
    void courses.loadList();
    await api.latest(LIST).lose();
    expect(courses.$list.get()).toMatchObject({ error: { code: 'courses-unreachable' } });
  });
});

describe('a course', () => {
  it('replaces the open course at once', async () => {
    const { api, courses } = setUp();
    void courses.openCourse(1);
    await api.latest(ONE).succeed(courseOf(1));
    expect(courses.$course.get()).toMatchObject({ status: 'ready', id: 1 });
    void courses.openCourse(2);
    expect(courses.$course.get()).toEqual({ status: 'loading', id: 2, course: null });
  });

  it('is the latest one opened, in any order of responses', async () => {
    const { api, courses } = setUp();
    const slow = courses.openCourse(1);
    const request = api.latest(ONE);
    void courses.openCourse(2);
    await request.succeed(courseOf(1));
    expect(await slow).toEqual({ ok: false, error: { code: 'superseded' } });
    expect(request.input.signal?.aborted).toBe(true);
    expect(courses.$course.get()).toMatchObject({ id: 2, course: null });
  });

  it('is missing when the server does not have it or the id is invalid [courses.missing]', async () => {
    const { api, courses, logged } = setUp();
    void courses.openCourse(9);
    await api.latest(ONE).refuse(404);
    expect(courses.$course.get()).toEqual({ status: 'missing', id: 9, course: null });
    for (const id of [Number.NaN, 0, -1, 1.5, 2 ** 60]) {
      expect(await courses.openCourse(id)).toEqual({ ok: false, error: { code: 'course-missing' } });
    }
    expect(api.requests).toHaveLength(1);
    expect(logged).toEqual([]);
  });

  it('stays while it is reloaded and when that fails', async () => {
    const { api, courses } = setUp();
    void courses.openCourse(1);
    await api.latest(ONE).succeed(courseOf(1));
    void courses.openCourse(1);
    expect(courses.$course.get()).toMatchObject({ status: 'loading', course: { id: 1 } });
    await api.latest(ONE).lose();
    expect(courses.$course.get()).toMatchObject({ status: 'failed', course: { id: 1 } });
  });

  it('destroy aborts requests and resets the states', async () => {
    const { api, courses } = setUp();
    void courses.loadList();
    void courses.openCourse(1);
    courses.destroy();
    expect(api.requests.every(({ input }) => input.signal?.aborted)).toBe(true);
    expect(courses.$course.get().status).toBe('idle');
    expect(courses.$list.get()).toEqual({ status: 'idle', items: [] });
  });
});

describe('the video position', () => {
  it('is stored in whole seconds per member [courses.resume]', () => {
    const { courses, $user, storage } = setUp();
    courses.keepPosition(7, 61.9, 600);
    courses.keepPosition(8, 20, Number.NaN);
    expect(courses.positionOf(7)).toBe(61);
    expect(courses.positionOf(8)).toBe(20);
    expect(storage.keys()).toEqual(['coursePositions']);
    $user.set(person(2));
    expect(courses.positionOf(7)).toBe(0);
    courses.keepPosition(7, 5, 600);
    $user.set(person(1));
    expect(courses.positionOf(7)).toBe(0);
    $user.set(null);
    courses.keepPosition(7, 99, 600);
    expect(courses.positionOf(7)).toBe(0);
  });

  it('is not stored at the start and at the end', () => {
    const { courses, storage } = setUp();
    courses.keepPosition(7, 30, 60);
    courses.keepPosition(7, 56, 60);
    expect(courses.positionOf(7)).toBe(0);
    courses.keepPosition(7, 0.5, 60);
    courses.keepPosition(7, Number.NaN, 60);
    expect(storage.keys()).toEqual([]);
  });

  it.each([
    '',
    'null',
    '{',
    '{"version":2}',
    '{"version":1,"user_id":1,"positions":[[7,-1]]}',
    'x'.repeat(20_000),
  ])('is 0 for invalid storage: %.40s', (text) => {
    const { courses, storage } = setUp();
    storage.write('coursePositions', text);
    expect(courses.positionOf(7)).toBe(0);
    courses.keepPosition(7, 12, 600);
    expect(courses.positionOf(7)).toBe(12);
  });

  it('is stored for the 50 latest courses', () => {
    const { courses } = setUp();
    for (let id = 1; id <= 60; id += 1) courses.keepPosition(id, 10, 600);
    expect(courses.positionOf(10)).toBe(0);
    expect(courses.positionOf(11)).toBe(10);
  });

  it('is 0 without a storage', () => {
    const courses = createCourses({ api: createFakeApi(settle) });
    courses.keepPosition(1, 10, 60);
    expect(courses.positionOf(1)).toBe(0);
  });
});
