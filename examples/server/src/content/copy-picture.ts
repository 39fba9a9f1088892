// Checks uploaded pictures of the operator and copies them without metadata.
import { rm } from 'node:fs/promises';
import type { ServerContext } from '../context.ts';
import type { FileKind } from '../files/file-kind.ts';
import { HttpError } from '../http/http-error.ts';

/** A file that the operator uploaded, on disk. */
export interface OperatorFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/** The key of the file workers' queue, in which each user has a share. */
const OPERATOR = 0;

/** The extensions of pictures by MIME type. */
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

type WorkerContext = Pick<ServerContext, 'fileWorkers'>;

/** Detects the kind of a file; undefined for an unknown one. Throws 503 if that takes too long. */
export async function inspectOperatorFile(
  { fileWorkers }: WorkerContext,
  { path, name }: OperatorFile,
): Promise<{ readonly kind: FileKind; readonly isHeavy: boolean } | undefined> {
  const found = await fileWorkers.run(
    OPERATOR,
    { type: 'inspect', path, name, purpose: 'copy' },
    { hasPriority: true },
  );
  if (found === 'failed') throw unfinished(name);
  return 'refusal' in found ? undefined : found;
}

/**
 * Copies a picture without metadata, such as the place of a photograph, and passes the copy to `store`, which may move it.
 * Throws 422 for another kind of file, 503 if reading it takes too long.
 */
export async function copyPicture<Stored>(
  context: WorkerContext,
  file: OperatorFile,
  store: (copy: string, extension: string) => Promise<Stored>,
): Promise<Stored> {
  const { path: source, name } = file;
  const wrong = () => new HttpError(422, `${name} must be an image (JPEG, PNG or WebP).`);
  const found = await inspectOperatorFile(context, file);
  if (found === undefined || !Object.hasOwn(extensions, found.kind.mime)) throw wrong();
  const { kind, isHeavy } = found;
  const target = `${source}.copy`;
  try {
    const task = { type: 'copy-image', source, target, kind } as const;
    const image = await context.fileWorkers.run(OPERATOR, task, { isHeavy, hasPriority: true });
    if (image === 'failed') throw unfinished(name);
    const extension = image === null ? undefined : extensions[image.kind.mime];
    if (extension === undefined) throw wrong();
    return await store(target, extension);
  } finally {
    await rm(target, { force: true });
  }
}

/** The file exceeded the time or memory limit of its process. */
function unfinished(name: string): HttpError {
  return new HttpError(
    503,
    `${name} could not be read within the limits. Run the command again, or use a smaller file.`,
  );
}
