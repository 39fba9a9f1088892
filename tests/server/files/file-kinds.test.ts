// The server stores and serves video and audio with the kind that it detects (tests/server/unit/files/file-kinds.test.ts).
import { readdir } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { sharedWorld, usersOf } from '../chat/support.ts';
import { patientWorkers } from '../operate/support.ts';
import { metadata, mp4, ogg, webm } from './media-containers.ts';

let chatId: number;

const world = sharedWorld({ fileWorkers: patientWorkers });
const [ann] = usersOf(world, beforeAll, 'Ann');
beforeAll(async () => {
  chatId = await world.chat('GR', 'Group', [ann]);
});

type Bytes = Uint8Array<ArrayBuffer>;
const send = (content: Bytes, name: string) =>
  world.form(`/web/chat/${chatId}`, ann, { message: '' }, [new File([content], name)]);

test.each<[string, Bytes, string, string]>([
  [
    "an audio file with 'vide' as title",
    mp4({ tracks: ['soun'], more: [metadata('©nam', 'text', 'vide')] }),
    'AUD',
    'audio/mp4',
  ],
  ['an Ogg recording', ogg(), 'AUD', 'audio/ogg'],
  ['a film', mp4({ tracks: ['soun', 'vide'] }), 'VID', 'video/mp4'],
  ['a film (Apple)', mp4({ brand: 'qt  ', tracks: ['vide', 'soun'] }), 'VID', 'video/quicktime'],
  ['a WebM recording', webm(['V_VP8', 'A_OPUS']), 'VID', 'video/webm'],
])('stores and serves %s as such, whatever its name', async (_what, content, type, mime) => {
  const response = await send(content, 'a.bin');
  expect(response).toMatchObject({ status: 201, body: { message_type: type } });
  const shown = await fetch(world.url + String(response.body.media?.file), { method: 'HEAD' });
  expect(shown.headers.get('content-type')).toBe(mime);
});

test.each<[string, Bytes, number, object]>([
  [
    'a film without tracks with 422',
    mp4({ tracks: [] }),
    422,
    { errors: { files: ['This file could not be read. It may be damaged or incomplete.'] } },
  ],
  ['the first byte of a film with 415', mp4({ tracks: ['vide'] }).slice(0, 1), 415, {}],
])('rejects %s and does not store it', async (_what, content, status, body) => {
  const before = await readdir(world.server.context.config.dataFolder, { recursive: true });
  expect(await send(content, 'film.mp4')).toMatchObject({ status, body });
  expect(await readdir(world.server.context.config.dataFolder, { recursive: true })).toEqual(before);
});
