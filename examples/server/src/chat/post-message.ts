// POST /web/chat/{id}: multipart fields and files.
import { postMessageBodySchema } from '@openbell/core/contract';
import type { ServerContext } from '../context.ts';
import { fieldError, HttpError } from '../http/http-error.ts';
import type { UploadedFile } from '../http/multipart.ts';
import { type Call, type Handler, readId } from '../http/route.ts';
import { validate } from '../http/validate.ts';
import { isBlankText, readMentions } from './message-text.ts';
import { throttlePost } from './post-throttle.ts';
import { requireMembership } from './read-chats.ts';
import { findPosted, type NewMessage, type PostOutcome, storeMessage } from './store-message.ts';
import { requireRoom } from './uploads/file-quota.ts';
import { discardUploads, storeUploads } from './uploads/store-uploads.ts';
import { viewOf } from './view-message.ts';

const MIB = 1024 * 1024;
const limits = { files: 10, fileBytes: 100 * MIB, totalBytes: 120 * MIB, fileFields: ['files[]', 'files'] };

export const postMessage: Handler<'postMessage'> = async (context, call) => {
  const chatId = readId(call.params.id);
  const senderId = call.caller.userId;
  // Before the body is read: only members may upload.
  await requireMembership(context, chatId, senderId);
  const form = await call.readMultipart(limits);
  try {
    const draft = readDraft(form.fields, chatId, senderId);
    // The files of a retry are not stored again; for a text, `storeMessage` itself detects a retry.
    const isText = form.files.length === 0 && !isBlankText(draft.body);
    const earlier = isText ? undefined : await findPosted(context.db, draft);
    const { messageId, created } = settled(
      earlier ?? (await post(context, call, { draft, uploads: form.files })),
    );
    if (created)
      context.bus.publish('message-changed', { chatId, messageId, actorId: senderId, isNew: true });
    return { status: created ? 201 : 200, body: await viewOf(context, messageId, senderId) };
  } finally {
    await form.discard();
  }
};

async function post(
  context: ServerContext,
  call: Pick<Call<'postMessage'>, 'requireAccess'>,
  { draft, uploads }: { readonly draft: NewMessage; readonly uploads: readonly UploadedFile[] },
): Promise<PostOutcome> {
  if (uploads.length === 0 && isBlankText(draft.body)) {
    throw fieldError('message', 'Please enter a message or select a file to send.');
  }
  await requireRoom(context, draft.senderId, uploads);
  await throttlePost(context, draft.senderId, uploads);
  const { type, files } = await storeUploads(context, draft.senderId, uploads);
  let kept = false;
  try {
    if (files.length > 0) await call.requireAccess();
    const outcome = await storeMessage(context.db, { ...draft, type, files }, context.clock);
    kept = outcome.ok && outcome.created;
    return outcome;
  } finally {
    if (!kept) await discardUploads(context, files);
  }
}

/** Reads the form fields of a message. */
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
