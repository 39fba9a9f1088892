// `/dev/gallery`: every component in each state and theme, where the sandbox is and the gallery has been built.
import { join } from 'node:path';
import { notFound, openStaticSite } from '@openbell/example-server';
import { defineSandboxRoutes, type SandboxRoutes } from '../routes.ts';

/** @param folder The built gallery. */
export function galleryRoutes(
  folder: string = join(import.meta.dirname, '../../../web/dev/gallery/dist'),
): SandboxRoutes {
  let opening: ReturnType<typeof openStaticSite> | undefined;
  const serve = async (pathname: string, headers: Headers): Promise<Response> => {
    opening ??= openStaticSite(folder);
    const site = await opening;
    if (site === null) throw notFound();
    return site.respond({ pathname, headers });
  };
  return defineSandboxRoutes({
    'GET /dev/gallery': (_context, { request }) => serve('/', request.headers),
    'GET /dev/gallery/assets/:file': (_context, { request, params }) =>
      serve(`/assets/${encodeURIComponent(params.file ?? '')}`, request.headers),
  });
}
