import type { StoredMessageType } from '../db/schema/chat.ts';

/** A kind of file that may be stored. */
export interface FileKind {
  readonly type: Exclude<StoredMessageType, 'ACT' | 'IMGS'>;
  readonly mime: string;
  /** Valid extensions. The first one is appended to a name without an extension. */
  readonly extensions: readonly string[];
}

/** Returns whether a name has an extension of a kind. */
export function hasExtension(name: string, { extensions }: FileKind): boolean {
  return extensions.includes(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) && name.includes('.');
}
