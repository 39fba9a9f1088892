import {
  addCourse,
  type CourseContent,
  findBrokenLinks,
  listCourses,
  orderCourses,
  readCourseFolder,
  removeCourseFiles,
  replaceCourse,
  setPublished,
  storeCourseFolder,
} from '../content/index.ts';
import { HttpError } from '../http/http-error.ts';
import type { Handlers, OperateContext, Upload } from './handlers.types.ts';

export const courseHandlers: Handlers<
  'course list' | 'course add' | 'course edit' | 'course publish' | 'course order'
> = {
  'course list': async ({ db }) => {
    const rows = await listCourses(db);
    return {
      message: `Courses, in their order: ${rows.length}.`,
      rows: rows.map(({ id, name, publishedAt, image, video }) => ({
        course: id,
        name,
        published: publishedAt?.toISOString() ?? 'no',
        image: image !== null,
        video: video !== null,
      })),
    };
  },

  'course add': async (context, { folder, 'allow-broken-links': allowBroken }) => {
    const { course, links } = await storeFolder(context, folder, allowBroken);
    const position = Math.max(0, ...(await listCourses(context.db)).map((row) => row.position + 1));
    const createdAt = new Date(context.clock.now());
    const id = await keepingFiles(context, course, () =>
      addCourse(context.db, { ...course, position, createdAt, publishedAt: null }),
    );
    return {
      message: `The course ${id} "${course.name}" is added. To show it to the members: course publish ${id}`,
      details: { course: id, documents: course.documents.length, links },
    };
  },

  'course edit': async (context, { course: id, folder, 'allow-broken-links': allowBroken }) => {
    if (!(await listCourses(context.db)).some((row) => row.id === id)) throw unknownCourse(id);
    const { course, links } = await storeFolder(context, folder, allowBroken);
    const former = await keepingFiles(context, course, async () => {
      const names = await replaceCourse(context.db, id, course);
      if (names === undefined) throw unknownCourse(id);
      return names;
    });
    await removeCourseFiles(context.files, former);
    return {
      message: `The course ${id} "${course.name}" is changed.`,
      details: { course: id, documents: course.documents.length, links },
    };
  },

  'course publish': async (context, { course, hide }) => {
    const publishedAt = hide ? null : new Date(context.clock.now());
    if (!(await setPublished(context.db, course, publishedAt))) throw unknownCourse(course);
    return { message: `The course ${course} is ${hide ? 'hidden' : 'published'}.` };
  },

  'course order': async (context, { courses }) => {
    const [unknown] = await orderCourses(context.db, courses);
    if (unknown !== undefined) throw unknownCourse(unknown);
    const rows = await listCourses(context.db);
    return { message: `The order is ${rows.map(({ id }) => id).join(', ')}.` };
  },
};

/** Checks a folder and its links, then stores its files. */
async function storeFolder(
  context: OperateContext,
  folder: readonly Upload[],
  allowBroken: boolean,
): Promise<{ readonly course: CourseContent; readonly links: number }> {
  const written = await readCourseFolder(folder);
  const broken = await findBrokenLinks(written.links);
  if (broken.length > 0 && !allowBroken) {
    const lines = broken.map(({ link, problem }) => `  ${link}  ${problem}`);
    throw new HttpError(
      422,
      ['These links do not work:', ...lines, 'Correct them, or add --allow-broken-links.'].join('\n'),
    );
  }
  return { course: await storeCourseFolder(context, written, folder), links: written.links.length };
}

/** Removes the stored files of a course if `work` fails. */
async function keepingFiles<T>(
  { files }: OperateContext,
  { image, video, captions, documents }: CourseContent,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await removeCourseFiles(files, [image, video, captions, ...documents.map(({ file }) => file)]);
    throw error;
  }
}

function unknownCourse(id: number): HttpError {
  return new HttpError(404, `There is no course ${id}. See: course list`);
}
