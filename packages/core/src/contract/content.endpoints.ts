// The calls of courses, alerts and news.
import {
  alertAnswerSchema,
  alertsAnswerSchema,
  courseListSchema,
  courseSchema,
  newsListSchema,
} from './content.ts';
import { get } from './endpoint.build.ts';
import type { Endpoints } from './endpoint.types.ts';

export const alertEndpoint: Endpoints['alert'] = /* @__PURE__ */ get('/web/alert/{code}', alertAnswerSchema);
export const alertsEndpoint: Endpoints['alerts'] = /* @__PURE__ */ get(
  '/web/alerts',
  alertsAnswerSchema,
  true,
);
export const coursesEndpoint: Endpoints['courses'] = /* @__PURE__ */ get('/app/courses', courseListSchema);
export const courseEndpoint: Endpoints['course'] = /* @__PURE__ */ get(
  '/app/course/{courseId}',
  courseSchema,
);
export const newsListEndpoint: Endpoints['newsList'] = /* @__PURE__ */ get('/app/news-list', newsListSchema);
