import { asc, eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { courseDocuments, courses } from '../db/schema/content.ts';
import { sanitizeHtml } from './sanitize-html.ts';

/** A course with its documents; `file`, `image`, `video` and `captions` are names of course files. */
export type NewCourse = Omit<typeof courses.$inferSelect, 'id'> & {
  readonly documents: readonly Pick<typeof courseDocuments.$inferSelect, 'name' | 'file'>[];
};

/** Stores a course, with sanitized `details`, and returns its id. */
export async function addCourse(db: Db, course: NewCourse): Promise<number> {
  const { documents, details, ...row } = course;
  const [stored] = await db
    .insert(courses)
    .values({ ...row, details: sanitizeHtml(details) })
    .returning({ id: courses.id });
  if (stored === undefined) throw new Error(`The course ${course.name} was not stored.`);
  await insertDocuments(db, stored.id, documents);
  return stored.id;
}

async function insertDocuments(
  db: Db,
  courseId: number,
  documents: readonly Pick<typeof courseDocuments.$inferSelect, 'name' | 'file'>[],
): Promise<void> {
  if (documents.length === 0) return;
  await db
    .insert(courseDocuments)
    .values(documents.map((document, position) => ({ ...document, position, courseId })));
}

/** The texts and files of a course. */
export type CourseContent = Omit<NewCourse, 'position' | 'publishedAt' | 'createdAt'>;

export type CourseRow = typeof courses.$inferSelect;

/** Returns all courses in their order, also unpublished ones. */
export function listCourses(db: Db): Promise<CourseRow[]> {
  return db.select().from(courses).orderBy(asc(courses.position), asc(courses.id));
}

/** Replaces the texts and documents of a course and returns the names of its former files; undefined for an unknown id. */
export function replaceCourse(
  db: Db,
  id: number,
  { documents, details, ...row }: CourseContent,
): Promise<readonly (string | null)[] | undefined> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(courses).where(eq(courses.id, id)).for('update');
    if (before === undefined) return undefined;
    await tx
      .update(courses)
      .set({ ...row, details: sanitizeHtml(details) })
      .where(eq(courses.id, id));
    const removed = await tx.delete(courseDocuments).where(eq(courseDocuments.courseId, id)).returning();
    await insertDocuments(tx, id, documents);
    return [before.image, before.video, before.captions, ...removed.map(({ file }) => file)];
  });
}

/** Publishes a course, or hides it. Returns false for an unknown id. */
export async function setPublished(db: Db, id: number, publishedAt: Date | null): Promise<boolean> {
  const changed = await db
    .update(courses)
    .set({ publishedAt })
    .where(eq(courses.id, id))
    .returning({ id: courses.id });
  return changed.length > 0;
}

/** Moves courses to the front, in the order of `ids`. Returns the ids that do not exist; then nothing has changed. */
export function orderCourses(db: Db, ids: readonly number[]): Promise<readonly number[]> {
  return db.transaction(async (tx) => {
    const rows = await listCourses(tx);
    const unknown = ids.filter((id) => !rows.some((row) => row.id === id));
    if (unknown.length > 0) return unknown;
    const rest = rows.map(({ id }) => id).filter((id) => !ids.includes(id));
    for (const [position, id] of [...new Set(ids), ...rest].entries()) {
      await tx.update(courses).set({ position }).where(eq(courses.id, id));
    }
    return [];
  });
}
