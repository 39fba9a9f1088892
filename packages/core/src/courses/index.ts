export { documentNameOf } from './courses.rules.ts';
export type {
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
export { createCourses } from './create-courses.ts';
