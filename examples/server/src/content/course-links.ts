import type { ServerContext } from '../context.ts';
import { openSignedLinks, type SignedLinks } from '../security/signed-links.ts';

/** Returns the signed links of course videos and documents. Each link is for one member. */
export function courseLinksOf(
  context: Pick<ServerContext, 'installationKey' | 'clock'>,
): Promise<SignedLinks> {
  return openSignedLinks(context, {
    key: 'course-files',
    prefix: '/media/courses/',
    lifetimeMs: 10 * 60_000,
  });
}
