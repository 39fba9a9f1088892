// Sends stored messages to the member sockets of this process, in the order of their ids.
import {
  contractMessage,
  noReceipts,
  projectMessage,
  type Receipts,
  receiptsFor,
  type ViewerFacts,
} from '@openbell/core/chat/projection';
import type { MemberServerFrame, Message, MessagePatchFrame } from '@openbell/core/contract';
import { sql } from 'drizzle-orm';
import type { ServerContext } from '../../context.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import type { BusEvents } from '../../live/bus.ts';
import type { MessageFacts } from '../chat-facts.ts';
import { loadMessage, loadOldestNewer } from '../load-messages.ts';
import { loadMembers, loadSpecialViewers, loadViewer, plainViewer } from '../load-people.ts';
import { memberIds } from '../membership.ts';
import { chatDeps } from '../read-chats.ts';
import { type Connections, encodeFrame, type LiveConnection } from './connections.ts';
import type { Deliveries } from './deliveries.ts';

/** Maximum number of messages that are read at once. */
const BATCH = 100;
/** Bytes that are sent to a socket at once, and one more message. A socket is closed when much more is unread. */
const BATCH_BYTES = 1024 * 1024;
/** Time in milliseconds until the next attempt when the database is unavailable. */
const RETRY_MS = 1_000;

type MessageChange = BusEvents['message-changed'];

/** The delivery of one chat. At most one run is active, so that frames keep their order. */
interface ChatDelivery {
  /** Id of the newest message that was sent. */
  sentUpto: number;
  /** Whether messages may be newer than `sentUpto`. */
  hasNew: boolean;
  changes: MessageChange[];
  running: boolean;
}

export interface MessageDelivery {
  /** Resolves when messages of all chats are delivered from here on; a socket may open then. */
  ready(): Promise<void>;
  stop(): void;
}

/**
 * Starts the delivery. An event only wakes its chat: each run sends everything newer than the last message sent, then the
 * changes, so that the order of events does not matter and a lost one only delays.
 */
export function deliverMessages(
  context: ServerContext,
  connections: Connections,
  deliveries: Deliveries,
): MessageDelivery {
  const { db, bus, log, clock, metrics } = context;
  const byChat = new Map<number, ChatDelivery>();
  metrics.queue('deliveries', () => [...byChat.values()].filter((chat) => chat.running).length);
  let starting: Promise<void> | null = null;
  let stopped = false;

  /** Chats that are created later begin at 0. */
  async function readPositions(): Promise<void> {
    for (const { id, newest } of await newestOfChats(db)) chatOf(id).sentUpto = newest;
  }

  function ready(): Promise<void> {
    starting ??= readPositions().catch((error: unknown) => {
      starting = null;
      throw error;
    });
    return starting;
  }

  function chatOf(id: number): ChatDelivery {
    let chat = byChat.get(id);
    if (chat === undefined) {
      chat = { sentUpto: 0, hasNew: false, changes: [], running: false };
      byChat.set(id, chat);
    }
    return chat;
  }

  async function run(chatId: number, chat: ChatDelivery): Promise<void> {
    if (chat.running) return;
    chat.running = true;
    try {
      await ready();
      while (!stopped && (chat.hasNew || chat.changes.length > 0)) {
        if (chat.hasNew) await sendNew(chatId, chat);
        const [change] = chat.changes;
        if (change === undefined) continue;
        await sendChange(change);
        chat.changes.shift();
      }
    } catch (error) {
      log.error('socket.delivery-failed', { chatId, error });
      setTimeout(() => void run(chatId, chat), RETRY_MS).unref();
    } finally {
      chat.running = false;
    }
  }

  async function sendNew(chatId: number, chat: ChatDelivery): Promise<void> {
    for (;;) {
      chat.hasNew = false;
      try {
        if (connections.isEmpty()) {
          const newest = await newestId(db, chatId);
          // A socket that opened meanwhile may have read the chat before the newest message.
          if (connections.isEmpty()) {
            chat.sentUpto = newest;
            return;
          }
        }
        const [members, found] = await Promise.all([
          memberIds(db, chatId),
          loadOldestNewer(db, { chatId, id: chat.sentUpto, limit: BATCH }),
        ]);
        const userIds = connections.connected(members);
        let sent: readonly MessageFacts[] = found;
        if (found.length > 0 && userIds.length > 0) {
          const endTrace = context.messageTraces.delivering(found.map(({ id }) => id));
          const { batch, framesFor } = await prepareFrames(context, found);
          sent = batch;
          const receivers = userIds.filter((userId) => connections.send(userId, ...framesFor(userId)));
          endTrace({ users: receivers.length });
          for (const { createdAt } of batch) metrics.deliveryLag(clock.now() - createdAt.getTime());
          deliveries.add(chatId, batch, receivers);
        }
        chat.sentUpto = sent.at(-1)?.id ?? chat.sentUpto;
        if (sent.length < BATCH && sent.length === found.length) return;
      } catch (error) {
        chat.hasNew = true;
        throw error;
      }
    }
  }

  async function sendChange(change: MessageChange): Promise<void> {
    const { chatId, messageId, onlyUserIds } = change;
    const members = onlyUserIds ?? (await memberIds(db, chatId));
    const userIds = connections.connected(members);
    if (userIds.length === 0) return;
    const message = await loadMessage(db, messageId);
    if (message === undefined) return;
    const framesFor = await prepareChange(context, message, { change, connections });
    for (const userId of userIds) {
      const frames = framesFor(userId);
      for (const connection of connections.of(userId)) connection.send(frames.for(connection));
    }
  }

  const unsubscribe = bus.subscribe('message-changed', (event) => {
    const chat = chatOf(event.chatId);
    // A change may arrive before the event of its message.
    if (event.messageId > chat.sentUpto) chat.hasNew = true;
    if (!event.isNew) chat.changes.push(event);
    void run(event.chatId, chat);
  });
  return {
    ready,
    stop() {
      stopped = true;
      unsubscribe();
    },
  };
}

