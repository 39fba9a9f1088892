import { notFound } from '../http/http-error.ts';
import { defineOtherRoutes, type OtherRoutes } from '../http/other-route.ts';
import { escapeHtml, sandboxPage } from '../http/sandbox-page.ts';
import type { SandboxNewsProvider } from '../providers/news/news-provider.ts';

/** The pictures and articles of the news stand-in. */
export function sandboxNewsRoutes(news: SandboxNewsProvider): OtherRoutes {
  return defineOtherRoutes({
    'GET /media/news/:file': async (_context, { params }) => {
      const id = /^(\d{1,9})\.svg$/.exec(params.file ?? '')?.[1];
      const picture = id === undefined ? null : news.picture(Number(id));
      if (picture === null) throw notFound();
      return new Response(picture, {
        headers: {
          'content-type': 'image/svg+xml; charset=utf-8',
          'cache-control': 'public, max-age=86400',
          'cross-origin-resource-policy': 'cross-origin',
        },
      });
    },
    'GET /dev/news/:id': async (_context, { params }) => {
      const item = /^\d{1,9}$/.test(params.id ?? '') ? news.read(Number(params.id)) : null;
      if (item === null) throw notFound();
      const image = item.image === null ? '' : `<img src="${escapeHtml(item.image)}" alt="" width="640">`;
      return sandboxPage(
        item.headline,
        `${image}<p>${escapeHtml(item.summary)}</p><p>This article is invented: it comes with the demo data.</p>`,
      );
    },
  });
}
