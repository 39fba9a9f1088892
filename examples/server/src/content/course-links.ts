import type { ServerContext } from '../context.ts';
import { openSignedLinks, type SignedLinks } from '../security/signed-links.ts';

/** Opens the signed links of course films and documents, each for one member. */
export function courseLinksOf(
  context: Pick<ServerContext, 'installationKey' | 'clock'>,
): Promise<SignedLinks> {
  return openSignedLinks(context, {
    key: 'course-files',
    prefix: '/media/courses/',
    lifetimeMs: 10 * 60_000,
  });
}
