// POST /web/chat/{id}: multipart fields and files (decisions.md 4 and 11).
import { postMessageBodySchema } from '@openbell/core/contract';
import { fieldError, HttpError } from '../http/http-error.ts';
import { type Handler, readId } from '../http/route.ts';
import { validate } from '../http/validate.ts';
import { isBlankText, readMentions } from './message-text.ts';
import { viewOf } from './post-action.ts';
import { findPosted, type NewMessage, type PostOutcome, storeMessage } from './post-message.ts';
import { requireMembership } from './read-chats.ts';

const MIB = 1024 * 1024;
const limits = { files: 10, fileBytes: 100 * MIB, totalBytes: 120 * MIB, fileFields: ['files[]', 'files'] };

export const postMessage: Handler<'postMessage'> = async (context, call) => {
  const chatId = readId(call.params.id);
  // Before the body is read: a stranger's upload is not worth a byte.
  await requireMembership(context, chatId, call.caller.userId);
  const form = await call.readMultipart(limits);
  try {
    if (form.files.length > 0) throw new HttpError(415, 'Files cannot be sent yet.');
    const draft = readDraft(form.fields, chatId, call.caller.userId);
    const earlier = await findPosted(context.db, draft);
    if (earlier === undefined && isBlankText(draft.body)) {
      throw fieldError('message', 'Please enter a message or select a file to send.');
    }
    const { messageId, created } = settled(
      earlier ?? (await storeMessage(context.db, draft, context.clock.now())),
    );
    if (created) {
      const actorId = call.caller.userId;
      context.bus.publish('message-changed', { chatId, messageId, actorId, isNew: true });
    }
    return { status: created ? 201 : 200, body: await viewOf(context, messageId, call.caller.userId) };
  } finally {
    await form.discard();
  }
};

/** The fields of the form as a message to be; the path names the chat. */
function readDraft(fields: Readonly<Record<string, string>>, chatId: number, senderId: number): NewMessage {
  const body = validate(postMessageBodySchema, { chat_id: chatId, ...fields });
  if (body.chat_id !== chatId) throw fieldError('chat_id', 'chat_id does not match the address.');
  if (body.message_type === 'ACT') throw fieldError('message_type', 'A notice cannot be posted.');
  const mentions = readMentions(body.mention_for);
  if (mentions === null) throw fieldError('mention_for', 'mention_for must be a list of at most 50 ids.');
  return {
    chatId,
    senderId,
    clientId: body.client_id ?? null,
    type: 'TXT',
    body: body.message,
    replyToId: body.reply_id ?? null,
    mentions,
    files: [],
  };
}

function settled(outcome: PostOutcome): { readonly messageId: number; readonly created: boolean } {
  if (outcome.ok) return outcome;
  if (outcome.refusal === 'reply-elsewhere') {
    throw fieldError('reply_id', 'The message that this one answers is not in this chat.');
  }
  throw new HttpError(409, 'This client_id was used in another chat.');
}
