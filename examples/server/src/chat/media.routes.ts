// GET /media/chat/{file}: serves chat media by signed links.
import { eq } from 'drizzle-orm';
import { messageFiles } from '../db/schema/chat.ts';
import { HttpError, notFound } from '../http/http-error.ts';
import { defineOtherRoutes } from '../routes.ts';
import { mediaLinksOf } from './media-links.ts';
import { mediaKey } from './message-files.ts';

export const chatMediaRoutes = defineOtherRoutes({
  'GET /media/chat/:file': async (context, { params, url, sendFile }) => {
    const fileId = params.file ?? '';
    const links = await mediaLinksOf(context);
    if (links.verify(fileId, url.searchParams) === undefined)
      throw new HttpError(403, 'This link is not valid any more.');
    const [file] = await context.db.select().from(messageFiles).where(eq(messageFiles.id, fileId));
    if (file === undefined) throw notFound();
    const { name, mime } = file;
    return sendFile(
      { storage: context.files, key: mediaKey(file.id), name, mime },
      {
        // Pages that embed Openbell are on another origin.
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': 'private, max-age=600, immutable',
      },
    );
  },
});
