// Stores chat messages, deduplicated by `client_id`.
import { attachmentProblem, defaultAttachmentLimits } from '@openbell/core/chat';
import { messageType } from '@openbell/core/chat/message-type';
import { isBlankText, normalizeText } from '@openbell/core/contract';
import { fieldError, HttpError } from './calls.ts';
import { type Person, type StoredChat, type StoredMessage, storeFile, type World } from './world.ts';

/** A message to post as a member. @inline */
export interface Draft {
  readonly text: string;
  readonly files?: readonly File[];
  readonly clientId?: string | null;
  /** Id of the quoted message, in the same chat. */
  readonly replyTo?: number | null;
}

/** Throws when a message cannot have these attachments. */
function checkFiles(files: readonly File[]): void {
  const limits = defaultAttachmentLimits;
  if (files.length > limits.maxFiles)
    throw fieldError('files', `At most ${limits.maxFiles} files can be sent together.`);
  let bytes = 0;
  for (const file of files) {
    bytes += file.size;
    const problem = attachmentProblem(file, limits);
    if (problem === 'file-empty') throw fieldError('files', 'The file is empty.');
    if (problem === 'file-kind') throw new HttpError(415, 'This kind of file cannot be sent.');
    if (problem !== null || bytes > limits.totalBytes) throw new HttpError(413, 'The file is too large.');
  }
  if (files.length > 1 && files.some((file) => messageType([file]) !== 'IMG'))
    throw fieldError('files', 'Several files can be sent together only when all of them are images.');
}

interface NewMessage extends Draft {
  readonly chat: StoredChat;
  readonly sender: Person;
}

/** Stores a message. A `clientId` that the sender has used before returns the stored message. */
export function storeMessage(
  world: World,
  { chat, sender, text, files = [], clientId = null, replyTo = null }: NewMessage,
): { readonly message: StoredMessage; readonly isNew: boolean } {
  for (const other of clientId === null ? [] : world.chats) {
    const earlier = other.messages.find((one) => one.clientId === clientId && one.senderId === sender.id);
    if (earlier !== undefined && other !== chat)
      throw new HttpError(409, 'This client_id was used in another chat.');
    if (earlier !== undefined) return { message: earlier, isNew: false };
  }
  if (files.length === 0 && isBlankText(text))
    throw fieldError('message', 'Please enter a message or select a file to send.');
  checkFiles(files);
  const quoted = chat.messages.find(({ id }) => id === replyTo) ?? null;
  if (replyTo !== null && quoted === null)
    throw fieldError('reply_id', 'The message that this one answers is not in this chat.');
  const message: StoredMessage = {
    id: world.next('message'),
    chatId: chat.id,
    senderId: sender.id,
    clientId,
    type: messageType(files),
    text: normalizeText(text),
    files: files.map((file) => storeFile(world, file)),
    createdAt: world.clock.now(),
    replyTo: quoted,
    unsent: false,
    reactions: new Map(),
    deletedFor: new Set(),
  };
  chat.messages.push(message);
  return { message, isNew: true };
}
