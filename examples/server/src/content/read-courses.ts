import type { Course } from '@openbell/core/contract';
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { courseDocuments, courses } from '../db/schema/content.ts';
import type { SignedLinks } from '../security/signed-links.ts';

interface CourseQuery {
  readonly links: SignedLinks;
  readonly userId: number;
  /** Returns only this course. */
  readonly id?: number;
}

/** Returns the published courses in order, with signed links for one user. */
export async function readCourses(db: Db, { links, userId, id }: CourseQuery): Promise<Course[]> {
  const rows = await db
    .select()
    .from(courses)
    .where(and(isNotNull(courses.publishedAt), id === undefined ? undefined : eq(courses.id, id)))
    .orderBy(asc(courses.position), asc(courses.id));
  if (rows.length === 0) return [];
  const documents = await db
    .select()
    .from(courseDocuments)
    .where(
      inArray(
        courseDocuments.courseId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(courseDocuments.position));
  const signed = (file: string | null) => (file === null ? null : links.url(file, userId));
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    image: row.image === null ? null : `/media/course-pictures/${row.image}`,
    video: signed(row.video),
    captions: signed(row.captions),
    details: row.details,
    documents: documents
      .filter((document) => document.courseId === row.id)
      .map(({ name, file }) => ({ name, file: links.url(file, userId) })),
  }));
}
