// The chat calls of the contract.
import { defineRoutes } from '../routes.ts';
import { changeMute } from './chat-mute.ts';
import { listChatUsers, listReaders } from './member-pages.ts';
import { postAction } from './post-action.ts';
import { postMessage } from './post-message.ts';
import { getChat, getOlderMessages, listMemberChats } from './read-chats.ts';

export const chatRoutes = defineRoutes({
  chats: listMemberChats,
  chat: getChat,
  olderMessages: getOlderMessages,
  chatUsers: listChatUsers,
  messageReaders: listReaders,
  postMessage,
  muteChat: (context, call) => changeMute(context, call, true),
  unmuteChat: (context, call) => changeMute(context, call, false),
  messageAction: postAction,
});
