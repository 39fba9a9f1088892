// Uploads to a server whose disk is full.
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { WorkerTask } from '../../../examples/server/src/files/worker-messages.ts';
import { createFolderStorage } from '../../../examples/server/src/storage/folder-storage.ts';
import { firstChatOf } from '../../support/first-chat.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { sharedServer } from '../../support/test-server.ts';
import { tinyImages } from './tiny-images.ts';

let code = 'ENOSPC';
let tokens: Record<'member' | 'subscriber', string>;
let chatPath: string;

const folder = temporaryFolder();
const fail = async () => {
  throw Object.assign(new Error('write'), { code });
};
const server = sharedServer({ files: createFolderStorage(folder, { rename: fail, copyFile: fail }) });
beforeAll(async () => {
  tokens = { member: await server.signIn('member'), subscriber: await server.signIn('subscriber') };
  chatPath = `/api/web/chat/${await firstChatOf(server, tokens.subscriber)}`;
});
beforeEach(() => {
  code = 'ENOSPC';
});

const picture = () => new File([Buffer.from(tinyImages.jpeg, 'base64')], 'me.jpg');
const notes = () => new File(['quarterly notes'], 'notes.txt');

test.each([
  ['a document', 'subscriber', 'files[]', notes, 'ENOSPC'],
  ['a document beyond a quota of the disk', 'subscriber', 'files[]', notes, 'EDQUOT'],
  ['a picture', 'subscriber', 'files[]', picture, 'ENOSPC'],
  ['a profile picture', 'member', 'profile_image', picture, 'ENOSPC'],
  ['a profile picture beyond a quota of the disk', 'member', 'profile_image', picture, 'EDQUOT'],
] as const)(
  'refuses %s with 507 and leaves nothing [chat.full-disk]',
  async (_what, who, field, file, full) => {
    code = full;
    const body = new FormData();
    if (field === 'files[]') body.append('message', '');
    body.append(field, file());
    const path = field === 'files[]' ? chatPath : '/api/web/update-profile';
    const lines = server.logLines.length;
    const response = await server.call('POST', path, { token: tokens[who], body });
    expect(response.status).toBe(507);
    expect(response.body).toEqual({
      message: 'There is no space for files at the moment. Please try again later.',
      request_id: response.headers.get('x-request-id'),
      retry_after: 60,
    });
    expect(response.headers.get('retry-after')).toBe('60');
    expect(await readdir(join(server.context.config.dataFolder, 'tmp'))).toEqual([]);
    const logged = server.logLines.slice(lines).filter((line) => line.includes('"disk-full"'));
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(`"code":"${full}"`);
  },
);

test('posts a text on a full disk', async () => {
  const body = new FormData();
  body.append('message', 'no file');
  expect((await server.call('POST', chatPath, { token: tokens.subscriber, body })).status).toBe(201);
});

// Linux has a device that is always full.
test.runIf(existsSync('/dev/full')).each([
  ['copy-image', { kind: { type: 'IMG', mime: 'image/jpeg', extensions: ['jpg'] } }],
  ['square-image', { side: 64 }],
] as const)('reports a full disk as such, not as an unreadable image, for %s', async (type, options) => {
  const source = join(folder, 'me.jpg');
  await writeFile(source, Buffer.from(tinyImages.jpeg, 'base64'));
  const task = { type, source, target: '/dev/full', ...options } as WorkerTask;
  await expect(server.context.fileWorkers.run(1, task)).rejects.toMatchObject({
    name: 'StorageUnavailableError',
    code: 'ENOSPC',
  });
});
