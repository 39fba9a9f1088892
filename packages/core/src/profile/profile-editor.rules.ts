import type { Answer } from '../api-client/index.ts';
import type { UpdateProfileAnswer, UpdateProfileBody, User } from '../contract/index.ts';
import {
  PROFILE_ERROR_FIELDS,
  PROFILE_IMAGE_BYTES,
  type ProfileEditorError,
  type ProfileErrorField,
  type ProfileFields,
  type ProfileImageProblem,
} from './profile-editor.types.ts';

/** The member's own values, as the form begins with them. */
export function profileFields(user: User): ProfileFields {
  const { first_name, phone, about, push_notification, email_notification } = user;
  return { first_name, phone, about, push_notification, email_notification };
}

/** Whether saving would change anything of what the member has. */
export function isChanged(user: User, changes: Partial<ProfileFields>): boolean {
  const before = profileFields(user);
  return (Object.keys(changes) as (keyof ProfileFields)[]).some((key) => changes[key] !== before[key]);
}

/**
 * The form as it is sent: all fields of the call. A phone number that was never given and is still empty is left out
 * and stays as it is: a member without one can change the rest.
 */
export function updateBody(user: User, fields: ProfileFields): UpdateProfileBody {
  const { phone, ...rest } = fields;
  return phone === '' && user.phone === '' ? rest : { ...rest, phone };
}

/** Why a file cannot be the picture, by what the browser says about it; null when it can. The server judges the bytes. */
export function checkProfileImage(file: Pick<File, 'type' | 'size'>): ProfileImageProblem | null {
  // SVG is a document that can run scripts.
  if (!file.type.startsWith('image/') || file.type.startsWith('image/svg')) return 'not-an-image';
  if (file.size === 0) return 'empty';
  return file.size > PROFILE_IMAGE_BYTES ? 'too-large' : null;
}

/** Characters as people count them, and as the server does. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of new Intl.Segmenter().segment(text)) count += 1;
  return count;
}

export function profileEditorError(
  code: ProfileEditorError['code'],
  parts: Partial<ProfileEditorError> = {},
): ProfileEditorError {
  return { code, message: '', fieldErrors: {}, retryAfter: null, ...parts };
}

/** Reads a refusal of `POST /web/update-profile`; null when it has saved. */
export function readUpdateFailure(answer: Answer<UpdateProfileAnswer>): ProfileEditorError | null {
  if (answer.ok) return null;
  if (answer.kind !== 'http') return profileEditorError('unavailable');
  const { status, message, errors, retryAfter } = answer;
  if (status === 429) return profileEditorError('throttled', { message, retryAfter });
  const fieldErrors: Partial<Record<ProfileErrorField, string>> = {};
  for (const field of PROFILE_ERROR_FIELDS) {
    const first = errors[field]?.[0];
    if (first !== undefined) fieldErrors[field] = first;
  }
  // The picture alone can be too large or of a refused kind (413, 415).
  if ((status === 413 || status === 415) && fieldErrors.profile_image === undefined && message !== '')
    fieldErrors.profile_image = message;
  if (Object.keys(fieldErrors).length > 0) return profileEditorError('fields', { message, fieldErrors });
  return profileEditorError(status >= 500 ? 'unavailable' : 'refused', { message });
}

/** The field that the focus goes to: the first on the form that has an error. */
export function firstInvalidProfileField(error: ProfileEditorError): ProfileErrorField | null {
  return PROFILE_ERROR_FIELDS.find((field) => error.fieldErrors[field] !== undefined) ?? null;
}
