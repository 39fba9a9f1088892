// Messages as read from the database, before they are projected for a viewer.
import type * as projection from '@openbell/core/chat/projection';

/** A stored file of a message. */
export interface FileFacts extends projection.FileFacts {
  readonly id: string;
  readonly mime: string;
}

export type MessageBaseFacts = projection.MessageBaseFacts<FileFacts>;
export type MessageFacts = projection.MessageFacts<FileFacts>;
export type MediaUrl = projection.MediaUrl<FileFacts>;
