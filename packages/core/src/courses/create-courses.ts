import { atom } from 'nanostores';
import { type Course, type CourseDocument, courseEndpoint, coursesEndpoint } from '../contract/index.ts';
import { silentLog } from '../ports/index.ts';
import { loadFailure } from '../shared/failures.ts';
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
  DownloadError,
  DownloadedDocument,
  DownloadProgress,
} from './courses.types.ts';
import { createDocumentFetch } from './create-document-fetch.ts';

type ListOutcome = Result<readonly Course[], CoursesError>;
type CourseOutcome = Result<Course, CourseError>;
type DownloadOutcome = Result<DownloadedDocument, DownloadError>;

interface Flight<T> {
  readonly controller: AbortController;
  readonly outcome: Promise<T>;
}

const nothingOpen: CourseState = { status: 'idle', id: null, course: null };

/** Creates courses: the list, the open course, its documents and the position in its video. */
export function createCourses(options: CoursesOptions): Courses {
  const { api, session, storage, log = silentLog, onError } = options;
  const fetchDocument = createDocumentFetch(options.fetch ?? ((...args) => globalThis.fetch(...args)));
  const $list = atom<CourseListState>({ status: 'idle', items: [] });
  const $course = atom<CourseState>(nothingOpen);
  const $downloads = atom<ReadonlyMap<number, DownloadProgress>>(new Map());
  let listFlight: Flight<ListOutcome> | null = null;
  let courseFlight: (Flight<CourseOutcome> & { readonly id: number }) | null = null;
  const downloads = new Map<number, Flight<DownloadOutcome>>();

  async function fetchList(controller: AbortController): Promise<ListOutcome> {
    const response = await api.request(coursesEndpoint, { signal: controller.signal });
    const mine = listFlight?.controller === controller;
    if (mine) listFlight = null;
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

  async function fetchCourse(id: number, controller: AbortController): Promise<CourseOutcome> {
    const params = { courseId: id };
    const response = await api.request(courseEndpoint, { params, signal: controller.signal });
    if (courseFlight?.controller !== controller) return fail({ code: 'superseded' });
    courseFlight = null;
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
    if (courseFlight?.id === id) return courseFlight.outcome;
    courseFlight?.controller.abort();
    courseFlight = null;
    const before = $course.get();
    if (before.id !== id) cancelDownloads();
    if (!isCourseId(id)) {
      $course.set({ status: 'missing', id, course: null });
      return Promise.resolve(fail({ code: 'course-missing' }));
    }
    const controller = new AbortController();
    $course.set({ status: 'loading', id, course: before.id === id ? before.course : null });
    courseFlight = { id, controller, outcome: fetchCourse(id, controller) };
    return courseFlight.outcome;
  }

  /** Returns the document with a new URL; null when the server no longer has it. */
  async function renew(index: number, old: CourseDocument, courseId: number): Promise<CourseDocument | null> {
    const loaded = await openCourse(courseId);
    const fresh = loaded.ok ? loaded.value.documents[index] : undefined;
    return fresh !== undefined && fresh.name === old.name && fresh.file !== old.file ? fresh : null;
  }

  async function fetchFile(index: number, controller: AbortController): Promise<DownloadOutcome> {
    const { id, course } = $course.get();
    const document = course?.documents[index];
    if (id === null || document === undefined) return fail({ code: 'download-failed', status: 0 });
    const show = (progress: DownloadProgress): void => {
      if (downloads.get(index)?.controller === controller) setProgress(index, progress);
    };
    setProgress(index, { received: 0, total: null });
    const first = await fetchDocument(document, controller.signal, show);
    if (first.ok || ![401, 403, 404, 410].includes(first.error.status)) return first;
    const fresh = await renew(index, document, id);
    return fresh === null ? first : fetchDocument(fresh, controller.signal, show);
  }

  function setProgress(index: number, progress: DownloadProgress | null): void {
    const next = new Map($downloads.get());
    if (progress === null) next.delete(index);
    else next.set(index, progress);
    $downloads.set(next);
  }

  function cancelDownloads(): void {
    for (const { controller } of downloads.values()) controller.abort();
    downloads.clear();
    if ($downloads.get().size > 0) $downloads.set(new Map());
  }

  return {
    $list,
    $course,
    $downloads,
    loadList() {
      if (listFlight) return listFlight.outcome;
      const controller = new AbortController();
      $list.set({ status: 'loading', items: $list.get().items });
      listFlight = { controller, outcome: fetchList(controller) };
      return listFlight.outcome;
    },
    openCourse,
    download(index) {
      const running = downloads.get(index);
      if (running !== undefined) return running.outcome;
      const controller = new AbortController();
      const outcome = fetchFile(index, controller).then((result) => {
        if (downloads.get(index)?.controller === controller) {
          downloads.delete(index);
          setProgress(index, null);
          if (!result.ok) log('Download failed', result.error);
        }
        return result;
      });
      downloads.set(index, { controller, outcome });
      return outcome;
    },
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
      listFlight?.controller.abort();
      courseFlight?.controller.abort();
      listFlight = null;
      courseFlight = null;
      cancelDownloads();
      $list.set({ status: 'idle', items: [] });
      $course.set(nothingOpen);
    },
  };
}
