import { notFound } from '@openbell/example-server';
import { escapeHtml, sandboxPage } from '../pages/sandbox-page.ts';
import { defineSandboxRoutes, type SandboxRoutes } from '../routes.ts';
import type { SandboxNewsProvider } from './sandbox-news.ts';

/** The pictures and articles of the news sandbox; outside `/dev`, as production can use them. */
export function sandboxNewsRoutes(news: SandboxNewsProvider): SandboxRoutes {
  return defineSandboxRoutes({
    'GET /media/news/:file': async (_context, { params }) => {
      const [, id, extension] = /^(\d{1,9})\.(svg|html)$/.exec(params.file ?? '') ?? [];
      const page = extension === 'svg' ? picturePage(Number(id)) : articlePage(Number(id));
      if (page === null) throw notFound();
      return page;
    },
  });

  function picturePage(id: number): Response | null {
    const picture = news.picture(id);
    return picture === null
      ? null
      : new Response(picture, {
          headers: {
            'content-type': 'image/svg+xml; charset=utf-8',
            'cache-control': 'public, max-age=86400',
            'cross-origin-resource-policy': 'cross-origin',
          },
        });
  }

  function articlePage(id: number): Response | null {
    const item = news.read(id);
    if (item === null) return null;
    const image = item.image === null ? '' : `<img src="${escapeHtml(item.image)}" alt="" width="640">`;
    return sandboxPage(
      item.headline,
      `${image}<p>${escapeHtml(item.summary)}</p><p>This article is invented: it comes from the news sandbox.</p>`,
    );
  }
}
