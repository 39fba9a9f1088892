// Chat media on a separate origin (MEDIA_ORIGIN).
import { request } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { type Json, sharedWorld } from './support.ts';

const mediaOrigin = 'https://media.openbell.example';
let address: URL;

const world = sharedWorld({
  config: { mediaOrigin, publicUrl: 'https://openbell.example' },
});
beforeAll(async () => {
  const ann = await world.user('Ann');
  const chatId = await world.chat('GR', 'Group', [ann]);
  const note = new File(['quarterly notes'], 'notes.txt');
  const { body } = await world.form(`/web/chat/${chatId}`, ann, { message: '' }, [note]);
  address = new URL(String((body.media as Json).file));
});

/** Sends a request to this server with the given Host header. */
function ask(host: string, path: string, origin?: string): Promise<{ status: number; headers: Headers }> {
  return new Promise((resolve, reject) => {
    request(world.url + path, { headers: { host, ...(origin ? { origin } : {}) } }, (response) => {
      response.resume();
      resolve({
        status: response.statusCode ?? 0,
        headers: new Headers(response.headers as Record<string, string>),
      });
    })
      .on('error', reject)
      .end();
  });
}

test('serves media only at the media origin, which serves nothing else but /healthz [chat.media-origin]', async () => {
  const path = address.pathname + address.search;
  expect(address.origin).toBe(mediaOrigin);
  const got = await ask('media.openbell.example', path, 'https://openbell.example');
  expect(got.status).toBe(200);
  // The site fetches downloads from the media origin.
  expect(got.headers.get('access-control-allow-origin')).toBe('https://openbell.example');
  expect((await ask('openbell.example', path)).status).toBe(404);
  for (const other of ['/', '/api/web/program', '/config.json', '/api/captcha/challenge'])
    expect((await ask('media.openbell.example', other)).status).toBe(404);
  expect((await ask('openbell.example', '/api/web/program')).status).toBe(200);
  expect((await ask('media.openbell.example', '/healthz')).status).toBe(200);
});
