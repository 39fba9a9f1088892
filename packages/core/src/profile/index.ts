/** The profile page, its form, password change, data export and account deletion. */

export { countCharacters } from '../contract/message-text.ts';
export type {
  AccountDeletion,
  AccountDeletionError,
  AccountDeletionMode,
  AccountDeletionOptions,
  AccountDeletionState,
} from './account-deletion.types.ts';
export { createAccountDeletion } from './create-account-deletion.ts';
export { createFirstSteps, type FirstSteps, type FirstStepsOptions } from './create-first-steps.ts';
export { createMemberData } from './create-member-data.ts';
export { createPasswordChange } from './create-password-change.ts';
export { createProfile } from './create-profile.ts';
export { createProfileEditor } from './create-profile-editor.ts';
export { type FirstStep, type FirstStepState, firstSteps } from './first-steps.rules.ts';
export type {
  MemberData,
  MemberDataError,
  MemberDataOptions,
  MemberDataState,
} from './member-data.types.ts';
export { checkPasswordChange, firstInvalidPasswordField } from './password-change.rules.ts';
export type {
  PasswordChange,
  PasswordChangeError,
  PasswordChangeField,
  PasswordChangeOptions,
  PasswordChangeState,
  PasswordProblem,
} from './password-change.types.ts';
export { readProfile } from './profile.rules.ts';
export type { Profile, ProfileOptions, ProfileState } from './profile.types.ts';
export {
  checkProfileImage,
  firstInvalidProfileField,
  profileFields,
  readUpdateFailure,
} from './profile-editor.rules.ts';
export {
  PROFILE_IMAGE_BYTES,
  PROFILE_LIMITS,
  type ProfileEditor,
  type ProfileEditorError,
  type ProfileEditorOptions,
  type ProfileEditorState,
  type ProfileErrorField,
  type ProfileFields,
  type ProfileImageProblem,
} from './profile-editor.types.ts';
