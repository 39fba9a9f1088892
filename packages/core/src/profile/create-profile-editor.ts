import { atom, computed } from 'nanostores';
import { updateProfileEndpoint } from '../contract/index.ts';
import { fail, succeed } from '../shared/result.ts';
import { watchSession } from '../shared/session-epoch.ts';
import { canShrink, shrinkPhoto } from '../shared/shrink-photos.ts';
import { readProfile } from './profile.rules.ts';
import {
  checkProfileImage,
  isChanged,
  profileEditorError,
  profileFields,
  readUpdateFailure,
  updateBody,
} from './profile-editor.rules.ts';
import type {
  ProfileEditor,
  ProfileEditorError,
  ProfileEditorOptions,
  ProfileEditorState,
  ProfileFields,
  ProfileImageProblem,
} from './profile-editor.types.ts';

/** The unsaved changes and the member they belong to. */
interface Draft {
  readonly userId: number | null;
  readonly changes: Partial<ProfileFields>;
  readonly image: File | null;
  readonly imageProblem: ProfileImageProblem | null;
  readonly error: ProfileEditorError | null;
  readonly saving: boolean;
}

const NONE: Draft = {
  userId: null,
  changes: {},
  image: null,
  imageProblem: null,
  error: null,
  saving: false,
};

/** Pixels of the longest side of a picture that is sent. It is shown much smaller. */
const PICTURE_SIDE = 1024;

/** Creates the profile form. */
export function createProfileEditor({ api, session, pictures }: ProfileEditorOptions): ProfileEditor {
  const $draft = atom<Draft>(NONE);

  const $state = computed([session.$state, $draft], (state, kept): ProfileEditorState => {
    const profile = readProfile(state);
    if (profile.status !== 'ready') return { status: profile.status };
    const { user } = profile;
    // Changes of another member are not shown.
    const { changes, image, imageProblem, error, saving } = kept.userId === user.id ? kept : NONE;
    return {
      status: saving ? 'saving' : 'editing',
      user,
      fields: { ...profileFields(user), ...changes },
      image,
      imageProblem,
      isDirty: image !== null || isChanged(user, changes),
      error,
    };
  });

  /** The draft of the signed-in member. */
  function draft(): Draft {
    const state = $state.get();
    const userId = 'user' in state ? state.user.id : null;
    const kept = $draft.get();
    return kept.userId === userId ? kept : { ...NONE, userId };
  }

  return {
    $state,
    refresh: session.refreshProfile,
    change(part) {
      const now = draft();
      $draft.set({ ...now, changes: { ...now.changes, ...part } });
    },
    chooseImage(file) {
      const found = file === null ? null : checkProfileImage(file);
      // The size is checked when the picture has been made smaller.
      const isLater = found === 'too-large' && pictures !== undefined && canShrink(file?.type ?? '');
      const imageProblem = isLater ? null : found;
      $draft.set({ ...draft(), image: imageProblem === null ? file : null, imageProblem });
    },
    refuseImage: () => $draft.set({ ...draft(), image: null, imageProblem: 'not-an-image' }),
    discard: () => $draft.set(NONE),

    async save() {
      const state = $state.get();
      if (!('user' in state)) return fail(profileEditorError('superseded'));
      if (state.status === 'saving') return fail(profileEditorError('busy'));
      const { user, fields, image } = state;
      const isSameSession = watchSession(session);
      $draft.set({ ...draft(), saving: true, error: null });
      const isSuperseded = (): boolean => {
        if (isSameSession()) return false;
        // If the session has ended, the draft stays for the same member's next sign-in.
        const kept = $draft.get();
        if (kept.userId === user.id) $draft.set({ ...kept, saving: false });
        return true;
      };
      const blob = image && pictures ? await shrinkPhoto(pictures, image, PICTURE_SIDE) : image;
      if (isSuperseded()) return fail(profileEditorError('superseded'));
      const imageProblem = blob && checkProfileImage(blob);
      if (imageProblem) {
        const now = $draft.get();
        const refused = now.image === image ? { image: null, imageProblem } : {};
        $draft.set({ ...now, ...refused, saving: false });
        return fail(profileEditorError('fields', { fieldErrors: { profile_image: '' } }));
      }
      const response = await api.request(updateProfileEndpoint, {
        body: updateBody(user, fields),
        ...(image && blob ? { files: [{ field: 'profile_image', blob, name: image.name }] } : {}),
      });
      if (isSuperseded()) return fail(profileEditorError('superseded'));
      const kept = $draft.get();
      const error = readUpdateFailure(response);
      if (error !== null) {
        $draft.set({ ...kept, saving: false, error });
        return fail(error);
      }
      const saved = response.ok ? response.data.user : { ...user, ...fields };
      // The user is replaced before the draft, so that the form never shows the old values.
      session.replaceUser(saved);
      // Of a response that cannot be read, the profile shows what the server has saved.
      if (!response.ok) void session.refreshProfile();
      // Changes made during the request are not saved yet.
      const entries = Object.entries(kept.changes).filter(
        ([key, value]) => value !== fields[key as keyof ProfileFields],
      );
      const later = kept.image === image ? null : kept.image;
      $draft.set({ ...NONE, userId: user.id, changes: Object.fromEntries(entries), image: later });
      return succeed(saved);
    },
  };
}
