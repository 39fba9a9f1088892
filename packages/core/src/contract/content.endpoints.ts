// Calls of courses, alerts, news and contact.
// Each row is everything about a call; docs/contract/openapi.json is made from the rows and their comments.
import { type ContactBody, type MessageResponse, messageResponseSchema } from './accounts.ts';
import {
  type AlertResponse,
  type AlertsResponse,
  alertResponseSchema,
  alertsResponseSchema,
  type Course,
  courseListSchema,
  courseSchema,
  type NewsItem,
  newsListSchema,
} from './content.ts';
import { get, post } from './endpoint.build.ts';
import type { ContractCall } from './endpoint.types.ts';

/**
 * Sends a message from the contact form.
 */
export const submitContactFormEndpoint: ContractCall<'visitor', MessageResponse, ContactBody> =
  /* @__PURE__ */ post('/web/submit-contact-form', messageResponseSchema, { access: 'visitor' });

/**
 * Returns one alert by its public code.
 *
 * @response 404 An alert with this code.
 */
export const alertEndpoint: ContractCall<'visitor', AlertResponse, undefined, { readonly code: string }> =
  /* @__PURE__ */ get('/web/alert/{code}', alertResponseSchema, { access: 'visitor' });

/**
 * Returns a page of alerts, newest first.
 *
 * @response 422
 */
export const alertsEndpoint: ContractCall<
  'subscriber',
  AlertsResponse,
  undefined,
  undefined,
  { readonly page: number }
> = /* @__PURE__ */ get('/web/alerts', alertsResponseSchema, { access: 'subscriber', hasDataKey: true });

/**
 * Lists the courses.
 */
export const coursesEndpoint: ContractCall<'member', readonly Course[]> = /* @__PURE__ */ get(
  '/app/courses',
  courseListSchema,
  { access: 'member' },
);

/**
 * Returns one course.
 *
 * @response 404 A course with this id.
 */
export const courseEndpoint: ContractCall<'member', Course, undefined, { readonly courseId: number }> =
  /* @__PURE__ */ get('/app/course/{courseId}', courseSchema, { access: 'member' });

/**
 * Lists market news.
 *
 * `datetime` is in unix seconds.
 */
export const newsListEndpoint: ContractCall<'member', readonly NewsItem[]> = /* @__PURE__ */ get(
  '/app/news-list',
  newsListSchema,
  { access: 'member' },
);
