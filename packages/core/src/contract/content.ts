// News, courses and alerts.
import * as v from 'valibot';
import {
  entityIdSchema,
  type IsoInstant,
  idSchema,
  instantSchema,
  nullableTextSchema,
  numberSchema,
  textSchema,
  webAddressSchema,
} from './primitives.ts';
import { entityList, lenientList, orAbsent, type Schema } from './schema.ts';

export interface NewsItem {
  /** A local id (see `isServerId`) when the server sent none. */
  readonly id: number;
  /** Empty when missing. */
  readonly headline: string;
  readonly summary: string;
  readonly image: string | null;
  readonly url: string;
  /** Unix seconds; null when missing. */
  readonly datetime: number | null;
}

export const newsItemSchema: Schema<NewsItem> = v.pipe(
  v.object({
    id: entityIdSchema,
    headline: orAbsent(textSchema, '', v.pipe(v.string(), v.nonEmpty())),
    summary: textSchema,
    image: nullableTextSchema,
    url: webAddressSchema,
    datetime: orAbsent(numberSchema, null),
  }),
  v.check(({ headline, summary, image }) => `${headline}${summary}${image ?? ''}` !== '', 'Nothing to show'),
);

export const newsListSchema: Schema<readonly NewsItem[]> = entityList(newsItemSchema);

export interface CourseDocument {
  readonly name: string;
  /** URL; empty when missing: the name is shown without a download. */
  readonly file: string;
}

const courseDocumentSchema: Schema<CourseDocument> = v.pipe(
  v.object({
    name: textSchema,
    file: orAbsent(v.string(), '', v.pipe(v.string(), v.nonEmpty())),
  }),
  v.check(({ name, file }) => `${name}${file}` !== '', 'Nothing to show'),
);

export interface Course {
  /** A local id (see `isServerId`) when the server sent none. */
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly image: string | null;
  readonly video: string | null;
  /** URL of the video's captions in WebVTT (optional addition); null when missing. */
  readonly captions: string | null;
  /** Untrusted HTML: sanitize it before rendering. */
  readonly details: string;
  readonly documents: readonly CourseDocument[];
}

export const courseSchema: Schema<Course> = v.pipe(
  v.object({
    id: entityIdSchema,
    name: textSchema,
    description: textSchema,
    image: nullableTextSchema,
    video: nullableTextSchema,
    captions: nullableTextSchema,
    details: textSchema,
    documents: v.fallback(
      v.nullish(lenientList(courseDocumentSchema), () => []),
      () => [],
    ),
  }),
  v.check(
    ({ id, name, description, image, video, details, documents }) =>
      id >= 0 ||
      documents.length > 0 ||
      [name, description, image, video, details].some((part) => part !== '' && part !== null),
    'Nothing to show',
  ),
);

export const courseListSchema: Schema<readonly Course[]> = entityList(courseSchema);

export interface Alert {
  /** A local id (see `isServerId`) when the server sent none. */
  readonly id: number;
  readonly message: string;
  /** Null when missing or not a date. */
  readonly created_at: IsoInstant | null;
}

export const alertSchema: Schema<Alert> = v.pipe(
  v.object({
    id: entityIdSchema,
    message: textSchema,
    created_at: orAbsent(instantSchema, null),
  }),
  v.check(({ message, created_at }) => message !== '' || created_at !== null, 'Nothing to show'),
);

export interface AlertsResponse {
  readonly data: readonly Alert[];
  readonly last_page: number;
}

export const alertsResponseSchema: Schema<AlertsResponse> = v.object({
  data: entityList(alertSchema),
  last_page: v.fallback(v.pipe(idSchema, v.minValue(1)), 1),
});

/** An alert, null, or the server's message why there is none. */
export type AlertResponse = { readonly alert: Alert | null } | { readonly error: string };

export const alertResponseSchema: Schema<AlertResponse> = v.union([
  v.object({ alert: alertSchema }),
  v.object({ error: v.pipe(v.string(), v.minLength(1)) }),
  v.object({ alert: v.null() }),
]);
