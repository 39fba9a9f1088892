import {
  checkProfileImage,
  countCharacters,
  createAccountDeletion,
  createProfileEditor,
  PROFILE_IMAGE_BYTES,
  type ProfileEditorState,
} from '@openbell/core/profile';
import { recordStates } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeUser, openTab, signIn } from '../session/session-support.ts';

const UPDATE = '/web/update-profile';
const DELETE = '/web/delete-account';
const PNG = new File(['x'], 'me.png', { type: 'image/png' });

type Editing = Extract<ProfileEditorState, { readonly status: 'editing' | 'saving' }>;

async function openEditor(parts: Parameters<typeof makeUser>[0] = {}) {
  const bench = openTab();
  const stop = bench.session.start();
  await signIn(bench, makeUser(parts));
  const editor = createProfileEditor({ api: bench.api, session: bench.session });
  const editing = (): Editing => {
    const state = editor.$state.get();
    if (!('user' in state)) throw new Error(`The form is ${state.status}.`);
    return state;
  };
  return { ...bench, stop, editor, editing };
}

describe('edit profile', () => {
  it('sends all fields and the image once, replaces the stored user, and is not dirty afterwards [profile.payload] [profile.saved]', async () => {
    const bench = await openEditor({ about: 'Old' });
    const { states } = recordStates(bench.editor.$state);
    bench.editor.change({ first_name: 'Ada King', push_notification: true });
    bench.editor.chooseImage(PNG);
    const done = bench.editor.save();
    expect(await bench.editor.save()).toMatchObject({ ok: false, error: { code: 'busy' } });
    const { body, files } = bench.api.latest(UPDATE).input;
    expect(body).toEqual({
      first_name: 'Ada King',
      phone: '+13035550100',
      about: 'Old',
      push_notification: true,
      email_notification: true,
    });
    expect(files).toEqual([{ field: 'profile_image', blob: PNG, name: 'me.png' }]);
    const saved = makeUser({ first_name: 'Ada King', about: 'Old', push_notification: true, dp: '/a.webp' });
    await bench.api.latest(UPDATE).succeed({ message: '', user: saved });
    expect(await done).toEqual({ ok: true, value: saved });
    expect(bench.session.$user.get()).toEqual(saved);
    expect(bench.editing()).toMatchObject({ isDirty: false, image: null, error: null });
    // The old name is never shown again.
    expect(states.filter((state) => 'fields' in state && state.fields.first_name === 'Ada')).toHaveLength(1);
  });

  it('omits a phone number that was never set', async () => {
    const bench = await openEditor({ phone: '' });
    bench.editor.change({ about: 'Hello' });
    void bench.editor.save();
    expect(bench.api.latest(UPDATE).input.body).not.toHaveProperty('phone');
    expect(bench.api.latest(UPDATE).input.files).toBeUndefined();
  });

  it('sends a phone number that was removed', async () => {
    const bench = await openEditor();
    bench.editor.change({ phone: '' });
    void bench.editor.save();
    expect(bench.api.latest(UPDATE).input.body).toHaveProperty('phone', '');
  });

  it.each([
    [
      422,
      { message: 'No.', errors: { phone: ['First.', 'Second.'], role: ['?'] } },
      'fields',
      { phone: 'First.' },
    ],
    [413, { message: 'Too large.' }, 'fields', { profile_image: 'Too large.' }],
    [415, { message: 'No image.' }, 'fields', { profile_image: 'No image.' }],
    [429, { message: 'Slow.', retryAfter: 9 }, 'throttled', {}],
    [403, { message: 'No.' }, 'refused', {}],
    [500, {}, 'unavailable', {}],
  ] as const)(
    'a %d keeps every change and reports the reason [profile.field-errors]',
    async (status, parts, code, fieldErrors) => {
      const bench = await openEditor();
      bench.editor.change({ phone: 'call me' });
      bench.editor.chooseImage(PNG);
      const done = bench.editor.save();
      await bench.api.latest(UPDATE).refuse(status, parts);
      expect(await done).toMatchObject({ ok: false, error: { code, fieldErrors } });
      expect(bench.editing()).toMatchObject({
        status: 'editing',
        fields: { phone: 'call me' },
        image: PNG,
        isDirty: true,
        error: { code, fieldErrors },
      });
    },
  );

  it('reports a lost response as a failure, and can be sent again', async () => {
    const bench = await openEditor();
    bench.editor.change({ about: 'x' });
    const done = bench.editor.save();
    await bench.api.latest(UPDATE).lose();
    expect(await done).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    void bench.editor.save();
    expect(bench.api.requests.filter(({ path }) => path === UPDATE)).toHaveLength(2);
  });

  it('a reloaded profile does not overwrite changes [profile.unsaved]', async () => {
    const bench = await openEditor();
    bench.editor.change({ first_name: 'Mine' });
    void bench.session.refreshProfile();
    const user = makeUser({ first_name: 'Theirs', about: 'From elsewhere' });
    await bench.api.latest('/web/profile').succeed({ user, subscriptions: [] });
    expect(bench.editing().fields).toMatchObject({ first_name: 'Mine', about: 'From elsewhere' });
  });

  it('keeps changes made during the request [profile.unsaved]', async () => {
    const bench = await openEditor();
    bench.editor.change({ first_name: 'One' });
    const done = bench.editor.save();
    bench.editor.change({ about: 'Two' });
    await bench.api.latest(UPDATE).succeed({ message: '', user: makeUser({ first_name: 'One' }) });
    await done;
    expect(bench.editing()).toMatchObject({ isDirty: true, fields: { first_name: 'One', about: 'Two' } });
  });

  it("keeps the changes for the same user's next sign-in when the session expires [profile.unsaved]", async () => {
    const bench = await openEditor();
    bench.editor.change({ about: 'A long text' });
    const done = bench.editor.save();
    const token = bench.session.getToken();
    if (token !== null) bench.session.onUnauthorized(token);
    await bench.api.latest(UPDATE).refuse(401);
    expect(await done).toMatchObject({ ok: false, error: { code: 'superseded' } });
    expect(bench.editor.$state.get()).toEqual({ status: 'absent' });
    await signIn(bench, makeUser(), 'tokenB');
    expect(bench.editing()).toMatchObject({ status: 'editing', fields: { about: 'A long text' } });
  });

  it('does not show the changes to another user', async () => {
    const bench = await openEditor();
    bench.editor.change({ about: 'Private' });
    bench.editor.chooseImage(PNG);
    await signIn(bench, makeUser({ id: 8, about: 'Theirs' }), 'tokenB');
    expect(bench.editing()).toMatchObject({ fields: { about: 'Theirs' }, image: null, isDirty: false });
  });

  it('is not dirty when a change is undone, and discard drops all changes', async () => {
    const bench = await openEditor();
    bench.editor.change({ first_name: 'Ad' });
    expect(bench.editing().isDirty).toBe(true);
    bench.editor.change({ first_name: 'Ada' });
    expect(bench.editing().isDirty).toBe(false);
    bench.editor.chooseImage(PNG);
    bench.editor.discard();
    expect(bench.editing()).toMatchObject({ isDirty: false, image: null });
  });

  it.each([
    ['a text', { type: 'text/plain', size: 5 }, 'not-an-image'],
    ['no type at all', { type: '', size: 5 }, 'not-an-image'],
    ['an SVG', { type: 'image/svg+xml', size: 5 }, 'not-an-image'],
    ['an empty image', { type: 'image/png', size: 0 }, 'empty'],
    ['a huge image', { type: 'image/png', size: PROFILE_IMAGE_BYTES + 1 }, 'too-large'],
    ['an image', { type: 'image/webp', size: PROFILE_IMAGE_BYTES }, null],
  ] as const)('%s as the image: %j results in %s [profile.avatar-image]', (_what, file, problem) => {
    expect(checkProfileImage(file)).toBe(problem);
  });

  it('a rejected file removes the previous image, and refuseImage() rejects an unreadable one [profile.avatar-image]', async () => {
    const bench = await openEditor();
    bench.editor.chooseImage(PNG);
    bench.editor.chooseImage(new File(['x'], 'x.txt', { type: 'text/plain' }));
    expect(bench.editing()).toMatchObject({ image: null, imageProblem: 'not-an-image' });
    bench.editor.chooseImage(PNG);
    expect(bench.editing()).toMatchObject({ image: PNG, imageProblem: null });
    bench.editor.refuseImage();
    expect(bench.editing()).toMatchObject({ image: null, imageProblem: 'not-an-image', isDirty: false });
  });

  it('any changes keep the last value per field, and are dirty only if a value differs', async () => {
    const bench = await openEditor();
    const before = bench.editing().fields;
    const change = fc.oneof(
      fc.record({ first_name: fc.constantFrom('Ada', 'Bea', '') }),
      fc.record({ about: fc.constantFrom('', 'x') }),
      fc.record({ email_notification: fc.boolean() }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
        bench.editor.discard();
        for (const part of changes) bench.editor.change(part);
        const expected = { ...before, ...Object.assign({}, ...changes) };
        expect(bench.editing().fields).toEqual(expected);
        expect(bench.editing().isDirty).toBe(JSON.stringify(expected) !== JSON.stringify(before));
      }),
    );
  });

  it('counts characters as grapheme clusters', () => {
    expect(countCharacters('')).toBe(0);
    expect(countCharacters('añ👩‍👩‍👧‍👦\r\n')).toBe(4);
  });
});

