import {
  addToGroup,
  archiveChat,
  createGroup,
  createPersonalChat,
  exportChat,
  findManagedChat,
  listManagedChats,
  removeFromGroup,
  renameGroup,
  restoreChat,
} from '../chat/index.ts';
import { HttpError } from '../http/http-error.ts';
import type { Handlers } from './handlers.types.ts';

/** Characters. */
const MAX_NAME = 100;

export const chatHandlers: Handlers<
  | 'chat list'
  | 'chat create'
  | 'chat personal'
  | 'chat rename'
  | 'chat add'
  | 'chat remove'
  | 'chat archive'
  | 'chat restore'
  | 'chat export'
> = {
  'chat list': async ({ db }, { archived }) => {
    const found = await listManagedChats(db, archived);
    return {
      message: `${archived ? 'Archived chats' : 'Chats'}: ${found.length}.`,
      rows: found.map(({ id, chatType, name, members, lastMessageAt }) => ({
        chat: id,
        kind: chatType === 'GR' ? 'group' : 'personal',
        name,
        members,
        last_message: lastMessageAt?.toISOString() ?? null,
      })),
    };
  },

  'chat create': async (context, { name, member }) => {
    const ids = [...new Set(member.map(({ id }) => id))];
    const id = await createGroup(context, readName(name), ids);
    return { message: `The group ${id} is created. Members: ${ids.length}.`, details: { chat: id } };
  },

  'chat personal': async (context, { first, second }) => {
    if (first.id === second.id) throw new HttpError(422, 'A personal chat needs two people.');
    const id = await createPersonalChat(context, [first.id, second.id]);
    return {
      message: `The personal chat ${id} of the members ${first.id} and ${second.id} is created.`,
      details: { chat: id },
    };
  },

  'chat rename': async (context, { chat, name }) => {
    await renameGroup(context, chat, readName(name));
    return { message: `The group ${chat} is renamed.` };
  },

  'chat add': async (context, { chat, members }) => {
    const ids = [...new Set(members.map(({ id }) => id))];
    const added = await addToGroup(context, chat, ids);
    const before = ids.length - added.length;
    const others = before === 0 ? '' : `, already members: ${before}`;
    return { message: `Added to the group ${chat}: ${added.length}${others}.` };
  },

  'chat remove': async (context, { chat, member }) => {
    const { name } = await findManagedChat(context.db, chat);
    return {
      preview: { message: `Would remove the member ${member.id} (${member.email}) from "${name}".` },
      async apply() {
        if (!(await removeFromGroup(context, chat, member.id)))
          throw new HttpError(409, `The member ${member.id} is not in the group ${chat}.`);
        return { message: `The member ${member.id} is removed from the group ${chat}.` };
      },
    };
  },

  'chat archive': async (context, { chat }) => {
    const { name, chatType } = await findManagedChat(context.db, chat);
    const title = chatType === 'GR' ? `the group "${name}"` : `the personal chat ${chat}`;
    return {
      preview: { message: `Would hide ${title} from its members. Nothing is deleted.` },
      async apply() {
        if (!(await archiveChat(context, chat))) throw new HttpError(409, `The chat ${chat} is archived.`);
        return { message: `The chat ${chat} is archived. To undo it: chat restore ${chat}` };
      },
    };
  },

  'chat restore': async (context, { chat }) => {
    await findManagedChat(context.db, chat);
    if (!(await restoreChat(context, chat))) throw new HttpError(409, `The chat ${chat} is not archived.`);
    return { message: `The chat ${chat} is restored.` };
  },

  'chat export': async ({ db }, { chat }) => {
    const { name } = await findManagedChat(db, chat);
    const messages = await exportChat(db, chat);
    return {
      message: `Messages of the chat ${chat}: ${messages.length}.`,
      details: { chat, name },
      rows: messages.map(({ id, at, senderId, sender, type, text, unsent, files }) => ({
        message: id,
        at: at.toISOString(),
        sender_id: senderId,
        sender,
        type,
        text,
        unsent,
        files: files.join(', '),
      })),
    };
  },
};

function readName(name: string): string {
  if (name.length <= MAX_NAME && !/[\p{Cc}]/u.test(name)) return name;
  throw new HttpError(422, `name must be one line of at most ${MAX_NAME} characters.`);
}
