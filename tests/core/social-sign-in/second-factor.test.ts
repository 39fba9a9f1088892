// The code of an authenticator app after a social sign-in.
import type { SessionError, SocialSignIn } from '@openbell/core/session';
import { createSocialSignIn } from '@openbell/core/social-sign-in';
import { expect, it } from 'vitest';

const needed: SessionError = { code: 'second-factor-needed', message: 'Enter the code.', retryAfter: null };
const ACCOUNT = { id: '1', email: 'a@b.co', name: 'Ada', photo: '', credential: 'token' };

it('asks for the code, and repeats the sign-in with it until it is right [factors.social]', async () => {
  const sent: SocialSignIn[] = [];
  const social = createSocialSignIn({
    session: {
      signIn: async (request) => {
        sent.push(request as SocialSignIn);
        return (request as SocialSignIn).code === '123456'
          ? { ok: true, value: { id: 1 } as never }
          : { ok: false, error: needed };
      },
    },
    providers: {
      facebook: { kind: 'window', sandbox: false, prepare: async () => {}, signIn: async () => ACCOUNT },
    },
  });
  expect(await social.signIn('facebook', {})).toMatchObject({ ok: false });
  expect(social.$state.get()).toMatchObject({ status: 'asking', needs: 'factor', hasFailed: false });
  await social.add({ code: '000000' });
  expect(social.$state.get()).toMatchObject({ needs: 'factor', hasFailed: true, message: 'Enter the code.' });
  expect(await social.add({ code: '123456' })).toMatchObject({ ok: true });
  expect(social.$state.get()).toEqual({ status: 'idle' });
  expect(sent.map(({ credential, code }) => [credential, code])).toEqual([
    ['token', undefined],
    ['token', '000000'],
    ['token', '123456'],
  ]);
});
