import type { ApiResponse } from '../api-client/index.ts';
import type { UpdateProfileBody, UpdateProfileResponse, User } from '../contract/index.ts';
import { firstMessages, isUnreadSuccess } from '../shared/failures.ts';
import {
  PROFILE_ERROR_FIELDS,
  PROFILE_IMAGE_BYTES,
  type ProfileEditorError,
  type ProfileErrorField,
  type ProfileFields,
  type ProfileImageProblem,
} from './profile-editor.types.ts';

/** Returns the initial values of the form. */
export function profileFields(user: User): ProfileFields {
  const { first_name, phone, about, push_notification, email_notification } = user;
  return { first_name, phone, about, push_notification, email_notification };
}

/** Whether the changes differ from the user's values. */
export function isChanged(user: User, changes: Partial<ProfileFields>): boolean {
  const before = profileFields(user);
  return (Object.keys(changes) as (keyof ProfileFields)[]).some((key) => changes[key] !== before[key]);
}

/**
 * Builds the request body with all fields. A phone number that is still empty is omitted, so that members without one
 * can save the form.
 */
export function updateBody(user: User, fields: ProfileFields): UpdateProfileBody {
  const { phone, ...rest } = fields;
  return phone === '' && user.phone === '' ? rest : { ...rest, phone };
}

/** Checks a picture by the file's type and size; null when valid. The server checks the content. */
export function checkProfileImage(file: Pick<File, 'type' | 'size'>): ProfileImageProblem | null {
  // SVG can contain scripts.
  if (!file.type.startsWith('image/') || file.type.startsWith('image/svg')) return 'not-an-image';
  if (file.size === 0) return 'empty';
  return file.size > PROFILE_IMAGE_BYTES ? 'too-large' : null;
}

export function profileEditorError(
  code: ProfileEditorError['code'],
  parts: Partial<ProfileEditorError> = {},
): ProfileEditorError {
  return { code, message: '', fieldErrors: {}, retryAfter: null, ...parts };
}

/** Maps the response of `POST /web/update-profile` to an error; null on success. */
export function readUpdateFailure(response: ApiResponse<UpdateProfileResponse>): ProfileEditorError | null {
  if (response.ok || isUnreadSuccess(response)) return null;
  if (response.kind !== 'http') return profileEditorError('unavailable');
  const { status, message, errors, retryAfter } = response;
  if (status === 429) return profileEditorError('throttled', { message, retryAfter });
  // 413 and 415 can only be about the picture.
  const image = (status === 413 || status === 415) && message !== '' ? { profile_image: [message] } : {};
  const fieldErrors = firstMessages({ ...image, ...errors }, PROFILE_ERROR_FIELDS);
  if (fieldErrors !== null) return profileEditorError('fields', { message, fieldErrors });
  return profileEditorError(status >= 500 ? 'unavailable' : 'refused', { message });
}

/** Returns the first field with an error, which gets the focus. */
export function firstInvalidProfileField(error: ProfileEditorError): ProfileErrorField | null {
  return PROFILE_ERROR_FIELDS.find((field) => error.fieldErrors[field] !== undefined) ?? null;
}
