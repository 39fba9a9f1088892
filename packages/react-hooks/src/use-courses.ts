'use client';

import { useStore } from '@nanostores/react';
import type { CourseListState, CourseState, Courses, DownloadProgress } from '@openbell/core/courses';
import { useCallback, useEffect, useMemo } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The list of courses as a component reads it: the state, and a way to load it again. */
export interface CourseListBinding {
  readonly state: CourseListState;
  readonly reload: () => void;
}

/** The courses, loaded when the first component that shows them appears, and again on `reload`. */
export function useCourseList(instance?: Courses): CourseListBinding {
  const courses = useFeature(instance, (openbell) => openbell.courses);
  const state = useStore(courses.$list);
  const reload = useCallback(() => void courses.loadList(), [courses]);
  useEffect(reload, [reload]);
  return { state, reload };
}

/** One course as a component reads it. */
export interface CourseBinding extends Pick<Courses, 'download'> {
  /** Of the asked course alone: `loading` while the store still holds another. */
  readonly state: Exclude<CourseState, { readonly status: 'idle' }>;
  /** Documents on their way, by their place in the list. */
  readonly downloads: ReadonlyMap<number, DownloadProgress>;
  readonly reload: () => void;
  /** Loads the course anew; resolves when the state holds the outcome. */
  readonly renew: () => Promise<unknown>;
  /** Seconds into the video where this person stopped. */
  readonly position: () => number;
  readonly keepPosition: (seconds: number, duration: number) => void;
}

/** The course of an id, loaded when the component appears and when the id changes. */
export function useCourse(id: number, instance?: Courses): CourseBinding {
  const courses = useFeature(instance, (openbell) => openbell.courses);
  const held = useStore(courses.$course);
  const downloads = useStore(courses.$downloads);
  const { download } = courses;
  const actions = useMemo(
    () => ({
      reload: () => void courses.openCourse(id),
      renew: () => courses.openCourse(id),
      position: () => courses.positionOf(id),
      keepPosition: (seconds: number, duration: number) => courses.keepPosition(id, seconds, duration),
    }),
    [courses, id],
  );
  const { reload } = actions;
  useEffect(reload, [reload]);
  const isAsked = held.status !== 'idle' && Object.is(held.id, id);
  const state = isAsked ? held : ({ status: 'loading', id, course: null } as const);
  return { state, downloads, download, ...actions };
}
