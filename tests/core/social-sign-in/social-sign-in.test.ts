import {
  createSocialSignIn,
  type SocialAccount,
  SocialProblem,
  type SocialSignInOptions,
} from '@openbell/core/social-sign-in';
import { createFakeTime, recordStates, settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { makeUser, openTab } from '../session/session-support.ts';
import { ACCOUNT, windowProvider } from './support.ts';

function open(options: Partial<SocialSignInOptions> = {}) {
  const tab = openTab();
  const logged: unknown[][] = [];
  const social = createSocialSignIn({
    session: tab.session,
    providers: { google: windowProvider(), facebook: windowProvider() },
    log: (...line) => void logged.push(line),
    ...options,
  });
  return { ...tab, social, logged };
}

describe('social sign-in', () => {
  it('sends the specified payload with the credential [call.login]', async () => {
    const { api, social } = open();
    const done = social.signIn('google', { captcha: 'solved', remember: false });
    await settle();
    expect(api.latest('/web/login').input.body).toEqual({
      id: ACCOUNT.id,
      email: ACCOUNT.email,
      name: ACCOUNT.name,
      photo: ACCOUNT.photo,
      type: 'google',
      credential: ACCOUNT.credential,
      remember: false,
      captcha: 'solved',
    });
    await api.latest('/web/login').succeed({ access: 'tokenA', user: makeUser(), message: '' });
    expect((await done).ok).toBe(true);
  });

  it('signs in on success, and the states show which provider is pending [social.success]', async () => {
    const { api, session, social } = open();
    const { states } = recordStates(social.$state);
    const done = social.signIn('facebook', {});
    await settle();
    await api.latest('/web/login').succeed({ access: 'tokenA', user: makeUser(), message: '' });
    await done;
    expect(session.$state.get().status).toBe('signed-in');
    expect(states).toEqual([
      { status: 'idle' },
      { status: 'submitting', type: 'facebook' },
      { status: 'idle' },
    ]);
  });

  it('opens and sends nothing without a solved captcha [social.captcha-first]', async () => {
    let opened = 0;
    const { api, social } = open({
      captchaRequired: () => true,
      providers: {
        google: windowProvider(() => {
          opened += 1;
          return Promise.resolve(ACCOUNT);
        }),
      },
    });
    const result = await social.signIn('google', {});
    expect(result).toMatchObject({ ok: false, error: { code: 'captcha-missing' } });
    expect(social.$state.get()).toMatchObject({ status: 'failed', type: 'google' });
    expect([opened, api.requests.length]).toEqual([0, 0]);
  });

  it('logs a canceled sign-in and shows no error', async () => {
    const { api, social, logged } = open({
      providers: { facebook: windowProvider(() => Promise.resolve(null)) },
    });
    const result = await social.signIn('facebook', {});
    expect(result).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(social.$state.get()).toEqual({ status: 'idle' });
    expect(logged).toEqual([['Facebook login failed.', 'cancelled']]);
    expect(api.requests).toHaveLength(0);
  });

  it.each(['script-failed', 'popup-blocked', 'provider-failed'] as const)(
    'logs and shows a provider failure: %s [social.failure-logged]',
    async (code) => {
      const { social, logged } = open({
        providers: { google: windowProvider(() => Promise.reject(new SocialProblem(code))) },
      });
      await social.signIn('google', {});
      expect(social.$state.get()).toEqual({
        status: 'failed',
        type: 'google',
        error: { code, message: '', retryAfter: null },
      });
      expect(logged[0]?.[0]).toBe('Google login failed.');
    },
  );

  it('a second call while one is pending opens nothing', async () => {
    let opened = 0;
    const { social } = open({
      providers: {
        google: windowProvider(() => {
          opened += 1;
          return new Promise(() => {});
        }),
      },
    });
    void social.signIn('google', {});
    expect(await social.signIn('google', {})).toMatchObject({ ok: false, error: { code: 'busy' } });
    expect(opened).toBe(1);
  });

  it('reset aborts an open window and ignores its later result', async () => {
    let give: (account: SocialAccount) => void = () => {};
    let signal: AbortSignal | null = null;
    const { api, social } = open({
      providers: {
        google: windowProvider((abortSignal) => {
          signal = abortSignal;
          return new Promise((resolve) => {
            give = resolve;
          });
        }),
      },
    });
    const done = social.signIn('google', {});
    social.reset();
    expect((signal as AbortSignal | null)?.aborted).toBe(true);
    give(ACCOUNT);
    expect((await done).ok).toBe(false);
    expect(api.requests).toHaveLength(0);
    expect(social.$state.get()).toEqual({ status: 'idle' });
  });

  it('prove() returns the account without signing in, and without a captcha [social.proof]', async () => {
    const { api, session, social } = open({ captchaRequired: () => true });
    expect(await social.prove('google')).toEqual({ ok: true, value: ACCOUNT });
    expect(api.requests).toHaveLength(0);
    expect(session.$state.get().status).not.toBe('signed-in');
    expect(social.$state.get()).toEqual({ status: 'idle' });
  });

  it('returns the configured providers', () => {
    const { social } = open({ providers: { google: { ...windowProvider(), sandbox: true } } });
    expect(social.provider('google')).toEqual({ kind: 'window', sandbox: true });
    expect(social.provider('facebook')).toBeNull();
  });
});

describe("a provider's own button", () => {
  it('signs in with its account and the current captcha solution', async () => {
    let give: (account: SocialAccount) => void = () => {};
    let taken = 0;
    const { api, social } = open({
      providers: {
        google: {
          kind: 'button',
          sandbox: false,
          mount: (_host, _look, onAccount) => {
            give = onAccount;
            return Promise.resolve(() => {
              taken += 1;
            });
          },
        },
      },
    });
    const results: boolean[] = [];
    let captcha = 'first';
    const mounted = await social.mount('google', {} as HTMLElement, {
      theme: 'light',
      width: 300,
      input: () => ({ captcha }),
      onResult: (result) => results.push(result.ok),
    });
    captcha = 'second';
    give(ACCOUNT);
    await settle();
    const request = api.latest('/web/login');
    expect(request.input.body).toMatchObject({ captcha: 'second', id: ACCOUNT.id });
    await request.refuse(422);
    await settle();
    expect(results).toEqual([false]);
    if (mounted.ok) mounted.value();
    expect(taken).toBe(1);
  });

  it('only returns the account if onAccount is set', async () => {
    const { api, social } = open({
      providers: {
        google: {
          kind: 'button',
          sandbox: false,
          mount: (_host, _look, onAccount) => {
            onAccount(ACCOUNT);
            return Promise.resolve(() => {});
          },
        },
      },
    });
    const proofs: SocialAccount[] = [];
    await social.mount('google', {} as HTMLElement, {
      theme: 'light',
      width: 300,
      onAccount: (account) => proofs.push(account),
    });
    expect(proofs).toEqual([ACCOUNT]);
    expect(api.requests).toHaveLength(0);
  });

  it('reports a button that fails to load, and can be retried', async () => {
    const { social, logged } = open({
      providers: {
        google: {
          kind: 'button',
          sandbox: false,
          mount: () => Promise.reject(new SocialProblem('script-failed')),
        },
      },
    });
    const options = { theme: 'light', width: 300, input: () => ({}) } as const;
    const first = await social.mount('google', {} as HTMLElement, options);
    expect(first).toMatchObject({ ok: false, error: { code: 'script-failed' } });
    expect(social.$state.get()).toMatchObject({ status: 'failed', type: 'google' });
    expect(logged).toHaveLength(1);
    expect((await social.mount('google', {} as HTMLElement, options)).ok).toBe(false);
  });
});

describe('missing details', () => {
  const ask = (field: string, message = '') => ({ message, errors: { [field]: [message] } });

  it('asks for an email address, then for the mailed code, and signs in with both [social.missing-values]', async () => {
    const { api, session, social } = open();
    const begun = social.signIn('facebook', { captcha: 'solved', remember: false });
    await settle();
    await api.latest('/web/login').refuse(422, ask('address', 'Please enter yours.'));
    expect(await begun).toMatchObject({ ok: false, error: { code: 'address-needed' } });
    const asking = { status: 'asking', type: 'facebook', busy: false } as const;
    expect(social.$state.get()).toEqual({
      ...asking,
      needs: 'address',
      address: '',
      message: 'Please enter yours.',
      hasFailed: false,
    });

    const sent = social.add({ address: 'faith@example.test' });
    expect(social.$state.get()).toMatchObject({ busy: true });
    const first = { credential: ACCOUNT.credential, captcha: 'solved', remember: false };
    expect(api.latest('/web/login').input.body).toMatchObject({ ...first, address: 'faith@example.test' });
    expect(await social.add({ address: 'twice@example.test' })).toMatchObject({
      error: { code: 'busy' },
    });
    await api.latest('/web/login').refuse(422, ask('otp', 'We have sent a code.'));
    await sent;
    const atCode = { ...asking, needs: 'code', address: 'faith@example.test' };
    expect(social.$state.get()).toMatchObject({ ...atCode, hasFailed: false });

    const guessed = social.add({ otp: '000000' });
    await api.latest('/web/login').refuse(422, ask('otp', 'This code is wrong.'));
    await guessed;
    expect(social.$state.get()).toMatchObject({ ...atCode, hasFailed: true, message: 'This code is wrong.' });

    const again = social.add({ address: 'faith@example.test' });
    expect(api.latest('/web/login').input.body).not.toHaveProperty('otp');
    await api.latest('/web/login').refuse(429, { message: 'Please wait 43 seconds and try again.' });
    await again;
    expect(social.$state.get()).toMatchObject({
      ...atCode,
      hasFailed: true,
      message: expect.stringContaining('43 seconds'),
    });

    const right = social.add({ otp: '012345' });
    expect(api.latest('/web/login').input.body).toMatchObject({
      ...first,
      address: 'faith@example.test',
      otp: '012345',
    });
    await api.latest('/web/login').succeed({ access: 'tokenA', user: makeUser(), message: '' });
    expect(await right).toMatchObject({ ok: true });
    expect(social.$state.get()).toEqual({ status: 'idle' });
    expect(session.$state.get().status).toBe('signed-in');
  });

  it("asks for the account's password, and reports a wrong one", async () => {
    const { api, social } = open();
    void social.signIn('facebook', {});
    await settle();
    await api.latest('/web/login').refuse(422, ask('password', 'There is an account.'));
    expect(social.$state.get()).toMatchObject({ needs: 'password', hasFailed: false });
    const guessed = social.add({ password: 'guess' });
    expect(api.latest('/web/login').input.body).toMatchObject({ password: 'guess' });
    await api.latest('/web/login').refuse(422, ask('password', 'This password is wrong.'));
    await guessed;
    expect(social.$state.get()).toMatchObject({ needs: 'password', hasFailed: true });
  });

  it('counts down after a 429 to a code, and ends the countdown with a reset [calls.retry-countdown]', async () => {
    const time = createFakeTime();
    const { api, social } = open({ clock: time.clock, scheduler: time.scheduler });
    void social.signIn('facebook', {});
    await settle();
    await api.latest('/web/login').refuse(422, ask('otp'));
    const guessed = social.add({ otp: '000000' });
    await api.latest('/web/login').refuse(429, { message: 'Too many codes.', retryAfter: 30 });
    await guessed;
    expect(social.$state.get()).toMatchObject({ status: 'asking', hasFailed: true });
    expect(social.$retryIn.get()).toBe(30);
    await time.advance(1000);
    expect(social.$retryIn.get()).toBe(29);
    social.reset();
    expect(social.$retryIn.get()).toBe(0);
    expect(time.pending()).toBe(0);
  });

  it('ends on any other rejection or reset, and ignores a late response', async () => {
    const { api, social } = open();
    expect(await social.add({ otp: '000000' })).toMatchObject({ error: { code: 'superseded' } });
    void social.signIn('facebook', {});
    await settle();
    await api.latest('/web/login').refuse(422, ask('address'));
    const ended = social.add({ address: 'faith@example.test' });
    await api.latest('/web/login').refuse(422, ask('captcha', 'Please verify reCAPTCHA.'));
    await ended;
    expect(social.$state.get()).toMatchObject({ status: 'failed', error: { code: 'captcha-refused' } });

    void social.signIn('facebook', {});
    await settle();
    await api.latest('/web/login').refuse(422, ask('address'));
    void social.add({ address: 'faith@example.test' });
    const late = api.latest('/web/login');
    social.reset();
    await late.refuse(422, ask('otp'));
    expect(social.$state.get()).toEqual({ status: 'idle' });
  });

  it('the same field errors have no special meaning for a password sign-in', async () => {
    const { api, session } = open();
    const manual = { type: 'manual', email: 'a@b.test', password: 'x', remember: true } as const;
    const done = session.signIn(manual);
    await api.latest('/web/login').refuse(422, ask('password', 'Wrong.'));
    expect(await done).toMatchObject({ error: { code: 'refused', message: 'Wrong.' } });
  });
});
