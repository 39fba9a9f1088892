// What is said in a chat, by a call or by the test itself: each message once.
import { attachmentProblem, defaultAttachmentLimits } from '@openbell/core/chat';
import { messageType } from '@openbell/core/chat/message-type';
import { fieldError, Refusal } from './calls.ts';
import { keepFile, type Person, type StoredChat, type StoredMessage, type World } from './world.ts';

export interface Draft {
  readonly text: string;
  readonly files?: readonly File[];
  readonly clientId?: string | null;
  readonly replyTo?: number | null;
}

/** Refuses what a message cannot carry. */
function checkFiles(files: readonly File[]): void {
  const limits = defaultAttachmentLimits;
  if (files.length > limits.maxFiles)
    throw fieldError('files', `At most ${limits.maxFiles} files can be sent together.`);
  let bytes = 0;
  for (const file of files) {
    bytes += file.size;
    const problem = attachmentProblem(file, limits);
    if (problem === 'file-empty') throw fieldError('files', 'The file is empty.');
    if (problem === 'file-kind') throw new Refusal(415, 'This kind of file cannot be sent.');
    if (problem !== null || bytes > limits.totalBytes) throw new Refusal(413, 'The file is too large.');
  }
}

/** Stores a message; the same `clientId` of the same person is the message that is there already. */
export function storeMessage(
  world: World,
  chat: StoredChat,
  sender: Person,
  { text, files = [], clientId = null, replyTo = null }: Draft,
): { readonly message: StoredMessage; readonly isNew: boolean } {
  for (const other of clientId === null ? [] : world.chats) {
    const earlier = other.messages.find((one) => one.clientId === clientId && one.senderId === sender.id);
    if (earlier !== undefined && other !== chat)
      throw new Refusal(409, 'This client_id was used in another chat.');
    if (earlier !== undefined) return { message: earlier, isNew: false };
  }
  if (files.length === 0 && text.trim() === '')
    throw fieldError('message', 'Please enter a message or select a file to send.');
  checkFiles(files);
  const answered = chat.messages.find(({ id }) => id === replyTo) ?? null;
  if (replyTo !== null && answered === null)
    throw fieldError('reply_id', 'The message that this one answers is not in this chat.');
  const message: StoredMessage = {
    id: world.next('message'),
    chatId: chat.id,
    senderId: sender.id,
    clientId,
    type: messageType(files),
    text,
    files: files.map((file) => keepFile(world, file)),
    createdAt: world.clock.now(),
    replyTo: answered,
    unsent: false,
    reactions: new Map(),
    deletedFor: new Set(),
  };
  chat.messages.push(message);
  return { message, isNew: true };
}
