import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { User } from '../contract/index.ts';
import type { Session } from '../session/index.ts';
import type { Result } from '../shared/result.ts';

/** What a member may change (update-profile). */
export interface ProfileFields {
  readonly first_name: string;
  readonly phone: string;
  readonly about: string;
  readonly push_notification: boolean;
  readonly email_notification: boolean;
}

/** Where an error can be shown, in the order of the form. */
export const PROFILE_ERROR_FIELDS: readonly ProfileErrorField[] = [
  'profile_image',
  'first_name',
  'email',
  'phone',
  'about',
];

/** A field of the form, as errors name it; the picture is `profile_image`. */
export type ProfileErrorField = 'profile_image' | 'first_name' | 'email' | 'phone' | 'about';

/** Most characters. */
export const PROFILE_LIMITS: { readonly first_name: number; readonly about: number } = {
  first_name: 100,
  about: 2_000,
};

/** The largest picture that is sent, in bytes. */
export const PROFILE_IMAGE_BYTES: number = 10 * 1024 * 1024;

/** Why a chosen file cannot be the picture: no image (or one that may carry scripts), empty, or too large. */
export type ProfileImageProblem = 'not-an-image' | 'empty' | 'too-large';

/**
 * Why nothing was saved. `fields`: see `fieldErrors`. `throttled`: wait `retryAfter` seconds. `refused`: see `message`.
 * `unavailable`: no usable answer came. `busy`: an earlier save is under way. `superseded`: the session has changed.
 */
export interface ProfileEditorError {
  readonly code: 'fields' | 'throttled' | 'refused' | 'unavailable' | 'busy' | 'superseded';
  /** The server's message, or empty. */
  readonly message: string;
  /** The first message of each field's list. */
  readonly fieldErrors: Readonly<Partial<Record<ProfileErrorField, string>>>;
  readonly retryAfter: number | null;
}

/**
 * The form.
 *
 * - `loading`, `failed`, `absent`: there is no profile to edit; see `ProfileState`.
 * - `editing`, `saving`: `fields` are the member's with the changes made so far; a profile that is loaded again in the
 *   meantime never overwrites a change.
 */
export type ProfileEditorState =
  // One each: a page that returns for them one after the other is left with the member.
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'absent' }
  | {
      readonly status: 'editing' | 'saving';
      readonly user: User;
      readonly fields: ProfileFields;
      /** The new picture, null while the old one stays. */
      readonly image: File | null;
      readonly imageProblem: ProfileImageProblem | null;
      /** Something would be lost if the form were left. */
      readonly isDirty: boolean;
      /** Why the last save failed; null after a change that succeeded, and before the first. */
      readonly error: ProfileEditorError | null;
    };

export interface ProfileEditorOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly session: Pick<Session, '$state' | 'replaceUser' | 'refreshProfile'>;
}

/** Changes to one's own profile. They outlive the form: who has to sign in again in between finds them as they were. */
export interface ProfileEditor {
  readonly $state: ReadableAtom<ProfileEditorState>;
  /** What the person has typed or switched. */
  change(part: Partial<ProfileFields>): void;
  /** Takes a picture, or null to keep the old one. What cannot be one is refused, and the state says why. */
  chooseImage(file: File | null): void;
  /** The picture could not be drawn: it is no image, whatever its name says. */
  refuseImage(): void;
  /** Sends everything once; on success the session's member is replaced. */
  save(): Promise<Result<User, ProfileEditorError>>;
  /** Forgets all changes. */
  discard(): void;
  /** Tries to load the profile again. */
  refresh: Session['refreshProfile'];
}
