import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { Course, User } from '../contract/index.ts';
import type { KeyValueStorage, Log, OnError } from '../ports/index.ts';
import type { Result } from '../shared/result.ts';

/** Why courses did not load: no answer, the server's refusal, or an answer that is not what was asked for. */
export interface CoursesError {
  readonly code: 'courses-unreachable' | 'courses-refused' | 'courses-unreadable';
}

/** A course cannot be had: it does not exist (or is not published), did not load, or another one was opened meanwhile. */
export interface CourseError {
  readonly code: CoursesError['code'] | 'course-missing' | 'superseded';
}

/** The list of courses, as the server orders it. A failed state keeps the last good items. */
export type CourseListState =
  | { readonly status: 'idle' | 'loading' | 'ready'; readonly items: readonly Course[] }
  | { readonly status: 'failed'; readonly items: readonly Course[]; readonly error: CoursesError };

/**
 * The course that is open. While it is loaded anew, and when that fails, the last good one stays: its addresses
 * expire (10 minutes at the reference server), its words do not.
 */
export type CourseState =
  | { readonly status: 'idle'; readonly id: null; readonly course: null }
  | { readonly status: 'loading'; readonly id: number; readonly course: Course | null }
  | { readonly status: 'ready'; readonly id: number; readonly course: Course }
  | { readonly status: 'missing'; readonly id: number; readonly course: null }
  | {
      readonly status: 'failed';
      readonly id: number;
      readonly course: Course | null;
      readonly error: CoursesError;
    };

/** A document on its way. */
export interface DownloadProgress {
  /** Bytes that have come. */
  readonly received: number;
  /** Bytes in all; null when the server did not say. */
  readonly total: number | null;
}

/** A document that has come whole. */
export interface DownloadedDocument {
  readonly blob: Blob;
  /** What the file is to be called: the document's name, with its address's ending. */
  readonly name: string;
}

/** 'Download failed. Please try again.'; `status` is the last answer's, 0 without one. */
export interface DownloadError {
  readonly code: 'download-failed' | 'download-cancelled';
  readonly status: number;
}

export interface Courses {
  readonly $list: ReadableAtom<CourseListState>;
  readonly $course: ReadableAtom<CourseState>;
  /** Documents of the open course that are on their way, by their place in the course's list. */
  readonly $downloads: ReadableAtom<ReadonlyMap<number, DownloadProgress>>;
  /** Fetches the list; calls while one is under way share it. Resolves after `$list` holds the outcome. */
  readonly loadList: () => Promise<Result<readonly Course[], CoursesError>>;
  /** Opens a course, or loads the open one anew. What is no id of a course (an address typed wrong) is missing. */
  readonly openCourse: (id: number) => Promise<Result<Course, CourseError>>;
  /**
   * Fetches a document of the open course, by its place in the list; a second call while it is on its way shares it. Only
   * a whole file of the kind that its name promises counts: a server's error page is never saved as a PDF. An address that has expired is renewed once.
   */
  readonly download: (place: number) => Promise<Result<DownloadedDocument, DownloadError>>;
  /** Seconds into a course's video where this person stopped; 0 at the start, and after the end. */
  readonly positionOf: (courseId: number) => number;
  /** Keeps where this person is in a course's video, in seconds; `duration` may be unknown (NaN). */
  readonly keepPosition: (courseId: number, seconds: number, duration: number) => void;
  /** Takes running requests back and empties the states. The instance can be used again. */
  readonly destroy: () => void;
}

export interface CoursesOptions {
  readonly api: Pick<ApiClient, 'request'>;
  /** Whose positions are kept; nobody's are without it. */
  readonly session?: { readonly $user: ReadableAtom<User | null> } | undefined;
  /** Where positions are kept: the session's cache, whose keys are a closed list. */
  readonly storage?: Pick<KeyValueStorage, 'read' | 'write' | 'remove'> | undefined;
  /** For documents, whose addresses are outside the API. No token is sent there: the address proves itself. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly log?: Log | undefined;
  readonly onError?: OnError | undefined;
}
