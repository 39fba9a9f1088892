import { eq } from 'drizzle-orm';
import { courseDocuments } from '../db/schema/content.ts';
import { HttpError, notFound } from '../http/http-error.ts';
import { defineOtherRoutes } from '../routes.ts';
import { hasSession } from '../sessions/sessions.ts';
import { courseFile, isCoursePicture } from './course-files.ts';
import { courseLinksOf } from './course-links.ts';

/** Serves the files of courses: images to anyone, other files by signed links. */
export const courseMediaRoutes = defineOtherRoutes({
  'GET /media/course-pictures/:file': async (context, { params, sendFile }) => {
    const name = params.file ?? '';
    if (!isCoursePicture(name)) throw notFound();
    const file = courseFile(context.files, name);
    return sendFile(
      { ...file, name },
      {
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'public, max-age=86400',
      },
    );
  },

  'GET /media/courses/:file': async (context, { params, url, sendFile }) => {
    const name = params.file ?? '';
    const userId = (await courseLinksOf(context)).verify(name, url.searchParams);
    if (!userId || !(await hasSession(context.db, userId, context.clock.now()))) {
      throw new HttpError(403, 'This link is no longer valid.');
    }
    const [document] = await context.db
      .select({ name: courseDocuments.name })
      .from(courseDocuments)
      .where(eq(courseDocuments.file, name))
      .limit(1);
    const file = courseFile(context.files, name);
    const downloadName =
      document === undefined ? name : `${document.name}${name.slice(name.lastIndexOf('.'))}`;
    return sendFile(
      { ...file, name: downloadName },
      {
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'private, max-age=600',
      },
    );
  },
});
