// Places in the queue of uploaded files.
import { expect, test } from 'vitest';
import { firstChatOf } from '../../support/first-chat.ts';
import { sharedServer } from '../../support/test-server.ts';
import { tinyImages } from './tiny-images.ts';

// As if other accounts without a plan had taken all places.
const server = sharedServer({ fileWorkers: { queued: 0 } });

test.each([
  ['member', 429],
  ['subscriber', 200],
] as const)(
  'answers the profile picture of a %s with %i when the queue is full [chat.file-queue]',
  async (who, status) => {
    const body = new FormData();
    body.append('profile_image', new File([Buffer.from(tinyImages.jpeg, 'base64')], 'me.jpg'));
    const token = await server.signIn(who);
    const response = await server.call('POST', '/api/web/update-profile', { token, body });
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe(status === 429 ? '10' : null);
  },
);

test('stores a picture in a chat when the queue is full [chat.file-queue]', async () => {
  const token = await server.signIn('subscriber');
  const body = new FormData();
  body.append('message', '');
  body.append('files[]', new File([Buffer.from(tinyImages.jpeg, 'base64')], 'a.jpg'));
  const path = `/api/web/chat/${await firstChatOf(server, token)}`;
  expect((await server.call('POST', path, { token, body })).status).toBe(201);
});
