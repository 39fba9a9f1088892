// News, courses and alerts.
import * as v from 'valibot';
import {
  type IsoInstant,
  idSchema,
  instantSchema,
  nullableTextSchema,
  numberSchema,
  textSchema,
} from './primitives.ts';
import { lenientList, type Schema } from './schema.ts';

export interface NewsItem {
  readonly id: number;
  readonly headline: string;
  readonly summary: string;
  readonly image: string | null;
  readonly url: string;
  /** Unix seconds. */
  readonly datetime: number;
}

export const newsItemSchema: Schema<NewsItem> = v.object({
  id: idSchema,
  headline: v.pipe(v.string(), v.nonEmpty()),
  summary: textSchema,
  image: nullableTextSchema,
  url: textSchema,
  datetime: numberSchema,
});

export const newsListSchema: Schema<readonly NewsItem[]> = lenientList(newsItemSchema);

export interface CourseDocument {
  readonly name: string;
  readonly file: string;
}

const courseDocumentSchema: Schema<CourseDocument> = v.object({
  name: textSchema,
  file: v.pipe(v.string(), v.nonEmpty()),
});

export interface Course {
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

export const courseSchema: Schema<Course> = v.object({
  id: idSchema,
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
});

export const courseListSchema: Schema<readonly Course[]> = lenientList(courseSchema);

export interface Alert {
  readonly id: number;
  readonly message: string;
  readonly created_at: IsoInstant;
}

export const alertSchema: Schema<Alert> = v.object({
  id: idSchema,
  message: textSchema,
  created_at: instantSchema,
});

export interface AlertsAnswer {
  readonly data: readonly Alert[];
  readonly last_page: number;
}

export const alertsAnswerSchema: Schema<AlertsAnswer> = v.object({
  data: lenientList(alertSchema),
  last_page: v.fallback(v.pipe(idSchema, v.minValue(1)), 1),
});

/** An alert, null, or the server's message why there is none. */
export type AlertAnswer = { readonly alert: Alert | null } | { readonly error: string };

export const alertAnswerSchema: Schema<AlertAnswer> = v.union([
  v.object({ alert: v.nullable(alertSchema) }),
  v.object({ error: v.string() }),
]);
