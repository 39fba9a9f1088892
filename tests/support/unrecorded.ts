// What differs from the recorded files without being an error: `npm test` lists it, and `npm run record` records it.
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../test-results');

/** True under `npm run record`. */
export const isRecording = process.env.OPENBELL_RECORD === '1';

export function noteUnrecorded(text: string): void {
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, 'unrecorded.txt'), `${text}\n`);
}
