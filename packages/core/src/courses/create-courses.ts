import { atom } from 'nanostores';
import { type Course, type CourseDocument, courseEndpoint, coursesEndpoint } from '../contract/index.ts';
import { silentLog } from '../ports/index.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { coursesErrorOf, isCourseId, positionToKeep } from './courses.rules.ts';
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
    const answer = await api.request(coursesEndpoint, { signal: controller.signal });
    const mine = listFlight?.controller === controller;
    if (mine) listFlight = null;
    if (answer.ok) {
      if (mine) $list.set({ status: 'ready', items: answer.data });
      return succeed(answer.data);
    }
    const error = coursesErrorOf(answer);
    if (mine) {
      log('Failed to load courses', answer);
      onError?.({ where: 'courses', error: answer });
      $list.set({ status: 'failed', items: $list.get().items, error });
    }
    return fail(error);
  }

  async function fetchCourse(id: number, controller: AbortController): Promise<CourseOutcome> {
    const params = { courseId: id };
    const answer = await api.request(courseEndpoint, { params, signal: controller.signal });
    if (courseFlight?.controller !== controller) return fail({ code: 'superseded' });
    courseFlight = null;
    if (answer.ok) {
      $course.set({ status: 'ready', id, course: answer.data });
      return succeed(answer.data);
    }
    if (answer.status === 404) {
      $course.set({ status: 'missing', id, course: null });
      return fail({ code: 'course-missing' });
    }
    const error = coursesErrorOf(answer);
    log('Failed to load course', answer);
    onError?.({ where: 'courses', error: answer });
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
    const { promise, resolve } = withResolvers<CourseOutcome>();
    courseFlight = { id, controller, outcome: promise };
    void fetchCourse(id, controller).then(resolve);
    return promise;
  }

  /** Returns the document with a new URL; null when the server no longer has it. */
  async function renew(place: number, old: CourseDocument, courseId: number): Promise<CourseDocument | null> {
    const loaded = await openCourse(courseId);
    const fresh = loaded.ok ? loaded.value.documents[place] : undefined;
    return fresh !== undefined && fresh.name === old.name && fresh.file !== old.file ? fresh : null;
  }

  async function fetchWhole(place: number, controller: AbortController): Promise<DownloadOutcome> {
    const { id, course } = $course.get();
    const document = course?.documents[place];
    if (id === null || document === undefined) return fail({ code: 'download-failed', status: 0 });
    const show = (progress: DownloadProgress): void => {
      if (downloads.get(place)?.controller === controller) setProgress(place, progress);
    };
    show({ received: 0, total: null });
    const first = await fetchDocument(document, controller.signal, show);
    if (first.ok || ![401, 403, 404, 410].includes(first.error.status)) return first;
    const fresh = await renew(place, document, id);
    return fresh === null ? first : fetchDocument(fresh, controller.signal, show);
  }

  function setProgress(place: number, progress: DownloadProgress | null): void {
    const next = new Map($downloads.get());
    if (progress === null) next.delete(place);
    else next.set(place, progress);
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
      // Set before the request starts, because the answer may be synchronous.
      const { promise, resolve } = withResolvers<ListOutcome>();
      listFlight = { controller, outcome: promise };
      void fetchList(controller).then(resolve);
      return promise;
    },
    openCourse,
    download(place) {
      const running = downloads.get(place);
      if (running !== undefined) return running.outcome;
      const controller = new AbortController();
      const { promise, resolve } = withResolvers<DownloadOutcome>();
      downloads.set(place, { controller, outcome: promise });
      void fetchWhole(place, controller).then((outcome) => {
        if (downloads.get(place)?.controller === controller) {
          downloads.delete(place);
          setProgress(place, null);
          if (!outcome.ok) log('Download failed', outcome.error);
        }
        resolve(outcome);
      });
      return promise;
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

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
