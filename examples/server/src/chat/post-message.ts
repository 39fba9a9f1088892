// POST /web/chat/{id}: multipart fields and files.
import { isBlankText, normalizeText, postMessageBodySchema } from '@openbell/core/contract';
import type { ServerContext } from '../context.ts';
import { fieldError, HttpError, notFound } from '../http/http-error.ts';
import type { UploadedFile } from '../http/request/multipart.ts';
import { validate } from '../http/validate.ts';
import { currentRequest } from '../request-scope.ts';
import { type Call, type Handler, readId } from '../routes.ts';
import { inSpan } from '../tracing/tracing.ts';
import { readMentions } from './message-text.ts';
import { requireRoomToday, throttlePost } from './post-throttle.ts';
import { requireMembership } from './read-chats.ts';
import { requireNotMuted } from './sanctions.ts';
import { findPosted, type NewMessage, type PostOutcome, storeMessage } from './store-message.ts';
import { requireRoom } from './uploads/file-quota.ts';
import { addPendingBytes } from './uploads/pending-bytes.ts';
import { discardUploads, storeUploads } from './uploads/store-uploads.ts';
import { viewOf, viewOfNew } from './view-message.ts';

const MIB = 1024 * 1024;
const limits = { files: 10, fileBytes: 100 * MIB, totalBytes: 120 * MIB, fileFields: ['files[]', 'files'] };

export const postMessage: Handler<'postMessage'> = async (context, call) => {
  const chatId = readId(call.params.id);
  const senderId = call.caller.userId;
  // Before the body is read: only members may upload.
  await requireMembership(context, chatId, senderId);
  requireNotMuted(call.caller, context.clock.now());
  const form = await call.readMultipart({
    ...limits,
    admit: async ({ client_id: clientId = null }, leastBytes) => {
      // The files of a retry are not stored again.
      if ((await findPosted(context.db, { senderId, chatId, clientId })) !== undefined) return;
      await requireRoom(context, senderId, leastBytes);
      await requireRoomToday(context, senderId, leastBytes);
    },
  });
  try {
    // The operator may have muted the sender while the body arrived.
    requireNotMuted(call.caller, context.clock.now());
    const draft = readDraft(form.fields, chatId, senderId);
    // The files of a retry are not stored again; for a text, `storeMessage` itself detects a retry.
    const isText = form.files.length === 0 && !isBlankText(draft.body);
    const earlier = isText ? undefined : await findPosted(context.db, draft);
    const posted = settled(earlier ?? (await post(context, call, { draft, uploads: form.files })));
    if (!posted.created) return { status: 200, body: await viewOf(context, posted.messageId, senderId) };
    context.bus.wake();
    const isReply = draft.replyToId !== null;
    return { status: 201, body: await viewOfNew(context, posted.message, { isReply }) };
  } finally {
    await form.discard();
  }
};

type PostCall = Pick<Call<'postMessage'>, 'caller' | 'requireAccess'>;

interface NewPost {
  readonly draft: NewMessage;
  readonly uploads: readonly UploadedFile[];
}

async function post(
  context: ServerContext,
  call: PostCall,
  { draft, uploads }: NewPost,
): Promise<PostOutcome> {
  if (uploads.length === 0 && isBlankText(draft.body)) {
    throw fieldError('message', 'Please enter a message or select a file to send.');
  }
  const { senderId } = draft;
  const bytes = uploads.reduce((sum, file) => sum + file.bytes, 0);
  const pending = uploads.length === 0 ? null : addPendingBytes(senderId, bytes);
  try {
    if (pending !== null) await requireRoom(context, senderId, pending.total);
    await throttlePost(context, senderId, pending?.total ?? null);
    return await store(context, call, { draft, uploads });
  } finally {
    pending?.release();
  }
}

async function store(
  context: ServerContext,
  call: PostCall,
  { draft, uploads }: NewPost,
): Promise<PostOutcome> {
  const { type, files } = await storeUploads(context, draft.senderId, uploads);
  let kept = false;
  try {
    if (files.length > 0) {
      await call.requireAccess();
      requireNotMuted(call.caller, context.clock.now());
    }
    const outcome = await inSpan(context.tracing, 'store', () =>
      storeMessage(context.db, { ...draft, type, files }, context.clock),
    );
    if (outcome.ok && outcome.created)
      context.messageTraces.stored(outcome.messageId, currentRequest()?.trace);
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
    body: normalizeText(body.message),
    replyToId: body.reply_id ?? null,
    mentions,
    files: [],
  };
}

function settled(outcome: PostOutcome): Extract<PostOutcome, { readonly ok: true }> {
  if (outcome.ok) return outcome;
  if (outcome.refusal === 'not-member') throw notFound();
  if (outcome.refusal === 'reply-elsewhere') {
    throw fieldError('reply_id', 'The message that this one answers is not in this chat.');
  }
  throw new HttpError(409, 'This client_id was used in another chat.');
}
