// Courses and alerts. The constraints are in migrations/0008-content.sql.
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/** A course; `image`, `video` and `captions` are names of course files. */
export const courses = pgTable('courses', {
  id: id(),
  name: text('name').notNull(),
  description: text('description').notNull().default(''),
  /** Sanitized HTML, by `addCourse`. */
  details: text('details').notNull().default(''),
  image: text('image'),
  video: text('video'),
  captions: text('captions'),
  position: integer('position').notNull(),
  /** Null: not published. */
  publishedAt: instant('published_at'),
  createdAt: instant('created_at').notNull(),
});

/** A document of a course; `file` is the name of a course file. */
export const courseDocuments = pgTable(
  'course_documents',
  {
    courseId: integer('course_id').notNull(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    file: text('file').notNull(),
  },
  (table) => [primaryKey({ columns: [table.courseId, table.position] })],
);

/** Alerts for all subscribers; readable by the code without signing in until `codeExpiresAt`. */
export const siteAlerts = pgTable('site_alerts', {
  id: id(),
  code: text('code').notNull(),
  message: text('message').notNull(),
  /** The name of its stored picture, whose address is in the message. */
  picture: text('picture'),
  createdAt: instant('created_at').notNull(),
  codeExpiresAt: instant('code_expires_at'),
});

/** Alerts that will be published. */
export const scheduledAlerts = pgTable('scheduled_alerts', {
  id: id(),
  message: text('message').notNull(),
  picture: text('picture'),
  dueAt: instant('due_at').notNull(),
  createdAt: instant('created_at').notNull(),
});
