import { expect, test } from 'vitest';
import { sharedServer } from '../../support/test-server.ts';
import { openSocket } from '../chat/support.ts';
import { recoveryOf } from './otp-support.ts';

const server = sharedServer();

test('closes all sockets of the user with 4401 after a password reset, and none of other users [otp.ends-sessions]', async () => {
  const email = 'subscriber@openbell.test';
  const open = async (token: string) => {
    const socket = openSocket(server.url, ['openbell.v1', `bearer.${token}`]);
    await socket.opened;
    return socket;
  };
  const mine = [await open(await server.signIn(email)), await open(await server.signIn(email))];
  const theirs = await open(await server.signIn('mentor'));
  const recovery = recoveryOf(server);
  const otp = await recovery.verifiedCode(email);
  expect((await recovery.reset(email, otp)).status).toBe(200);
  expect(await Promise.all(mine.map((socket) => socket.closedAtOnce()))).toEqual([4401, 4401]);
  await theirs.settled();
  expect(theirs.ws.readyState).toBe(theirs.ws.OPEN);
  theirs.ws.terminate();
});
