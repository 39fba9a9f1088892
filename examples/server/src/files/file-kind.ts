import type { StoredMessageType } from '../db/schema/chat.ts';

/** A kind of file that may be stored. */
export interface FileKind {
  readonly type: Exclude<StoredMessageType, 'ACT' | 'IMGS'>;
  readonly mime: string;
  /** Extensions that fit; the first is given to a name with none of them. */
  readonly extensions: readonly string[];
}

/** Whether a name ends in one of the extensions of a kind. */
export function hasExtension(name: string, { extensions }: FileKind): boolean {
  return extensions.includes(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) && name.includes('.');
}
