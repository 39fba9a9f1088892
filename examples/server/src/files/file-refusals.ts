import { fieldError, type HttpError } from '../http/http-error.ts';
import { MAX_FRAMES } from './image-cost.ts';
import type { FileRefusal } from './inspect-file.ts';

const messages: Readonly<Record<Exclude<FileRefusal, 'unknown-kind'> | 'failed', string>> = {
  unreadable: 'This file could not be read. It may be damaged or incomplete.',
  'too-large': 'This image is too large to process. Please make it smaller and try again.',
  'too-many-frames': `This animation has too many frames. The limit is ${MAX_FRAMES}.`,
  failed: 'This file could not be processed. Please try another one.',
};

/** Returns the 422 of a rejected file. */
export function refuseFile(field: string, reason: keyof typeof messages): HttpError {
  return fieldError(field, messages[reason]);
}
