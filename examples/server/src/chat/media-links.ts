// Addresses of chat media that prove themselves, because an <img> sends no bearer (Media).
import { createHmac } from 'node:crypto';
import type { ServerContext } from '../context.ts';
import { equalInConstantTime } from '../security/tokens.ts';
import type { MediaUrl } from './project-message.ts';

/** An address works for at least this long, and at most twice as long. */
export const MEDIA_LINK_MS: number = 10 * 60_000;

export interface MediaLinks {
  readonly url: MediaUrl;
  /** Whether the signature is ours and has not expired. */
  verify(fileId: string, expires: string, signature: string): boolean;
}

/** `origin`: where media are fetched from; the site's own, by a path, without one. */
export function createMediaLinks(key: string, clock: { now(): number }, origin = ''): MediaLinks {
  const sign = (fileId: string, expires: number) =>
    createHmac('sha256', key).update(`${fileId}.${expires}`).digest('base64url');
  return {
    url: ({ id }) => {
      // Rounded, so that reading a page twice gives the same address and the browser's cache works.
      const expires = (Math.floor(clock.now() / MEDIA_LINK_MS) + 2) * MEDIA_LINK_MS;
      return `${origin}/media/chat/${id}?expires=${expires}&signature=${sign(id, expires)}`;
    },
    verify: (fileId, expires, signature) => {
      if (!/^\d{1,15}$/.test(expires) || Number(expires) <= clock.now()) return false;
      return equalInConstantTime(signature, sign(fileId, Number(expires)));
    },
  };
}

/** The links of an installation; its key is made when it is first needed. */
export async function mediaLinksOf({
  installationKey,
  clock,
  config,
}: Pick<ServerContext, 'installationKey' | 'clock' | 'config'>): Promise<MediaLinks> {
  return createMediaLinks(await installationKey('chat-media'), clock, config.mediaOrigin ?? '');
}
