// Detects the kind of an uploaded file and whether it may be processed. Runs in a worker process.
import type { FileKind } from './file-kind.ts';
import { type ImagePurpose, judgeImage } from './image-cost.ts';
import { readImageHeader } from './image-header.ts';
import { sniffFile } from './sniff-file.ts';

/** Why a file is rejected. */
export type FileRefusal = 'unknown-kind' | 'unreadable' | 'too-large' | 'too-many-frames';

export type Inspection =
  /** `isHeavy`: an image whose decoding needs much memory. */
  { readonly kind: FileKind; readonly isHeavy: boolean } | { readonly refusal: FileRefusal };

/** Detects the kind of a file from its bytes and, for an image, the cost of decoding it. */
export async function inspectFile(path: string, name: string, purpose: ImagePurpose): Promise<Inspection> {
  const kind = await sniffFile(path, name, purpose === 'square' ? 'image' : 'any').catch(
    () => 'unreadable' as const,
  );
  if (kind === null) return { refusal: 'unknown-kind' };
  if (kind === 'unreadable') return { refusal: 'unreadable' };
  if (kind.type !== 'IMG') return { kind, isHeavy: false };
  const header = await readImageHeader(path);
  if (header === null) return { refusal: 'unreadable' };
  const verdict = judgeImage(header, purpose);
  return 'refusal' in verdict ? verdict : { kind, ...verdict };
}
