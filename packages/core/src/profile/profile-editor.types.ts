import type { ReadableAtom } from 'nanostores';
import type { ApiClient } from '../api-client/index.ts';
import type { User } from '../contract/index.ts';
import type { Pictures } from '../ports/index.ts';
import type { Session } from '../session/index.ts';
import type { Result } from '../shared/result.ts';

/** The fields that a member can change. */
export interface ProfileFields {
  readonly first_name: string;
  readonly phone: string;
  readonly about: string;
  readonly push_notification: boolean;
  readonly email_notification: boolean;
}

/** The fields that can have errors, in the order of the form. */
export const PROFILE_ERROR_FIELDS: readonly ProfileErrorField[] = [
  'profile_image',
  'first_name',
  'email',
  'phone',
  'about',
];

/** A field with errors; the picture is `profile_image`. */
export type ProfileErrorField = 'profile_image' | 'first_name' | 'email' | 'phone' | 'about';

/** Maximum length in characters. */
export const PROFILE_LIMITS: { readonly first_name: number; readonly about: number } = {
  first_name: 100,
  about: 2_000,
};

/** Maximum size of a picture in bytes. */
export const PROFILE_IMAGE_BYTES: number = 10 * 1024 * 1024;

/** Why a file cannot be the picture: not an image (or SVG), empty, or too large. */
export type ProfileImageProblem = 'not-an-image' | 'empty' | 'too-large';

/**
 * Why nothing was saved. `fields`: see `fieldErrors`. `throttled`: wait `retryAfter` seconds. `refused`: see `message`.
 * `unavailable`: no valid response. `busy`: an earlier save is pending. `superseded`: the session has changed.
 */
export interface ProfileEditorError {
  readonly code: 'fields' | 'throttled' | 'refused' | 'unavailable' | 'busy' | 'superseded';
  /** The server's message, or empty. */
  readonly message: string;
  /** The first message per field. */
  readonly fieldErrors: Readonly<Partial<Record<ProfileErrorField, string>>>;
  readonly retryAfter: number | null;
}

/**
 * The state of the profile form.
 *
 * - `loading`, `failed`, `absent`: no profile to edit; see `ProfileState`.
 * - `editing`, `saving`: `fields` are the user's values with the unsaved changes, which a reload of the profile does not
 *   overwrite.
 */
export type ProfileEditorState =
  // Separate members, so that a page that returns early for each is left with the last one.
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'absent' }
  | {
      readonly status: 'editing' | 'saving';
      readonly user: User;
      readonly fields: ProfileFields;
      /** The new picture; null when unchanged. */
      readonly image: File | null;
      readonly imageProblem: ProfileImageProblem | null;
      /** Whether there are unsaved changes. */
      readonly isDirty: boolean;
      /** Why the last save failed; null before the first save and after a successful one. */
      readonly error: ProfileEditorError | null;
    };

export interface ProfileEditorOptions {
  readonly api: Pick<ApiClient, 'request'>;
  readonly session: Pick<Session, '$state' | 'replaceUser' | 'refreshProfile'>;
  /** Makes a large picture smaller before it is sent. By default pictures are sent as they are. */
  readonly pictures?: Pictures;
}

/** The profile form. Unsaved changes are kept when the form closes and when the same member signs in again. */
export interface ProfileEditor {
  readonly $state: ReadableAtom<ProfileEditorState>;
  /** Changes fields. */
  change(part: Partial<ProfileFields>): void;
  /** Selects a picture, or null for the old one. For an invalid file, the state has the reason. */
  chooseImage(file: File | null): void;
  /** Reports that the picture cannot be displayed, so that it is not an image. */
  refuseImage(): void;
  /** Saves the form once. On success, updates the session's user. */
  save(): Promise<Result<User, ProfileEditorError>>;
  /** Discards all changes. */
  discard(): void;
  /** Reloads the profile. */
  refresh: Session['refreshProfile'];
}
