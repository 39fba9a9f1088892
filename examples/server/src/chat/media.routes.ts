// GET /media/chat/{file}: the address proves itself (decisions.md 11, Media; traps F12).
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { messageFiles } from '../db/schema/chat.ts';
import { HttpError, notFound } from '../http/http-error.ts';
import { defineOtherRoutes } from '../http/other-route.ts';
import { readRange } from './byte-range.ts';
import { mediaLinksOf } from './media-links.ts';
import { mediaPath } from './message-files.ts';

export const chatMediaRoutes = defineOtherRoutes({
  'GET /media/chat/:file': async (context, { params, url, request }) => {
    const fileId = params.file ?? '';
    const links = await mediaLinksOf(context);
    const [expires, signature] = [
      url.searchParams.get('expires') ?? '',
      url.searchParams.get('signature') ?? '',
    ];
    if (!links.verify(fileId, expires, signature))
      throw new HttpError(403, 'This link is not valid any more.');
    const [file] = await context.db.select().from(messageFiles).where(eq(messageFiles.id, fileId));
    if (file === undefined) throw notFound();
    const path = mediaPath(context, file.id);
    const size = await sizeOf(path);
    const headers = new Headers({
      'content-type': file.mime,
      'content-disposition': disposition(file.name, file.mime),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      // The address is the secret; an embedder's pages are on another origin.
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'private, max-age=600, immutable',
      'accept-ranges': 'bytes',
    });
    const range = readRange(request.headers.get('range'), size);
    if (range === 'unsatisfiable') {
      return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } });
    }
    const { start, end } = range ?? { start: 0, end: size - 1 };
    headers.set('content-length', String(end - start + 1));
    if (range !== null) headers.set('content-range', `bytes ${start}-${end}/${size}`);
    const body = Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream<Uint8Array>;
    return new Response(body, { status: range === null ? 200 : 206, headers });
  },
});

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch {
    // Unsent between the two lookups.
    throw notFound();
  }
}

/** Pictures and sound are shown; everything else is downloaded. */
function disposition(name: string, mime: string): string {
  const kind = /^(?:image|video|audio)\//.test(mime) ? 'inline' : 'attachment';
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percent)}`;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
