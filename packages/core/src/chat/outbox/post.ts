import type { ApiClient, ApiResponse } from '../../api-client/index.ts';
import { type Message, postMessageEndpoint } from '../../contract/index.ts';
import { messageType } from '../message/kinds.ts';
import type { OutboxEntry } from './rules.ts';

/** The files of one post. */
export interface PostUpload {
  readonly blobs: readonly Blob[];
  readonly signal: AbortSignal;
  /** Called with a fraction from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

/** Posts a message. */
export function postMessage(
  api: Pick<ApiClient, 'request'>,
  entry: OutboxEntry,
  upload: PostUpload | null,
): Promise<ApiResponse<Message>> {
  const { chat_id, text, files, reply_to, mention_for, client_id } = entry;
  return api.request(postMessageEndpoint, {
    params: { id: chat_id },
    body: {
      chat_id,
      message: text,
      message_type: messageType(files),
      reply_id: reply_to?.id,
      mention_for: mention_for.length === 0 ? undefined : JSON.stringify(mention_for),
      client_id,
    },
    ...(upload && {
      files: upload.blobs.map((blob, index) => ({
        field: 'files[]',
        blob,
        name: files[index]?.name ?? '',
      })),
      signal: upload.signal,
      onProgress: upload.onProgress,
    }),
  });
}
