import { atom } from 'nanostores';
import { type Course, type CourseDocument, courseEndpoint, coursesEndpoint } from '../contract/index.ts';
import { silentLog } from '../ports/index.ts';
import { loadFailure } from '../shared/failures.ts';
import { createFlight } from '../shared/flight.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { isCourseId, positionToKeep } from './courses.rules.ts';
import { readPosition, writePosition } from './courses.storage.ts';
import type {
  CourseError,
  CourseListState,
  CourseState,
  Courses,
  CoursesError,
  CoursesOptions,
} from './courses.types.ts';
import { createDocumentFetch } from './create-document-fetch.ts';
import { createDownloads } from './create-downloads.ts';

type ListOutcome = Result<readonly Course[], CoursesError>;
type CourseOutcome = Result<Course, CourseError>;

const nothingOpen: CourseState = { status: 'idle', id: null, course: null };

/** Creates courses: the list, the open course, its documents and the position in its video. */
export function createCourses(options: CoursesOptions): Courses {
  const { api, session, storage, log = silentLog, onError } = options;
  const $list = atom<CourseListState>({ status: 'idle', items: [] });
  const $course = atom<CourseState>(nothingOpen);
  const listFlight = createFlight<ListOutcome>();
  const courseFlight = createFlight<CourseOutcome>();
  const downloads = createDownloads({
    fetchDocument: createDocumentFetch(options.fetch ?? ((...args) => globalThis.fetch(...args))),
    log,
    documentAt: (index) => $course.get().course?.documents[index],
    renew,
  });

  async function fetchList(signal: AbortSignal): Promise<ListOutcome> {
    $list.set({ status: 'loading', items: $list.get().items });
    const response = await api.request(coursesEndpoint, { signal });
    const mine = listFlight.end(signal);
    if (response.ok) {
      if (mine) $list.set({ status: 'ready', items: response.data });
      return succeed(response.data);
    }
    const error: CoursesError = { code: `courses-${loadFailure(response)}` };
    if (mine) {
      log('Failed to load courses', response);
      onError?.({ where: 'courses', error: response });
      $list.set({ status: 'failed', items: $list.get().items, error });
    }
    return fail(error);
  }

  async function fetchCourse(id: number, signal: AbortSignal): Promise<CourseOutcome> {
    const response = await api.request(courseEndpoint, { params: { courseId: id }, signal });
    if (!courseFlight.end(signal)) return fail({ code: 'superseded' });
    if (response.ok) {
      $course.set({ status: 'ready', id, course: response.data });
      return succeed(response.data);
    }
    if (response.status === 404) {
      $course.set({ status: 'missing', id, course: null });
      return fail({ code: 'course-missing' });
    }
    const error: CoursesError = { code: `courses-${loadFailure(response)}` };
    log('Failed to load course', response);
    onError?.({ where: 'courses', error: response });
    $course.set({ status: 'failed', id, course: $course.get().course, error });
    return fail(error);
  }

  function openCourse(id: number): Promise<CourseOutcome> {
    const before = $course.get();
    const pending = courseFlight.pending();
    if (pending !== null && before.id === id) return pending;
    courseFlight.abort();
    if (before.id !== id) downloads.cancel();
    if (!isCourseId(id)) {
      $course.set({ status: 'missing', id, course: null });
      return Promise.resolve(fail({ code: 'course-missing' }));
    }
    $course.set({ status: 'loading', id, course: before.id === id ? before.course : null });
    return courseFlight.run((signal) => fetchCourse(id, signal));
  }

  /** Returns the document with a new URL; null when the server no longer has it. */
  async function renew(index: number, old: CourseDocument): Promise<CourseDocument | null> {
    const { id } = $course.get();
    const loaded = id === null ? null : await openCourse(id);
    const fresh = loaded?.ok ? loaded.value.documents[index] : undefined;
    return fresh !== undefined && fresh.name === old.name && fresh.file !== old.file ? fresh : null;
  }

  return {
    $list,
    $course,
    $downloads: downloads.$progress,
    loadList: () => listFlight.pending() ?? listFlight.run(fetchList),
    openCourse,
    download: downloads.download,
    positionOf(courseId) {
      const user = session?.$user.get() ?? null;
      return user === null || storage === undefined ? 0 : readPosition(storage, user.id, courseId);
    },
    keepPosition(courseId, seconds, duration) {
      const user = session?.$user.get() ?? null;
      if (user === null || storage === undefined) return;
      writePosition(storage, { userId: user.id, courseId, seconds: positionToKeep(seconds, duration) });
    },
    destroy() {
      listFlight.abort();
      courseFlight.abort();
      downloads.cancel();
      $list.set({ status: 'idle', items: [] });
      $course.set(nothingOpen);
    },
  };
}
