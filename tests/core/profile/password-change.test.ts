// Changes the password with the current one.
import { checkPasswordChange, createPasswordChange, firstInvalidPasswordField } from '@openbell/core/profile';
import { errorResponse } from '@openbell/testing';
import { describe, expect, it } from 'vitest';
import { makeUser, openTab, signIn } from '../session/session-support.ts';

const CHANGE = '/web/change-password';
const PASSWORDS = {
  current_password: 'secret',
  password: 'a long password',
  confirm_password: 'a long password',
};

async function openChange() {
  const setup = openTab();
  setup.session.start();
  await signIn(setup, makeUser());
  return { ...setup, change: createPasswordChange({ api: setup.api, session: setup.session }) };
}

describe('password form validation', () => {
  it.each([
    [{}, {}],
    [{ current_password: '' }, { current_password: 'missing' }],
    [{ password: '', confirm_password: '' }, { password: 'missing' }],
    [{ password: 'seven 7', confirm_password: 'seven 7' }, { password: 'too-short' }],
    [{ password: 'ñandú 👩‍👩‍👧‍👦 8', confirm_password: 'ñandú 👩‍👩‍👧‍👦 8' }, {}],
    [{ confirm_password: 'a long Password' }, { confirm_password: 'no-match' }],
    [
      { current_password: '', password: 'x', confirm_password: '' },
      { current_password: 'missing', password: 'too-short', confirm_password: 'no-match' },
    ],
  ] as const)('reports for the input %j the problems %j', (parts, problems) => {
    expect(checkPasswordChange({ ...PASSWORDS, ...parts })).toEqual(problems);
  });
});

describe('changing the password', () => {
  it('sends nothing for invalid input, and returns the first invalid field [password.form]', async () => {
    const { change, api } = await openChange();
    const result = await change.submit({ ...PASSWORDS, password: 'short', confirm_password: '' });
    expect(result).toMatchObject({
      error: { code: 'invalid', problems: { password: 'too-short', confirm_password: 'no-match' } },
    });
    expect(result.ok ? null : firstInvalidPasswordField(result.error)).toBe('password');
    expect(api.requests.some(({ path }) => path === CHANGE)).toBe(false);
  });

  it('sends one request, stores no password and keeps the session [password.form]', async () => {
    const { change, api, session } = await openChange();
    const done = change.submit(PASSWORDS);
    expect(change.$state.get()).toEqual({ status: 'sending' });
    expect(await change.submit(PASSWORDS)).toMatchObject({ error: { code: 'busy' } });
    expect(api.requests.filter(({ path }) => path === CHANGE)).toHaveLength(1);
    expect(api.latest(CHANGE).input.body).toEqual(PASSWORDS);
    await api.latest(CHANGE).succeed({ message: '' });
    expect(await done).toEqual({ ok: true, value: null });
    expect(change.$state.get()).toEqual({ status: 'done' });
    expect(session.$state.get().status).toBe('signed-in');
  });

  it.each([
    [
      422,
      { message: 'x', errors: { current_password: ['Wrong.'], other: ['?'] } },
      { code: 'fields', fieldErrors: { current_password: 'Wrong.' } },
    ],
    [429, { message: 'Slow.', retryAfter: 9 }, { code: 'throttled', message: 'Slow.', retryAfter: 9 }],
    [409, { message: 'Try again.' }, { code: 'refused', message: 'Try again.' }],
    [404, {}, { code: 'unsupported' }],
    [405, {}, { code: 'unsupported' }],
    [501, {}, { code: 'unsupported' }],
    [503, { message: 'Busy.' }, { code: 'unavailable', message: 'Busy.' }],
  ] as const)('changes nothing when the status is %d: %j', async (status, parts, error) => {
    const { change, api } = await openChange();
    const done = change.submit(PASSWORDS);
    await api.latest(CHANGE).refuse(status, parts);
    expect(await done).toMatchObject({ ok: false, error });
    expect(change.$state.get()).toMatchObject({ status: 'failed', error });
  });

  it.each(['invalid-body', 'wrong-shape'] as const)(
    'is done after a success with the body %s',
    async (kind) => {
      const { change, api } = await openChange();
      const done = change.submit(PASSWORDS);
      await api.latest(CHANGE).respond(errorResponse(200, { kind }));
      expect(await done).toEqual({ ok: true, value: null });
      expect(change.$state.get()).toEqual({ status: 'done' });
    },
  );

  it('ignores a response after the form is closed', async () => {
    const { change, api } = await openChange();
    const done = change.submit(PASSWORDS);
    change.reset();
    await api.latest(CHANGE).refuse(422, { errors: { current_password: ['Wrong.'] } });
    expect(await done).toMatchObject({ error: { code: 'superseded' } });
    expect(change.$state.get()).toEqual({ status: 'idle' });
  });

  it('ignores a response for a previous user', async () => {
    const setup = await openChange();
    const done = setup.change.submit(PASSWORDS);
    await signIn(setup, makeUser({ id: 8 }), 'tokenB');
    await setup.api.latest(CHANGE).succeed({ message: '' });
    expect(await done).toMatchObject({ error: { code: 'superseded' } });
    expect(setup.change.$state.get()).toEqual({ status: 'idle' });
  });
});
