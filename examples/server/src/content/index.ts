// The public functions of content, for other areas and the operator.
export {
  addCourse,
  type CourseContent,
  listCourses,
  orderCourses,
  replaceCourse,
  setPublished,
} from './add-course.ts';
export { alertPicturePath, removeAlertPicture, storeAlertPicture } from './alert-pictures.ts';
export { findAlert, listAlerts, publishAlert, readAlert, retractAlert } from './alerts.ts';
export { findBrokenLinks } from './check-links.ts';
export { removeCourseFiles } from './course-files.ts';
export { readCourseFolder, storeCourseFolder } from './course-folder.ts';
export {
  cancelScheduledAlert,
  listScheduledAlerts,
  publishDueAlerts,
  scheduleAlert,
} from './scheduled-alerts.ts';
