'use client';

import { useStore } from '@nanostores/react';
import type {
  AccountDeletion,
  AccountDeletionState,
  PasswordChange,
  PasswordChangeState,
  ProfileEditor,
  ProfileEditorState,
} from '@openbell/core/profile';
import { useEffect } from 'react';
import { useFeature } from './openbell-provider.tsx';

/** The form for one's own profile as a component reads it. */
export interface ProfileEditorBinding extends Omit<ProfileEditor, '$state'> {
  readonly state: ProfileEditorState;
}

/** Edit profile. Changes outlive the component: it is the page's part to ask before they are discarded. */
export function useProfileEditor(instance?: ProfileEditor): ProfileEditorBinding {
  const { $state, ...actions } = useFeature(instance, (openbell) => openbell.profileEditor);
  return { ...actions, state: useStore($state) };
}

/** Changing the password as a component reads it. */
export interface PasswordChangeBinding extends Omit<PasswordChange, '$state'> {
  readonly state: PasswordChangeState;
}

/** The Change password form; idle again when the component goes. */
export function usePasswordChange(instance?: PasswordChange): PasswordChangeBinding {
  const change = useFeature(instance, (openbell) => openbell.passwordChange);
  const { $state, ...actions } = change;
  useEffect(() => change.reset, [change]);
  return { ...actions, state: useStore($state) };
}

/** Deleting the account as a component reads it. */
export interface AccountDeletionBinding extends Omit<AccountDeletion, '$state'> {
  readonly state: AccountDeletionState;
}

/** The Delete Account dialog; idle again when the component goes. */
export function useAccountDeletion(instance?: AccountDeletion): AccountDeletionBinding {
  const deletion = useFeature(instance, (openbell) => openbell.accountDeletion);
  const { $state, ...actions } = deletion;
  useEffect(() => deletion.reset, [deletion]);
  return { ...actions, state: useStore($state) };
}
