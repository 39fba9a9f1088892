import { describe, expect, it } from 'vitest';
import { makeUser, openTab, signIn } from './session-support.ts';

describe('sign-in', () => {
  it('sends username, password, remember and type, without a token [sign-in.payload]', async () => {
    const bench = openTab();
    void bench.session.signIn({
      type: 'manual',
      email: ' ada@openbell.test ',
      password: ' p w ',
      remember: true,
      captcha: 'c',
    });
    expect(bench.api.latest('/web/login').input.body).toEqual({
      username: 'ada@openbell.test',
      password: ' p w ',
      remember: true,
      type: 'manual',
      captcha: 'c',
    });
    expect(bench.api.latest('/web/login').input.token).toBeNull();
  });

  it('a social sign-in sends id, email, name, photo, type, and the credential [sign-in.social-payload]', () => {
    const bench = openTab();
    const social = { id: '1', email: 'a@b.test', name: 'Ada', photo: '', credential: 'jwt' };
    void bench.session.signIn({ type: 'google', ...social });
    expect(bench.api.latest('/web/login').input.body).toEqual({ type: 'google', remember: true, ...social });
  });

  it.each([
    [{ email: '', password: 'x' }, 'email-missing'],
    [{ email: '  ', password: 'x' }, 'email-missing'],
    [{ email: 'ada', password: 'x' }, 'email-invalid'],
    [{ email: 'a b@c', password: 'x' }, 'email-invalid'],
    [{ email: 'a@b', password: '' }, 'password-missing'],
    [{ email: 'a@b', password: 'x' }, 'captcha-missing'],
  ])('%j is rejected without a request (%s) [sign-in.required]', async (fields, code) => {
    const bench = openTab({ captchaRequired: () => true });
    const result = await bench.session.signIn({ type: 'manual', remember: true, ...fields });
    expect(result).toMatchObject({ ok: false, error: { code } });
    expect(bench.api.requests).toHaveLength(0);
  });

  it('rejects and logs a facebook sign-in without a user id [sign-in.facebook-without-id]', async () => {
    const lines: string[] = [];
    const bench = openTab({ log: (line) => lines.push(line) });
    const result = await bench.session.signIn({
      type: 'facebook',
      id: '',
      email: '',
      name: '',
      photo: '',
      credential: 'x',
    });
    expect(result).toMatchObject({ ok: false, error: { code: 'social-incomplete' } });
    expect(lines).toHaveLength(1);
    expect(bench.api.requests).toHaveLength(0);
  });

  it('saves the token and the user under the specified keys [sign-in.saves] [session.profile-once] [storage.names] [session.stored-member]', async () => {
    const bench = openTab({ keyPrefix: '' });
    await signIn(bench);
    expect(bench.local.read('accessToken')).toBe('tokenA');
    expect(JSON.parse(bench.local.read('user') ?? '')).toEqual({
      id: 7,
      first_name: 'Ada',
      dp: null,
      expired_at: makeUser().expired_at,
    });
    expect(bench.session.$user.get()).toEqual(makeUser());
  });

  it('keeps the token and caches in the tab when remember is off [storage.prefix] [storage.remember-off]', async () => {
    const bench = openTab();
    await signIn(bench, makeUser(), 'tokenA', false);
    bench.session.cache.write('chatList', '[]');
    expect(bench.local.keys()).toEqual([]);
    expect([...bench.tab.keys()].sort()).toEqual([
      'openbell:accessToken',
      'openbell:chatList',
      'openbell:user',
    ]);
  });

  it.each([
    [422, { message: 'Wrong password.' }, 'refused', 'Wrong password.'],
    [401, { message: 'No.' }, 'refused', 'No.'],
    [
      422,
      { message: 'Invalid.', errors: { captcha: ['Solve it again.'] } },
      'captcha-refused',
      'Solve it again.',
    ],
    [422, { errors: { username: ['Unknown.'] } }, 'refused', 'Unknown.'],
    [429, { message: 'Slow down.', retryAfter: 60 }, 'throttled', 'Slow down.'],
    [500, {}, 'unavailable', ''],
  ])(
    "a %d fails with the server's message and does not sign in [sign-in.server-message]",
    async (status, parts, code, message) => {
      const bench = openTab();
      const done = bench.session.signIn({ type: 'manual', email: 'a@b', password: 'x', remember: true });
      await bench.api.latest('/web/login').refuse(status, parts);
      expect(await done).toMatchObject({ ok: false, error: { code, message } });
      expect(bench.session.getToken()).toBeNull();
      expect(bench.local.keys()).toEqual([]);
    },
  );

  it('a sign-in response after sign-out is ignored, and its token is revoked', async () => {
    const bench = openTab();
    const done = bench.session.signIn({ type: 'manual', email: 'a@b', password: 'x', remember: true });
    await bench.session.signOut();
    await bench.api.latest('/web/login').succeed({ access: 'late', user: makeUser(), message: '' });
    expect(await done).toMatchObject({ ok: false, error: { code: 'superseded' } });
    expect(bench.local.keys()).toEqual([]);
    expect(bench.api.latest('/web/logout').input.token).toBe('late');
  });
});
