import type { DecodedPicture, Pictures } from '@openbell/core/ports';
import {
  checkProfileImage,
  countCharacters,
  createAccountDeletion,
  createProfileEditor,
  PROFILE_IMAGE_BYTES,
  type ProfileEditorOptions,
  type ProfileEditorState,
} from '@openbell/core/profile';
import { errorResponse, recordStates, settle } from '@openbell/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeUser, openTab, signIn } from '../session/session-support.ts';

const UPDATE = '/web/update-profile';
const DELETE = '/web/delete-account';
const PNG = new File(['x'], 'me.png', { type: 'image/png' });

type Editing = Extract<ProfileEditorState, { readonly status: 'editing' | 'saving' }>;

async function openEditor(
  parts: Parameters<typeof makeUser>[0] = {},
  options: Pick<ProfileEditorOptions, 'pictures'> = {},
) {
  const setup = openTab();
  const stop = setup.session.start();
  await signIn(setup, makeUser(parts));
  const editor = createProfileEditor({ api: setup.api, session: setup.session, ...options });
  const editing = (): Editing => {
    const state = editor.$state.get();
    if (!('user' in state)) throw new Error(`The form is ${state.status}.`);
    return state;
  };
  return { ...setup, stop, editor, editing };
}

describe('edit profile', () => {
  it('is saved, and loads the profile, after a success whose body cannot be read', async () => {
    const { editor, editing, api, session } = await openEditor();
    editor.change({ first_name: 'Ada King' });
    const done = editor.save();
    await api.latest(UPDATE).respond(errorResponse(200, { kind: 'invalid-body' }));
    expect(await done).toMatchObject({ ok: true, value: { first_name: 'Ada King' } });
    expect(editing()).toMatchObject({ status: 'editing', isDirty: false, error: null });
    const saved = makeUser({ first_name: 'Ada King', dp: '/new.webp' });
    await api.latest('/web/profile').succeed({ user: saved, subscriptions: [] });
    expect(session.$user.get()).toEqual(saved);
    expect(editing().fields.first_name).toBe('Ada King');
  });

  it('sends all fields and the image once, replaces the stored user, and is not dirty afterwards [call.update-profile] [profile.saved]', async () => {
    const setup = await openEditor({ about: 'Old' });
    const { states } = recordStates(setup.editor.$state);
    setup.editor.change({ first_name: 'Ada King', push_notification: true });
    setup.editor.chooseImage(PNG);
    const done = setup.editor.save();
    expect(await setup.editor.save()).toMatchObject({ ok: false, error: { code: 'busy' } });
    const { body, files } = setup.api.latest(UPDATE).input;
    expect(body).toEqual({
      first_name: 'Ada King',
      phone: '+13035550100',
      about: 'Old',
      push_notification: true,
      email_notification: true,
    });
    expect(files).toEqual([{ field: 'profile_image', blob: PNG, name: 'me.png' }]);
    const saved = makeUser({ first_name: 'Ada King', about: 'Old', push_notification: true, dp: '/a.webp' });
    await setup.api.latest(UPDATE).succeed({ message: '', user: saved });
    expect(await done).toEqual({ ok: true, value: saved });
    expect(setup.session.$user.get()).toEqual(saved);
    expect(setup.editing()).toMatchObject({ isDirty: false, image: null, error: null });
    // The old name is never shown again.
    expect(states.filter((state) => 'fields' in state && state.fields.first_name === 'Ada')).toHaveLength(1);
  });

  it.each([
    ['a photo of a phone', 'image/jpeg', [8064, 6048], 'smaller 1024 × 768'],
    ['a photo that is small', 'image/jpeg', [1024, 768], 'x'],
    ['a picture that cannot be decoded', 'image/jpeg', null, 'x'],
    ['an animation', 'image/gif', [8064, 6048], 'x'],
  ] as const)('sends %s (%s, %j) as %j [profile.avatar-image]', async (_what, type, size, sent) => {
    const pictures: Pictures = {
      async decode() {
        if (size === null) throw new Error('InvalidStateError');
        const encode: DecodedPicture['encode'] = async ({ width, height }) =>
          new Blob([`smaller ${width} × ${height}`], { type });
        return { width: size[0], height: size[1], encode, close: () => {} };
      },
    };
    const setup = await openEditor({}, { pictures });
    const chosen = new File(['x'.repeat(sent === 'x' ? 1 : 100)], 'me', { type });
    setup.editor.chooseImage(chosen);
    const done = setup.editor.save();
    expect(setup.editing().status).toBe('saving');
    await settle();
    const { files } = setup.api.latest(UPDATE).input;
    expect(files?.map(({ field, name }) => [field, name])).toEqual([['profile_image', 'me']]);
    expect(await files?.[0]?.blob.text()).toBe(sent);
    await setup.api.latest(UPDATE).succeed({ message: '', user: makeUser({ dp: '/a.webp' }) });
    expect(await done).toMatchObject({ ok: true });
    expect(setup.editing()).toMatchObject({ isDirty: false, image: null });
  });

  it.each([
    ['a photo', 'image/jpeg', 8064, 100, 'sent'],
    ['a screenshot', 'image/png', 8064, PROFILE_IMAGE_BYTES, 'sent'],
    ['a photo that stays too large', 'image/jpeg', 8064, PROFILE_IMAGE_BYTES + 1, 'refused when saved'],
    ['a photo that cannot be decoded', 'image/jpeg', 0, 100, 'refused when saved'],
    ['a small noisy picture', 'image/webp', 1024, 100, 'refused when saved'],
    ['an animation', 'image/gif', 8064, 100, 'refused when chosen'],
    ['a photo of another format', 'image/heic', 8064, 100, 'refused when chosen'],
  ] as const)(
    'over 10 MB, %s (%s of %i px, then %i bytes) is %s [profile.avatar-image]',
    async (_what, type, side, bytes, outcome) => {
      const blobOf = (size: number) => new Blob([new Uint8Array(size)], { type });
      const pictures: Pictures = {
        async decode() {
          if (side === 0) throw new Error('InvalidStateError');
          return { width: side, height: side, encode: async () => blobOf(bytes), close: () => {} };
        },
      };
      const setup = await openEditor({}, { pictures });
      const head = type === 'image/png' ? 'PNG.....\0\0\0\0IDAT' : 'RIFF....WEBPVP8 .....';
      const chosen = new File([head, blobOf(PROFILE_IMAGE_BYTES + 2)], 'me', { type });
      setup.editor.change({ about: 'x' });
      setup.editor.chooseImage(chosen);
      const isChosen = outcome !== 'refused when chosen';
      expect(setup.editing()).toMatchObject({
        image: isChosen ? chosen : null,
        imageProblem: isChosen ? null : 'too-large',
      });
      if (!isChosen) return;
      const done = setup.editor.save();
      await settle();
      const sent = setup.api.requests.filter(({ path }) => path === UPDATE);
      if (outcome === 'sent') {
        expect(sent.map(({ input }) => input.files?.[0]?.blob.size)).toEqual([bytes]);
        return;
      }
      expect(sent).toEqual([]);
      expect(await done).toMatchObject({ error: { code: 'fields', fieldErrors: { profile_image: '' } } });
      expect(setup.editing()).toMatchObject({
        status: 'editing',
        image: null,
        imageProblem: 'too-large',
        fields: { about: 'x' },
        isDirty: true,
      });
    },
  );

  it('refuses a photo over 10 MB when chosen if pictures are sent as they are', async () => {
    const setup = await openEditor();
    setup.editor.chooseImage(
      new File([new Uint8Array(PROFILE_IMAGE_BYTES + 1)], 'me.jpg', { type: 'image/jpeg' }),
    );
    expect(setup.editing()).toMatchObject({ image: null, imageProblem: 'too-large' });
  });

  it('sends nothing when the session ends while the picture is made smaller [profile.avatar-image]', async () => {
    let fail = (): void => {};
    const pictures: Pictures = {
      decode: () =>
        new Promise((_, reject) => {
          fail = () => reject(new Error('InvalidStateError'));
        }),
    };
    const setup = await openEditor({}, { pictures });
    setup.editor.chooseImage(new File(['x'], 'me.jpg', { type: 'image/jpeg' }));
    const done = setup.editor.save();
    await settle();
    setup.session.forget();
    fail();
    expect(await done).toMatchObject({ ok: false, error: { code: 'superseded' } });
    expect(setup.api.requests.filter(({ path }) => path === UPDATE)).toHaveLength(0);
  });

  it('omits a phone number that was never set', async () => {
    const setup = await openEditor({ phone: '' });
    setup.editor.change({ about: 'Hello' });
    void setup.editor.save();
    expect(setup.api.latest(UPDATE).input.body).not.toHaveProperty('phone');
    expect(setup.api.latest(UPDATE).input.files).toBeUndefined();
  });

  it('sends a phone number that was removed', async () => {
    const setup = await openEditor();
    setup.editor.change({ phone: '' });
    void setup.editor.save();
    expect(setup.api.latest(UPDATE).input.body).toHaveProperty('phone', '');
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
      const setup = await openEditor();
      setup.editor.change({ phone: 'call me' });
      setup.editor.chooseImage(PNG);
      const done = setup.editor.save();
      await setup.api.latest(UPDATE).refuse(status, parts);
      expect(await done).toMatchObject({ ok: false, error: { code, fieldErrors } });
      expect(setup.editing()).toMatchObject({
        status: 'editing',
        fields: { phone: 'call me' },
        image: PNG,
        isDirty: true,
        error: { code, fieldErrors },
      });
    },
  );

  it('reports a lost response as a failure, and can be sent again', async () => {
    const setup = await openEditor();
    setup.editor.change({ about: 'x' });
    const done = setup.editor.save();
    await setup.api.latest(UPDATE).lose();
    expect(await done).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    void setup.editor.save();
    expect(setup.api.requests.filter(({ path }) => path === UPDATE)).toHaveLength(2);
  });

  it('a reloaded profile does not overwrite changes [profile.unsaved]', async () => {
    const setup = await openEditor();
    setup.editor.change({ first_name: 'Mine' });
    void setup.session.refreshProfile();
    const user = makeUser({ first_name: 'Theirs', about: 'From elsewhere' });
    await setup.api.latest('/web/profile').succeed({ user, subscriptions: [] });
    expect(setup.editing().fields).toMatchObject({ first_name: 'Mine', about: 'From elsewhere' });
  });

  it('keeps changes made during the request [profile.unsaved]', async () => {
    const setup = await openEditor();
    setup.editor.change({ first_name: 'One' });
    const done = setup.editor.save();
    setup.editor.change({ about: 'Two' });
    await setup.api.latest(UPDATE).succeed({ message: '', user: makeUser({ first_name: 'One' }) });
    await done;
    expect(setup.editing()).toMatchObject({ isDirty: true, fields: { first_name: 'One', about: 'Two' } });
  });

  it("keeps the changes for the same user's next sign-in when the session expires [profile.unsaved]", async () => {
    const setup = await openEditor();
    setup.editor.change({ about: 'A long text' });
    const done = setup.editor.save();
    const token = setup.session.getToken();
    if (token !== null) setup.session.onUnauthorized(token);
    await setup.api.latest(UPDATE).refuse(401);
    expect(await done).toMatchObject({ ok: false, error: { code: 'superseded' } });
    expect(setup.editor.$state.get()).toEqual({ status: 'absent' });
    await signIn(setup, makeUser(), 'tokenB');
    expect(setup.editing()).toMatchObject({ status: 'editing', fields: { about: 'A long text' } });
  });

  it('does not show the changes to another user', async () => {
    const setup = await openEditor();
    setup.editor.change({ about: 'Private' });
    setup.editor.chooseImage(PNG);
    await signIn(setup, makeUser({ id: 8, about: 'Theirs' }), 'tokenB');
    expect(setup.editing()).toMatchObject({ fields: { about: 'Theirs' }, image: null, isDirty: false });
  });

  it('is not dirty when a change is undone, and discard drops all changes', async () => {
    const setup = await openEditor();
    setup.editor.change({ first_name: 'Ad' });
    expect(setup.editing().isDirty).toBe(true);
    setup.editor.change({ first_name: 'Ada' });
    expect(setup.editing().isDirty).toBe(false);
    setup.editor.chooseImage(PNG);
    setup.editor.discard();
    expect(setup.editing()).toMatchObject({ isDirty: false, image: null });
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
    const setup = await openEditor();
    setup.editor.chooseImage(PNG);
    setup.editor.chooseImage(new File(['x'], 'x.txt', { type: 'text/plain' }));
    expect(setup.editing()).toMatchObject({ image: null, imageProblem: 'not-an-image' });
    setup.editor.chooseImage(PNG);
    expect(setup.editing()).toMatchObject({ image: PNG, imageProblem: null });
    setup.editor.refuseImage();
    expect(setup.editing()).toMatchObject({ image: null, imageProblem: 'not-an-image', isDirty: false });
  });

  it('any changes keep the last value per field, and are dirty only if a value differs', async () => {
    const setup = await openEditor();
    const before = setup.editing().fields;
    const change = fc.oneof(
      fc.record({ first_name: fc.constantFrom('Ada', 'Bea', '') }),
      fc.record({ about: fc.constantFrom('', 'x') }),
      fc.record({ email_notification: fc.boolean() }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
        setup.editor.discard();
        for (const part of changes) setup.editor.change(part);
        const expected = { ...before, ...Object.assign({}, ...changes) };
        expect(setup.editing().fields).toEqual(expected);
        expect(setup.editing().isDirty).toBe(JSON.stringify(expected) !== JSON.stringify(before));
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
    const setup = await openEditor();
    const { api, session } = setup;
    return { ...setup, deletion: createAccountDeletion({ api, session, ...(mode ? { mode } : {}) }) };
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

  it('removes all local data when the server ends the session before its response', async () => {
    const { deletion, api, local, session } = await openDeletion();
    local.write('openbell:drafts', '{}');
    const done = deletion.submit({ password: 'secret' });
    expect(api.latest(DELETE).input.token).toBe('tokenA');
    const token = session.getToken();
    if (token !== null) session.onUnauthorized(token);
    await api.latest(DELETE).succeed({ message: '' });
    expect(await done).toEqual({ ok: true, value: null });
    expect(local.keys()).toEqual([]);
    expect(deletion.$state.get()).toEqual({ status: 'deleted' });
  });

  it('removes all local data after a success whose body cannot be read', async () => {
    const { deletion, api, local } = await openDeletion();
    const done = deletion.submit({ password: 'secret' });
    await api.latest(DELETE).respond(errorResponse(200, { kind: 'invalid-body' }));
    expect(await done).toEqual({ ok: true, value: null });
    expect(local.keys()).toEqual([]);
  });

  it('ends a session that the server rejects, and deletes nothing', async () => {
    const { deletion, api, session } = await openDeletion();
    const done = deletion.submit({ password: 'secret' });
    await api.latest(DELETE).refuse(401);
    expect(await done).toMatchObject({ error: { code: 'signed-out' } });
    expect(session.$state.get()).toEqual({ status: 'signed-out', reason: 'expired' });
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
    const setup = await openDeletion();
    const done = setup.deletion.submit({ password: 'secret' });
    await signIn(setup, makeUser({ id: 8 }), 'tokenB');
    await setup.api.latest(DELETE).succeed({ message: '' });
    expect(await done).toMatchObject({ ok: false, error: { code: 'signed-out' } });
    expect(setup.session.$user.get()?.id).toBe(8);
  });
});