/** Reads where each chat ends now. */
function newestOfChats(db: Db): Promise<readonly { id: number; newest: number }[]> {
  return rowsOf<{ id: number; newest: number }>(
    db,
    sql`select c.id, coalesce((select max(m.id) from messages m where m.chat_id = c.id), 0)::float8 as newest
      from chats c`,
  );
}

async function newestId(db: Db, chatId: number): Promise<number> {
  const [row] = await rowsOf<{ id: number }>(
    db,
    sql`select coalesce(max(id), 0)::float8 as id from messages where chat_id = ${chatId}`,
  );
  return row?.id ?? 0;
}

interface PreparedFrames {
  /** The oldest of the messages, of about {@link BATCH_BYTES}. */
  readonly batch: readonly MessageFacts[];
  readonly framesFor: (userId: number) => readonly Buffer[];
}

/** Encodes each new message once for all viewers, and again for those who see it differently. */
async function prepareFrames(
  context: ServerContext,
  found: readonly MessageFacts[],
): Promise<PreparedFrames> {
  const special = await loadSpecialViewers(context.db, found);
  const project = await projectorOf(context);
  const encode = (message: MessageFacts, viewer: ViewerFacts): readonly Buffer[] => {
    try {
      const view = project(message, { viewer, receipts: noReceipts });
      return [encodeFrame(messageFrame(view, message.sender.id, true))];
    } catch (error) {
      // It would hold its chat forever.
      context.log.error('socket.message-not-encoded', { messageId: message.id, error });
      return [];
    }
  };
  const batch: MessageFacts[] = [];
  const common: Buffer[] = [];
  let bytes = 0;
  for (const message of found) {
    const frames = encode(message, plainViewer);
    batch.push(message);
    common.push(...frames);
    for (const frame of frames) bytes += frame.length;
    if (bytes >= BATCH_BYTES) break;
  }
  return {
    batch,
    framesFor(userId) {
      const viewer = special.get(userId);
      return viewer === undefined ? common : batch.flatMap((message) => encode(message, viewer));
    },
  };
}

/** Encodes a changed message. Its sender also receives the receipts. */
async function prepareChange(
  context: ServerContext,
  message: MessageFacts,
  { change, connections }: { readonly change: MessageChange; readonly connections: Connections },
): Promise<(userId: number) => ChangeFrames> {
  const { db, clock } = context;
  const special = await loadSpecialViewers(db, [message]);
  const project = await projectorOf(context);
  const framesOf = (viewer: ViewerFacts, receipts: Receipts) =>
    changeFrames(project(message, { viewer, receipts }), change);
  const common = framesOf(plainViewer, noReceipts);
  const senderId = message.sender.id;
  let ofSender: ChangeFrames | undefined;
  const ownSockets = connections.of(senderId);
  const sendsWhole = change.part === undefined || ownSockets.some(({ hasPatches }) => !hasPatches);
  if (ownSockets.length > 0 && sendsWhole) {
    const viewer = await loadViewer(db, senderId, [message]);
    const members = await loadMembers(db, message.chatId, clock.now());
    ofSender = framesOf(viewer, receiptsFor(members, viewer)(message));
  }
  return (userId) => {
    if (userId === senderId && ofSender !== undefined) return ofSender;
    const viewer = special.get(userId);
    return viewer === undefined ? common : framesOf(viewer, noReceipts);
  };
}

interface ChangeFrames {
  /** The whole message, or its changed part where the client understands it. */
  for(connection: LiveConnection): Buffer;
}

/** The frames of a changed message for one view, each encoded when it is first needed. */
function changeFrames(message: Message, { actorId, part }: MessageChange): ChangeFrames {
  let whole: Buffer | undefined;
  let patch: Buffer | undefined;
  return {
    for({ hasPatches }) {
      if (hasPatches && part !== undefined) {
        patch ??= encodeFrame(patchOf(message, part, actorId));
        return patch;
      }
      whole ??= encodeFrame(messageFrame(message, actorId, false));
      return whole;
    },
  };
}

function patchOf(
  message: Message,
  part: NonNullable<MessageChange['part']>,
  actorId: number,
): MessagePatchFrame {
  const { id, chat_id } = message;
  return { type: 'message_patch', user_id: actorId, id, chat_id, [part]: message[part] };
}

function messageFrame(message: Message, actorId: number, isNew: boolean): MemberServerFrame {
  return { type: 'WebFetchMessage', user_id: actorId, message, isScroll: isNew };
}

async function projectorOf(context: ServerContext) {
  const { mediaUrl } = await chatDeps(context);
  return (
    message: MessageFacts,
    view: { readonly viewer: ViewerFacts; readonly receipts: Receipts },
  ): Message => contractMessage(projectMessage(message, { ...view, mediaUrl }));
}
