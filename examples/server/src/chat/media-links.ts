import type { ServerContext } from '../context.ts';
import { openSignedLinks, type SignedLinks } from '../security/signed-links.ts';

/** Opens the signed links of chat media. They work for anyone who has them, on the media origin if there is one. */
export function mediaLinksOf(
  context: Pick<ServerContext, 'installationKey' | 'clock' | 'config'>,
): Promise<SignedLinks> {
  return openSignedLinks(context, {
    key: 'chat-media',
    prefix: `${context.config.mediaOrigin ?? ''}/media/chat/`,
    lifetimeMs: 10 * 60_000,
  });
}
