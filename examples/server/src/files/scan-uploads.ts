// What a scanner finds in files that come in. Without a scanner nobody looks.
import type { ServerContext } from '../context.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import type { UploadedFile } from '../http/multipart.ts';

/** Seconds after which files are worth another try when nobody could look into its files. */
const RETRY_AFTER = 30;

/**
 * Throws 422 of their form's `field` for a file in which harm was found, and 503 when that cannot be told: what nobody has looked into is not
 * handed on. Both leave nothing behind.
 */
export async function scanUploads(
  { scanner, log }: Pick<ServerContext, 'scanner' | 'log'>,
  uploads: readonly UploadedFile[],
  field: string,
): Promise<void> {
  if (scanner === null) return;
  for (const { path } of uploads) {
    const threat = await scanner.scan(path).catch((error: unknown) => {
      log.error('file-not-scanned', { error });
      throw new HttpError(503, 'Files cannot be checked at the moment. Please try again later.', {
        retryAfter: RETRY_AFTER,
      });
    });
    if (threat === null) continue;
    log.warn('file-refused', { field, threat });
    throw fieldError(field, 'This file seems to be harmful and was refused.');
  }
}
