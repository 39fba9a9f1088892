// Checks and stores the files of a course's folder.
import { readFile } from 'node:fs/promises';
import type { ServerContext } from '../context.ts';
import { scanUploads } from '../files/scan-uploads.ts';
import { HttpError } from '../http/http-error.ts';
import type { CourseContent } from './add-course.ts';
import { copyPicture, inspectOperatorFile, type OperatorFile } from './copy-picture.ts';
import { removeCourseFiles, storeCourseFile } from './course-files.ts';
import { readCourseMarkdown, type WrittenCourse } from './course-markdown.ts';

type FolderContext = Pick<ServerContext, 'files' | 'fileWorkers' | 'scanner' | 'log'>;

/** Bytes of course.md. */
const MAX_TEXT = 1024 * 1024;

/** Reads course.md of a folder. Throws 422 with what is wrong. */
export async function readCourseFolder(folder: readonly OperatorFile[]): Promise<WrittenCourse> {
  const source = folder.find(({ name }) => name === 'course.md');
  if (source === undefined) throw new HttpError(422, 'The folder has no file course.md.');
  if (source.bytes > MAX_TEXT) throw new HttpError(422, 'course.md is larger than 1 MiB.');
  let course: WrittenCourse;
  try {
    course = readCourseMarkdown(await readFile(source.path, 'utf8'));
  } catch (error) {
    throw new HttpError(422, `course.md: ${error instanceof Error ? error.message : String(error)}`);
  }
  for (const name of filesOf(course)) {
    if (!folder.some((entry) => entry.name === name))
      throw new HttpError(422, `course.md names ${name}, which is not in the folder.`);
  }
  return course;
}

function filesOf({ image, video, captions, documents }: WrittenCourse): string[] {
  return [image, video, captions, ...documents.map(({ file }) => file)].filter((name) => name !== null);
}

type Part = 'image' | 'video' | 'captions' | 'document';
const expected: Readonly<Record<Part, string>> = {
  image: 'an image (JPEG, PNG or WebP)',
  video: 'a video (MP4 or WebM)',
  captions: 'captions (WebVTT)',
  document: 'a PDF document',
};

/** Stores the files of a course and returns the course with their stored names. Throws 422 for another kind of file. */
export async function storeCourseFolder(
  context: FolderContext,
  course: WrittenCourse,
  folder: readonly OperatorFile[],
): Promise<CourseContent> {
  const stored: string[] = [];
  const used = folder.filter(({ name }) => filesOf(course).includes(name));
  await scanUploads(
    context,
    used.map((entry) => ({ ...entry, field: 'folder' })),
    'folder',
  );
  const store = async (name: string, part: Part): Promise<string> => {
    const file = folder.find((entry) => entry.name === name) as OperatorFile;
    const result = await storeFile(context, file, part);
    stored.push(result);
    return result;
  };
  try {
    const { name, description, details } = course;
    const image = course.image === null ? null : await store(course.image, 'image');
    const video = course.video === null ? null : await store(course.video, 'video');
    const captions = course.captions === null ? null : await store(course.captions, 'captions');
    const documents = [];
    // Storing moves the file, and several documents may name the same one.
    const files = new Map<string, string>();
    for (const document of course.documents) {
      const file = files.get(document.file) ?? (await store(document.file, 'document'));
      files.set(document.file, file);
      documents.push({ name: document.name, file });
    }
    return { name, description, details, image, video, captions, documents };
  } catch (error) {
    await removeCourseFiles(context.files, stored);
    throw error;
  }
}

async function storeFile(context: FolderContext, file: OperatorFile, part: Part): Promise<string> {
  const wrong = () => new HttpError(422, `${file.name} must be ${expected[part]}.`);
  if (part === 'captions') {
    if (file.bytes > MAX_TEXT || !/^\uFEFF?WEBVTT\b/.test(await readFile(file.path, 'utf8'))) throw wrong();
    return storeCourseFile(context.files, file.path, 'vtt');
  }
  if (part === 'image')
    return copyPicture(context, file, (copy, extension) => storeCourseFile(context.files, copy, extension));
  const found = await inspectOperatorFile(context, file);
  const extension = found === undefined ? undefined : extensions[part][found.kind.mime];
  if (extension === undefined) throw wrong();
  return storeCourseFile(context.files, file.path, extension);
}

/** The extensions by part and MIME type. */
const extensions: Readonly<Record<'video' | 'document', Readonly<Record<string, string>>>> = {
  video: { 'video/mp4': 'mp4', 'video/webm': 'webm' },
  document: { 'application/pdf': 'pdf' },
};
