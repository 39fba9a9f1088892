import { readFile } from 'node:fs/promises';

/** A blob that copies its bytes at once, as Node.js reads a large blob in small chunks. */
class Dump extends Blob {
  readonly #bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    super([bytes]);
    this.#bytes = bytes;
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes.slice().buffer);
  }
}

/** Reads a file with the dump of an embedded database. */
export async function readDump(file: string): Promise<Blob> {
  return new Dump(await readFile(file));
}
