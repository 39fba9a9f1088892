// What the database knows about messages and viewers, before any of it is projected for somebody.
import type { ChatPerson, Reaction } from '@openbell/core/contract';
import type { StoredMessageType } from '../db/schema/chat.ts';

/** A stored file of a message. */
export interface FileFacts {
  readonly id: string;
  /** As the sender named it, made safe. */
  readonly name: string;
  readonly mime: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
}

/** A message, or one that another answers, without regard to who looks. */
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
  /** Members that got it by socket while older messages of the chat had not reached them. */
  readonly deliveredAhead: ReadonlySet<number>;
}

/** A member's marks in one chat. */
export interface MemberFacts {
  readonly userId: number;
  readonly deliveredUpto: number;
  readonly readUpto: number;
  /** May enter the chat at all: nobody waits for a member whose plan has ended. */
  readonly active: boolean;
}

/** What concerns one viewer, everywhere. */
export interface ViewerFacts {
  readonly id: number;
  readonly blocked: ReadonlySet<number>;
  readonly blockedBy: ReadonlySet<number>;
  readonly muted: ReadonlySet<number>;
  /** Ids of messages that the viewer deleted for themselves. */
  readonly deleted: ReadonlySet<number>;
}
