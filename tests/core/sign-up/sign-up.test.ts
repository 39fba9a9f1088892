import { createSignUp, firstInvalidField, type SignUpFields } from '@openbell/core/sign-up';
import { createFakeApi, recordStates, settle } from '@openbell/testing';
import { describe, expect, it } from 'vitest';

const FIELDS: SignUpFields = {
  first_name: 'Ada Lovelace',
  phone: '+13035550100',
  email: 'ada@openbell.test',
  password: ' a password ',
  password_confirmation: ' a password ',
  referralCode: '',
  agree: true,
};

describe('sign-up', () => {
  it('sends exactly the specified payload with the captcha solution; 201 means created [call.register] [sign-up.created]', async () => {
    const api = createFakeApi(settle);
    const signUp = createSignUp({ api, captchaRequired: () => true });
    const { states } = recordStates(signUp.$state);
    const done = signUp.submit(FIELDS, 'solution');
    expect(api.latest('/web/register').input.body).toEqual({ ...FIELDS, captcha: 'solution' });
    await api.latest('/web/register').succeed({ message: '' }, 201);
    expect(await done).toEqual({ ok: true, value: null });
    expect(states.map(({ status }) => status)).toEqual(['idle', 'submitting', 'created']);
  });

  it('sends nothing without a solved captcha [sign-up.captcha-first]', async () => {
    const api = createFakeApi(settle);
    const signUp = createSignUp({ api, captchaRequired: () => true });
    expect(await signUp.submit(FIELDS, null)).toMatchObject({
      ok: false,
      error: { code: 'captcha-missing' },
    });
    expect(api.requests).toHaveLength(0);
  });

  it('has no client-side limits: the server validates empty fields [sign-up.no-client-bounds]', () => {
    const api = createFakeApi(settle);
    void createSignUp({ api }).submit(
      { ...FIELDS, first_name: '', password: 'x', password_confirmation: 'y' },
      null,
    );
    expect(api.requests).toHaveLength(1);
  });

  it('shows the first message of each field, and returns the first invalid field [sign-up.field-errors]', async () => {
    const api = createFakeApi(settle);
    const signUp = createSignUp({ api });
    const done = signUp.submit(FIELDS, null);
    await api.latest('/web/register').refuse(422, {
      message: 'Invalid.',
      errors: { password: ['Too short.', 'Too common.'], email: ['Taken.'], id: ['?'], phone: [] },
    });
    expect(signUp.$state.get()).toEqual({
      status: 'failed',
      error: {
        code: 'fields',
        message: 'Invalid.',
        fieldErrors: { email: 'Taken.', password: 'Too short.' },
        retryAfter: null,
      },
    });
    const result = await done;
    expect(result.ok ? null : firstInvalidField(result.error)).toBe('email');
  });

  it.each([
    [422, { message: 'No.', errors: { captcha: ['Solve it again.'] } }, 'captcha-refused', 'Solve it again.'],
    [429, { message: 'Slow down.', retryAfter: 30 }, 'throttled', 'Slow down.'],
    [403, { message: 'Closed.' }, 'refused', 'Closed.'],
    [500, {}, 'unavailable', ''],
  ])('a %d has its own error code (%j)', async (status, parts, code, message) => {
    const api = createFakeApi(settle);
    const done = createSignUp({ api }).submit(FIELDS, null);
    await api.latest('/web/register').refuse(status, parts);
    expect(await done).toMatchObject({ ok: false, error: { code, message } });
  });

  it('sends one request on a double click, and ignores a response after reset [sign-up.once]', async () => {
    const api = createFakeApi(settle);
    const signUp = createSignUp({ api });
    void signUp.submit(FIELDS, null);
    expect(await signUp.submit(FIELDS, null)).toMatchObject({ ok: false, error: { code: 'busy' } });
    expect(api.requests).toHaveLength(1);
    signUp.reset();
    await api.latest('/web/register').succeed({ message: '' }, 201);
    expect(signUp.$state.get()).toEqual({ status: 'idle' });
  });
});
