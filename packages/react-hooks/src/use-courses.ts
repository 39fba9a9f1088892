'use client';

import { useStore } from '@nanostores/react';
import type { CourseListState, CourseState, Courses, DownloadProgress } from '@openbell/core/courses';
import { useCallback, useEffect, useMemo } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The result of {@link useCourseList}: the state, and a function that loads it again. */
export interface CourseListBinding {
  readonly state: CourseListState;
  readonly reload: () => void;
}

/** Returns the courses. Loaded whenever a component mounts, and on `reload`; a load that is under way is shared. */
export function useCourseList(instance?: Courses): CourseListBinding {
  const courses = useFeature(instance, (openbell) => openbell.courses);
  const state = useStore(courses.$list);
  const reload = useCallback(() => void courses.loadList(), [courses]);
  useEffect(reload, [reload]);
  return { state, reload };
}

/** The result of {@link useCourse}. */
export interface CourseBinding extends Pick<Courses, 'download'> {
  /** The state of the requested course; `loading` while the store still holds another one. */
  readonly state: Exclude<CourseState, { readonly status: 'idle' }>;
  /** Running downloads by the document's index in the list. */
  readonly downloads: ReadonlyMap<number, DownloadProgress>;
  readonly reload: () => void;
  /** Reloads the course. Resolves when the state is updated. */
  readonly renew: () => Promise<unknown>;
  /** Returns the member's position in the video, in seconds. */
  readonly position: () => number;
  readonly keepPosition: (seconds: number, duration: number) => void;
}

/** Returns the course with an id. Loaded on mount and when the id changes. */
export function useCourse(id: number, instance?: Courses): CourseBinding {
  const courses = useFeature(instance, (openbell) => openbell.courses);
  const held = useStore(courses.$course);
  const downloads = useStore(courses.$downloads);
  const { download } = courses;
  // As text in each function, because a bad URL gives NaN, which never equals itself.
  const key = String(id);
  const actions = useMemo(
    () => ({
      reload: () => void courses.openCourse(Number(key)),
      renew: () => courses.openCourse(Number(key)),
      position: () => courses.positionOf(Number(key)),
      keepPosition: (seconds: number, duration: number) =>
        courses.keepPosition(Number(key), seconds, duration),
    }),
    [courses, key],
  );
  const { reload } = actions;
  useEffect(reload, [reload]);
  const isRequested = held.status !== 'idle' && Object.is(held.id, id);
  const state = isRequested ? held : ({ status: 'loading', id, course: null } as const);
  return { state, downloads, download, ...actions };
}
