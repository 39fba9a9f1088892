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

/** The result of {@link useProfileEditor}. */
export interface ProfileEditorBinding extends Omit<ProfileEditor, '$state'> {
  readonly state: ProfileEditorState;
}

/** Returns the profile form. Changes are kept on unmount: the page confirms before discarding them. */
export function useProfileEditor(instance?: ProfileEditor): ProfileEditorBinding {
  const { $state, ...actions } = useFeature(instance, (openbell) => openbell.profileEditor);
  return { ...actions, state: useStore($state) };
}

/** The result of {@link usePasswordChange}. */
export interface PasswordChangeBinding extends Omit<PasswordChange, '$state' | '$retryIn'> {
  readonly state: PasswordChangeState;
  /** Seconds until the server accepts another try, after a 429; 0 otherwise. */
  readonly retryIn: number;
}

/** Returns the change-password form. Resets on unmount. */
export function usePasswordChange(instance?: PasswordChange): PasswordChangeBinding {
  const change = useFeature(instance, (openbell) => openbell.passwordChange);
  const { $state, $retryIn, ...actions } = change;
  useEffect(() => change.reset, [change]);
  return { ...actions, state: useStore($state), retryIn: useStore($retryIn) };
}

/** The result of {@link useAccountDeletion}. */
export interface AccountDeletionBinding extends Omit<AccountDeletion, '$state'> {
  readonly state: AccountDeletionState;
}

/** Returns the state and actions of deleting the account. Resets on unmount. */
export function useAccountDeletion(instance?: AccountDeletion): AccountDeletionBinding {
  const deletion = useFeature(instance, (openbell) => openbell.accountDeletion);
  const { $state, ...actions } = deletion;
  useEffect(() => deletion.reset, [deletion]);
  return { ...actions, state: useStore($state) };
}
