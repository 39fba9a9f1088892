// Scans uploaded files for malware, if a scanner is configured.
import { fieldError, HttpError } from '../http/http-error.ts';
import type { UploadedFile } from '../http/request/multipart.ts';
import type { Logger } from '../log.ts';
import type { FileScanner } from '../providers/scanner/file-scanner.ts';

interface ScanParts {
  /** Null: files are not scanned. */
  readonly scanner: FileScanner | null;
  readonly log: Logger;
}

/** Seconds to wait while the scanner is unavailable. */
const RETRY_AFTER = 30;

/** Throws 422 for `field` if a file contains malware, 503 if the scanner is unavailable. */
export async function scanUploads(
  { scanner, log }: ScanParts,
  uploads: readonly UploadedFile[],
  field: string,
): Promise<void> {
  if (scanner === null) return;
  for (const { path } of uploads) {
    const threat = await scanner.scan(path).catch((error: unknown) => {
      log.error('file-not-scanned', { error });
      throw new HttpError(503, 'Files cannot be scanned right now. Please try again later.', {
        retryAfter: RETRY_AFTER,
      });
    });
    if (threat === null) continue;
    log.warn('malware-found', { field, threat });
    throw fieldError(field, 'This file may be harmful, so it was not accepted.');
  }
}
