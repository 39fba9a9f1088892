import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { Course, User } from '../contract/index.ts';
import type { KeyValueStorage, Log, OnError } from '../ports/index.ts';
import type { Result } from '../shared/result.ts';

/** Why courses did not load: no response, an error status, or an invalid response. */
export interface CoursesError {
  readonly code: 'courses-unreachable' | 'courses-refused' | 'courses-unreadable';
}

/** Why a course did not open: it does not exist, did not load, or another one was opened. */
export interface CourseError {
  readonly code: CoursesError['code'] | 'course-missing' | 'superseded';
}

/** The list of courses in the server's order. A failed state keeps the last loaded items. */
export type CourseListState =
  | { readonly status: 'idle' | 'loading' | 'ready'; readonly items: readonly Course[] }
  | { readonly status: 'failed'; readonly items: readonly Course[]; readonly error: CoursesError };

/**
 * The open course. Reloading, also a failed one, keeps the loaded course: its texts stay valid, although its URLs expire
 * (after 10 minutes on the reference server).
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

/** The progress of a download. */
export interface DownloadProgress {
  /** Received bytes. */
  readonly received: number;
  /** Total bytes; null when unknown. */
  readonly total: number | null;
}

/** A completely downloaded document. */
export interface DownloadedDocument {
  readonly blob: Blob;
  /** File name: the document's name with the extension of its URL. */
  readonly name: string;
}

/** 'Download failed. Please try again.'; `status` is that of the last response, 0 without one. */
export interface DownloadError {
  readonly code: 'download-failed' | 'download-cancelled';
  readonly status: number;
}

export interface Courses {
  readonly $list: ReadableAtom<CourseListState>;
  readonly $course: ReadableAtom<CourseState>;
  /** Pending downloads of the open course, by index in its list of documents. */
  readonly $downloads: ReadableAtom<ReadonlyMap<number, DownloadProgress>>;
  /** Loads the list. Concurrent calls share a request. Resolves when `$list` has the result. */
  readonly loadList: () => Promise<Result<readonly Course[], CoursesError>>;
  /** Opens a course, or reloads the open one. An invalid id results in `missing`. */
  readonly openCourse: (id: number) => Promise<Result<Course, CourseError>>;
  /**
   * Downloads a document of the open course by its index. Concurrent calls share a download. Only a complete file of
   * the expected type is accepted, never an error page. An expired URL is renewed once.
   */
  readonly download: (index: number) => Promise<Result<DownloadedDocument, DownloadError>>;
  /** Returns the member's position in a course's video in seconds; 0 at the start and after the end. */
  readonly positionOf: (courseId: number) => number;
  /** Stores the member's position in a course's video in seconds; `duration` is NaN when unknown. */
  readonly keepPosition: (courseId: number, seconds: number, duration: number) => void;
  /** Aborts pending requests and resets the states. The instance can be used again. */
  readonly destroy: () => void;
}

export interface CoursesOptions {
  readonly api: Pick<ApiClient, 'request'>;
  /** The member whose positions are stored; without it, none are. */
  readonly session?: { readonly $user: ReadableAtom<User | null> } | undefined;
  /** The session's storage for positions. */
  readonly storage?: Pick<KeyValueStorage, 'read' | 'write' | 'remove'> | undefined;
  /** Downloads documents, whose signed URLs are outside the API. No token is sent. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly log?: Log | undefined;
  readonly onError?: OnError | undefined;
}
