import { HttpError } from '../../http/http-error.ts';
import { defineOtherRoutes, defineRoutes } from '../../routes.ts';
import { exportKey, exportLinksOf, findExport, readExportState, requestExport } from './data-exports.ts';

/** The calls for the caller's own data. The link is only in the mail, so that a stolen session is not enough. */
export const dataExportRoutes = defineRoutes({
  dataExport: async (context, { caller }) => ({ body: await readExportState(context, caller.userId) }),

  requestDataExport: async (context, { caller }) => ({
    status: 202,
    body: await requestExport(context, caller.userId),
  }),
});

export const dataExportMediaRoutes = defineOtherRoutes({
  'GET /media/data-exports/:file': async (context, { params, url, sendFile }) => {
    const id = params.file ?? '';
    const userId = (await exportLinksOf(context)).verify(id, url.searchParams);
    const found = userId ? await findExport(context, id) : undefined;
    if (found === undefined || found.userId !== userId)
      throw new HttpError(403, 'This link is no longer valid.');
    return sendFile(
      { storage: context.files, key: exportKey(id), name: 'openbell-data.zip', mime: 'application/zip' },
      { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' },
    );
  },
});
