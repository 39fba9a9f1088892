// The messages between the server and its worker processes. Types only, as the server must not load a decoder.
import type { FileKind } from './file-kind.ts';
import type { ImagePurpose } from './image-cost.ts';
import type { Inspection } from './inspect-file.ts';
import type { ReEncodedImage } from './re-encode-image.ts';

interface Inspect {
  readonly type: 'inspect';
  readonly path: string;
  /** The client's file name. */
  readonly name: string;
  readonly purpose: ImagePurpose;
}

interface CopyImage {
  readonly type: 'copy-image';
  readonly source: string;
  readonly target: string;
  readonly kind: FileKind;
}

interface SquareImage {
  readonly type: 'square-image';
  readonly source: string;
  readonly target: string;
  /** Pixels. */
  readonly side: number;
}

/** Work on one file. */
export type WorkerTask = Inspect | CopyImage | SquareImage;

/** The result of a task. */
export type ResultOf<Task extends WorkerTask> = Task extends Inspect
  ? Inspection
  : Task extends CopyImage
    ? ReEncodedImage | null
    : boolean;

/** A worker process reports the start of its task, then the result. */
export type WorkerMessage =
  | { readonly state: 'started' }
  | {
      readonly state: 'done';
      readonly result: ResultOf<WorkerTask> | 'disk-full';
      /** Memory of the process after the task, in bytes. */
      readonly residentBytes: number;
    };
