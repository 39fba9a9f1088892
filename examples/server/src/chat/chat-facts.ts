// Messages and viewers as read from the database, before they are projected for a viewer.
import type { ChatPerson, Reaction } from '@openbell/core/contract';
import type { StoredMessageType } from '../db/schema/chat.ts';

/** A stored file of a message. */
export interface FileFacts {
  readonly id: string;
  /** The sender's file name, sanitized. */
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
}

/** A message, or a quoted one. */
export interface MessageBaseFacts {
  readonly id: number;
  readonly chatId: number;
  readonly sender: ChatPerson;
  readonly type: StoredMessageType;
  readonly body: string;
  readonly files: readonly FileFacts[];
  readonly createdAt: Date;
  readonly unsent: boolean;
}

export interface MessageFacts extends MessageBaseFacts {
  readonly clientId: string | null;
  readonly replyTo: MessageBaseFacts | null;
  readonly forwarded: boolean;
  readonly reactions: readonly Reaction[];
  /** Members who received it by socket before older messages of the chat. */
  readonly deliveredAhead: ReadonlySet<number>;
}

/** A member's read positions in one chat. */
export interface MemberFacts {
  readonly userId: number;
  readonly deliveredUpto: number;
  readonly readUpto: number;
  /** Whether the member's plan is active; receipts do not wait for others. */
  readonly active: boolean;
}

/** The relations and deletions of one viewer. */
export interface ViewerFacts {
  readonly id: number;
  readonly blocked: ReadonlySet<number>;
  readonly blockedBy: ReadonlySet<number>;
  readonly muted: ReadonlySet<number>;
  /** Ids of messages that the viewer deleted for themselves. */
  readonly deleted: ReadonlySet<number>;
}
