// Types of the messages between the server and its worker processes. The server never loads a decoder.
import type { FileKind } from './file-kind.ts';
import type { ImagePurpose } from './image-cost.ts';
import type { Inspection } from './inspect-file.ts';
import type { ReEncodedImage } from './re-encode-image.ts';

interface Inspect {
  readonly type: 'inspect';
  readonly path: string;
  /** The name that the client gave. */
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
  | { readonly state: 'begun' }
  | {
      readonly state: 'done';
      readonly result: ResultOf<WorkerTask>;
      /** Memory of the process after the task, in bytes. */
      readonly residentBytes: number;
    };
