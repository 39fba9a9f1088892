/** The file storage failed; the request may succeed later. The message contains no key of the storage's account. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
  /** The error code of the system or of S3, for example `ENOSPC` or `SlowDown`. */
  readonly code: string;

  constructor(action: string, error: unknown) {
    const code = codeOf(error);
    super(`The file storage failed to ${action}: ${code}`);
    this.code = code;
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** The codes of a disk or an account of a disk without free space. */
const fullCodes = /^(?:ENOSPC|EDQUOT)$/;

/** The error of a disk without enough space for a file. */
export const diskFull: Error = Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' });

/** Returns whether a file could not be written because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return fullCodes.test(codeOf(error));
}
