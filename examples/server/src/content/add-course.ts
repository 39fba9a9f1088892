import type { Db } from '../db/database.ts';
import { courseDocuments, courses } from '../db/schema/content.ts';
import { sanitizeHtml } from './sanitize-html.ts';

export interface NewCourse {
  readonly name: string;
  readonly description: string;
  /** HTML; only what `sanitizeHtml` keeps is stored. */
  readonly details: string;
  /** Names of course files. */
  readonly image: string | null;
  readonly video: string | null;
  readonly captions: string | null;
  readonly documents: readonly { readonly name: string; readonly file: string }[];
  /** Position in the list. */
  readonly position: number;
  readonly publishedAt: Date | null;
  readonly createdAt: Date;
}

/** Stores a course. Resolves with its id. */
export async function addCourse(db: Db, course: NewCourse): Promise<number> {
  const { documents, details, ...row } = course;
  const [stored] = await db
    .insert(courses)
    .values({ ...row, details: sanitizeHtml(details) })
    .returning({ id: courses.id });
  if (stored === undefined) throw new Error(`The course ${course.name} was not stored.`);
  if (documents.length > 0) {
    await db
      .insert(courseDocuments)
      .values(documents.map((document, position) => ({ ...document, position, courseId: stored.id })));
  }
  return stored.id;
}
