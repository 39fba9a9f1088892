import { describe, expect, it } from 'vitest';
import { galleryRoutes } from '../../../../../examples/sandbox/src/pages/gallery.routes.ts';
import { sandboxRoutes } from '../../../../../examples/sandbox/src/routes.ts';
import type { ServerContext } from '../../../../../examples/server/src/context.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

type Call = Parameters<NonNullable<ReturnType<typeof galleryRoutes>['GET /dev/gallery']>>[1];
const ask = (params: Readonly<Record<string, string>> = {}) =>
  ({ request: new Request('http://openbell.test/'), params }) as Partial<Call> as Call;
const context = {} as ServerContext;

describe('the gallery', () => {
  it('is served with its files below /dev', async () => {
    const files = { 'index.html': '<title>Gallery</title>', 'assets/index-12345678.js': 'export {};' };
    const routes = galleryRoutes(temporaryFolder(files));
    const page = await routes['GET /dev/gallery']?.(context, ask());
    expect(await page?.text()).toContain('Gallery');
    const asset = routes['GET /dev/gallery/assets/:file'];
    expect((await asset?.(context, ask({ file: 'index-12345678.js' })))?.status).toBe(200);
    expect((await asset?.(context, ask({ file: '../index.html' })))?.status).toBe(404);
    expect(sandboxRoutes['GET /dev/gallery']).toBe('local');
  });

  it('returns 404 when it has not been built', async () => {
    const routes = galleryRoutes('/no/such/folder');
    await expect(routes['GET /dev/gallery']?.(context, ask())).rejects.toMatchObject({ status: 404 });
  });
});