describe('account deletion', () => {
  async function openDeletion(mode?: 'server' | 'local') {
    const bench = await openEditor();
    const { api, session } = bench;
    return { ...bench, deletion: createAccountDeletion({ api, session, ...(mode ? { mode } : {}) }) };
  }

  it('sends nothing without a password or credential [delete-account.proof]', async () => {
    const { deletion, api } = await openDeletion();
    expect(await deletion.submit({ password: '' })).toMatchObject({ error: { code: 'proof-missing' } });
    expect(api.requests.some(({ path }) => path === DELETE)).toBe(false);
  });

  it('removes all local data after deletion, without a sign-out request [delete-account.local-traces]', async () => {
    const { deletion, api, local, session } = await openDeletion();
    local.write('openbell:chats', '[]');
    local.write('host', 'mine');
    const done = deletion.submit({ password: 'secret' });
    expect(await deletion.submit({ password: 'secret' })).toMatchObject({ error: { code: 'busy' } });
    expect(api.latest(DELETE).input.body).toEqual({ password: 'secret' });
    await api.latest(DELETE).succeed({ message: '' });
    expect(await done).toEqual({ ok: true, value: null });
    expect(session.$state.get()).toEqual({ status: 'signed-out', reason: 'signed-out' });
    expect(local.keys()).toEqual(['host']);
    expect(api.requests.some(({ path }) => path === '/web/logout')).toBe(false);
    expect(deletion.$state.get()).toEqual({ status: 'deleted' });
  });

  it.each([
    [422, { message: 'x', errors: { password: ['Wrong.'] } }, { code: 'wrong-proof', message: 'Wrong.' }],
    [422, { message: 'x', errors: { credential: ['Stale.'] } }, { code: 'wrong-proof', message: 'Stale.' }],
    [429, { message: 'Slow.', retryAfter: 9 }, { code: 'throttled', retryAfter: 9 }],
    [409, { message: 'Being set up.' }, { code: 'refused', message: 'Being set up.' }],
    [404, {}, { code: 'unsupported' }],
    [503, { message: 'Busy.' }, { code: 'unavailable', message: 'Busy.' }],
  ] as const)('a %d deletes nothing: %j', async (status, parts, error) => {
    const { deletion, api, session } = await openDeletion();
    const done = deletion.submit({ password: 'secret' });
    await api.latest(DELETE).refuse(status, parts);
    expect(await done).toMatchObject({ ok: false, error });
    expect(session.$state.get().status).toBe('signed-in');
    deletion.reset();
    expect(deletion.$state.get()).toEqual({ status: 'idle' });
  });

  it('in local mode, removes local data without a request [delete-account.local-mode]', async () => {
    const { deletion, api, session } = await openDeletion('local');
    const before = api.requests.length;
    expect(deletion.mode).toBe('local');
    deletion.removeLocal();
    expect(session.$state.get().status).toBe('signed-out');
    expect(api.requests).toHaveLength(before);
  });

  it('ignores a response for a previous user', async () => {
    const bench = await openDeletion();
    const done = bench.deletion.submit({ password: 'secret' });
    await signIn(bench, makeUser({ id: 8 }), 'tokenB');
    await bench.api.latest(DELETE).succeed({ message: '' });
    expect(await done).toMatchObject({ ok: false, error: { code: 'signed-out' } });
    expect(bench.session.$user.get()?.id).toBe(8);
  });
});
