import { describe, expect, it } from 'vitest';
import { makeUser, openTab, signIn } from './session-support.ts';

describe('sign-in', () => {
  it('sends username, password, remember and type, without a token [call.login]', async () => {
    const setup = openTab();
    void setup.session.signIn({
      type: 'manual',
      email: ' ada@openbell.test ',
      password: ' p w ',
      remember: true,
      captcha: 'c',
    });
    expect(setup.api.latest('/web/login').input.body).toEqual({
      username: 'ada@openbell.test',
      password: ' p w ',
      remember: true,
      type: 'manual',
      captcha: 'c',
    });
    expect(setup.api.latest('/web/login').input.token).toBeNull();
  });

  it.each([
    [{ email: '', password: 'x' }, 'email-missing'],
    [{ email: '  ', password: 'x' }, 'email-missing'],
    [{ email: 'ada', password: 'x' }, 'email-invalid'],
    [{ email: 'a b@c', password: 'x' }, 'email-invalid'],
    [{ email: 'a@b', password: '' }, 'password-missing'],
    [{ email: 'a@b', password: 'x' }, 'captcha-missing'],
  ])('%j is rejected without a request (%s) [sign-in.required]', async (fields, code) => {
    const setup = openTab({ captchaRequired: () => true });
    const result = await setup.session.signIn({ type: 'manual', remember: true, ...fields });
    expect(result).toMatchObject({ ok: false, error: { code } });
    expect(setup.api.requests).toHaveLength(0);
  });

  it('rejects and logs a facebook sign-in without a user id [social.facebook-no-id]', async () => {
    const lines: string[] = [];
    const setup = openTab({ log: (line) => lines.push(line) });
    const result = await setup.session.signIn({
      type: 'facebook',
      id: '',
      email: '',
      name: '',
      photo: '',
      credential: 'x',
    });
    expect(result).toMatchObject({ ok: false, error: { code: 'social-incomplete' } });
    expect(lines).toHaveLength(1);
    expect(setup.api.requests).toHaveLength(0);
  });

  it('saves the token and the user under the specified keys [sign-in.saves] [session.profile-once] [storage.names] [session.stored-member]', async () => {
    const setup = openTab({ keyPrefix: '' });
    await signIn(setup);
    expect(setup.local.read('accessToken')).toBe('tokenA');
    expect(JSON.parse(setup.local.read('user') ?? '')).toEqual({
      id: 7,
      first_name: 'Ada',
      dp: null,
      expired_at: makeUser().expired_at,
    });
    expect(setup.session.$user.get()).toEqual(makeUser());
  });

  it('keeps the token and caches in the tab when remember is off [storage.prefix] [storage.remember-off]', async () => {
    const setup = openTab();
    await signIn(setup, makeUser(), 'tokenA', false);
    setup.session.cache.write('chatList', '[]');
    expect(setup.local.keys()).toEqual([]);
    expect([...setup.tab.keys()].sort()).toEqual([
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
    "a %d fails with the server's message and does not sign in [sign-in.login-failed]",
    async (status, parts, code, message) => {
      const setup = openTab();
      const done = setup.session.signIn({ type: 'manual', email: 'a@b', password: 'x', remember: true });
      await setup.api.latest('/web/login').refuse(status, parts);
      expect(await done).toMatchObject({ ok: false, error: { code, message } });
      expect(setup.session.getToken()).toBeNull();
      expect(setup.local.keys()).toEqual([]);
    },
  );

  it('a sign-in response after sign-out is ignored, and its token is revoked', async () => {
    const setup = openTab();
    const done = setup.session.signIn({ type: 'manual', email: 'a@b', password: 'x', remember: true });
    await setup.session.signOut();
    await setup.api.latest('/web/login').succeed({ access: 'late', user: makeUser(), message: '' });
    expect(await done).toMatchObject({ ok: false, error: { code: 'superseded' } });
    expect(setup.local.keys()).toEqual([]);
    expect(setup.api.latest('/web/logout').input.token).toBe('late');
  });
});
