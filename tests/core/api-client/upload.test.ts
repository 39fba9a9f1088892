import { createApiClient } from '@openbell/core/api-client';
import { endpoints } from '@openbell/core/contract';
import type { Upload, UploadRequest } from '@openbell/core/ports';
import { describe, expect, it } from 'vitest';

const input = {
  params: { id: 7 },
  body: { chat_id: 7, message: 'hi', message_type: 'PDF' },
  files: [{ field: 'files[]', blob: new Blob(['bytes']), name: 'p.pdf' }],
};

function clientOver(result: Partial<Awaited<ReturnType<Upload>>> | Error) {
  const uploads: UploadRequest[] = [];
  const fetched: string[] = [];
  const expired: number[] = [];
  const api = createApiClient({
    baseUrl: 'https://api.test/api',
    getToken: () => ({ token: 't', epoch: 1 }),
    onUnauthorized: ({ epoch }) => expired.push(epoch),
    fetch: async (input, init) => {
      const request = new Request(input, init);
      await request.text();
      fetched.push(request.url);
      return Response.json({ message: 'by fetch' }, { status: 422 });
    },
    upload: async (request) => {
      uploads.push(request);
      request.onProgress(0.5);
      if (result instanceof Error) throw result;
      return { status: 200, text: '{}', header: () => 'application/json', ...result };
    },
  });
  return { api, uploads, fetched, expired };
}

describe('uploads with progress', () => {
  it('use the upload port with the token and every field, and report progress', async () => {
    const progress: number[] = [];
    const { api, uploads, fetched } = clientOver({ status: 413, text: '{"message":"Too large."}' });
    const result = await api.request(endpoints.postMessage, {
      ...input,
      onProgress: (f) => progress.push(f),
    });
    expect(result).toMatchObject({ kind: 'http', status: 413, message: 'Too large.' });
    expect(uploads[0]).toMatchObject({ method: 'POST', url: 'https://api.test/api/web/chat/7' });
    expect(uploads[0]?.headers.Authorization).toBe('Bearer t');
    expect([...(uploads[0]?.body.keys() ?? [])]).toEqual(['chat_id', 'message', 'message_type', 'files[]']);
    expect(progress).toEqual([0.5]);
    expect(fetched).toEqual([]);
  });

  it('are not used without a progress callback', async () => {
    const { api, uploads, fetched } = clientOver({});
    await api.request(endpoints.postMessage, input);
    expect(uploads).toEqual([]);
    expect(fetched).toEqual(['https://api.test/api/web/chat/7']);
  });

  it('report a response that is too large [calls.size-cap]', async () => {
    const { api } = clientOver({ text: null });
    const result = await api.request(endpoints.postMessage, { ...input, onProgress: () => {} });
    expect(result).toMatchObject({ kind: 'too-large', status: 200 });
  });

  it('report a network failure or an abort, and a 401 ends the session', async () => {
    const cut = clientOver(new TypeError('cut off'));
    const onProgress = (): void => {};
    expect(await cut.api.request(endpoints.postMessage, { ...input, onProgress })).toMatchObject({
      kind: 'network',
    });
    const controller = new AbortController();
    controller.abort();
    expect(
      await cut.api.request(endpoints.postMessage, { ...input, onProgress, signal: controller.signal }),
    ).toMatchObject({ kind: 'aborted' });
    const out = clientOver({ status: 401, text: '' });
    await out.api.request(endpoints.postMessage, { ...input, onProgress });
    expect(out.expired).toEqual([1]);
  });
});
