import { createOpenbell } from '@openbell/core';
import {
  createFakePage,
  createFakeTabs,
  createFakeTime,
  createMemoryServer,
  createMemoryStorage,
  demoEmails,
  demoPassword,
} from '@openbell/testing';
import { expect, test, vi } from 'vitest';

const time = createFakeTime();
const server = createMemoryServer(time);

/** Signs in on a separate device. */
async function signIn(email: string) {
  const openbell = createOpenbell({
    ...server.options,
    ports: {
      ...server.options.ports,
      page: createFakePage(),
      tabs: createFakeTabs().open(),
      localStorage: createMemoryStorage(),
      sessionStorage: createMemoryStorage(),
    },
  });
  openbell.start();
  await openbell.session.signIn({ type: 'manual', email, password: demoPassword, remember: true });
  await openbell.session.refreshProfile();
  return openbell;
}

test('resets a password with a mailed code', async () => {
  const { otpReset } = await signIn(demoEmails.member);
  await otpReset.send(demoEmails.lapsed);
  await otpReset.verify(server.codeFor(demoEmails.lapsed));
  await otpReset.reset({ password: 'Closing-bell-7', confirm_password: 'Closing-bell-7' });
  expect(otpReset.$state.get().step).toBe('done');
});

test('shows a message once when the response of its post is lost', async () => {
  const { groupChat, session } = await signIn(demoEmails.subscriber);
  expect(session.guard('subscriber')).toBe('allowed');
  const thread = groupChat.thread(1);
  thread.open();
  await vi.waitFor(() => expect(thread.$state.get().status).toBe('ready'));
  const { length } = thread.$state.get();

  server.faults.dropAfter({ call: 'postMessage', times: 1 });
  thread.send('At the range.');
  await vi.waitFor(async () => {
    await time.frame();
    expect(thread.at(length)).toMatchObject({ message: 'At the range.' });
  });
  await thread.reload();
  expect(thread.$state.get().length).toBe(length + 1);
});
