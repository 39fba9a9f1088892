// Messages, members and viewers as a backend stores them, before they are projected for a viewer.
import type { ChatPerson, MessageType, Reaction } from '../../contract/index.ts';

/** A stored file of a message. */
export interface FileFacts {
  /** The sender's file name. */
  readonly name: string;
  /** Size in bytes. */
  readonly bytes: number;
  /** Width and height in pixels; null for other files than pictures, and when unknown. */
  readonly width: number | null;
  readonly height: number | null;
}

/** A message, or a quoted one. */
export interface MessageBaseFacts<File extends FileFacts = FileFacts> {
  readonly id: number;
  readonly chatId: number;
  readonly sender: ChatPerson;
  readonly type: MessageType;
  readonly body: string;
  readonly files: readonly File[];
  readonly createdAt: Date;
  readonly unsent: boolean;
}

/** A message with what belongs to it. */
export interface MessageFacts<File extends FileFacts = FileFacts> extends MessageBaseFacts<File> {
  readonly clientId: string | null;
  readonly replyTo: MessageBaseFacts<File> | null;
  readonly forwarded: boolean;
  readonly reactions: readonly Reaction[];
  /** Members who received it by socket before older messages of the chat. */
  readonly deliveredAhead: ReadonlySet<number>;
}

/** A member's read positions in one chat. */
export interface MemberFacts {
  readonly userId: number;
  /** Id of the newest message that the member has received, and read, with all before it; 0 for none. */
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
