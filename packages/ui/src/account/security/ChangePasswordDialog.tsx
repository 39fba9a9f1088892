'use client';

import type { Texts } from '@openbell/core/catalogue';
import type { ChangePasswordBody } from '@openbell/core/contract';
import {
  firstInvalidPasswordField,
  type PasswordChangeError,
  type PasswordChangeField,
} from '@openbell/core/profile';
import { usePasswordChange } from '@openbell/react-hooks';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import {
  Button,
  Dialog,
  type LinkComponent,
  PasswordField,
  PlainLink,
  RetryCountdown,
  useTexts,
} from '../../primitives/index.ts';
import { FormMessage } from '../form/FormMessage.tsx';
import { SecondProof } from '../second-factor/SecondProof.tsx';

const NOTHING: ChangePasswordBody = { current_password: '', password: '', confirm_password: '' };

const FIELDS = [
  { name: 'current_password', label: 'accounts.currentPassword', autoComplete: 'current-password' },
  { name: 'password', label: 'accounts.newPassword', autoComplete: 'new-password' },
  { name: 'confirm_password', label: 'accounts.repeatNewPassword', autoComplete: 'new-password' },
] as const;

export interface ChangePasswordDialogProps {
  open: boolean;
  onClose: () => void;
  /** Called when the password is changed and other devices are signed out. Close the dialog here. */
  onChanged: () => void;
  /** The member's email address, under which a password manager stores the new password. */
  email: string;
  /** The page that resets a password by an emailed code, for members who forgot theirs or have none. */
  forgotPasswordHref?: string | undefined;
  /** Link component for links inside the site. */
  link?: LinkComponent | undefined;
}

/** A dialog that changes the password of a member who knows the current one. */
export function ChangePasswordDialog(props: ChangePasswordDialogProps): ReactNode {
  const { open, onClose, onChanged, email } = props;
  const { forgotPasswordHref = '/forget-password', link: Link = PlainLink } = props;
  const text = useTexts();
  const { state, retryIn, submit, reset } = usePasswordChange();
  const [passwords, setPasswords] = useState(NOTHING);
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const busy = state.status === 'sending';
  const error = state.status === 'failed' ? state.error : null;
  const formError = error === null ? null : formErrorText(text, error);

  const clear = (): void => {
    setPasswords(NOTHING);
    reset();
  };
  const close = (): void => {
    clear();
    onClose();
  };
  const send = async (): Promise<void> => {
    const result = await submit(passwords);
    if (result.ok) {
      clear();
      onChanged();
      return;
    }
    const field = firstInvalidPasswordField(result.error);
    if (field !== null) form.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      dismissible={!busy}
      title={text('accounts.changePassword')}
      description={text('accounts.changePasswordLead')}
      initialFocus={first}
    >
      {error?.code === 'second-proof-needed' ? (
        <SecondProof onProved={() => void send()} onCancel={close} />
      ) : null}
      <form
        ref={form}
        className="ob-account-form"
        noValidate
        hidden={error?.code === 'second-proof-needed'}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void send();
        }}
      >
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {FIELDS.map(({ name, label, autoComplete }) => (
          <PasswordField
            key={name}
            ref={name === 'current_password' ? first : undefined}
            label={text(label)}
            placeholder={name === 'password' ? text('accounts.passwordPlaceholder') : undefined}
            name={name}
            autoComplete={autoComplete}
            required
            value={passwords[name]}
            onChange={(event) => setPasswords({ ...passwords, [name]: event.target.value })}
            error={error === null ? undefined : fieldErrorText(text, error, name)}
          />
        ))}
        {error?.fieldErrors.current_password === undefined ? null : (
          <p>
            <Link className="ob-link" href={forgotPasswordHref}>
              {text('accounts.forgotPassword')}
            </Link>
          </p>
        )}
        {formError === null ? null : <FormMessage>{formError}</FormMessage>}
        <RetryCountdown seconds={retryIn} />
        <div className="ob-dialog-actions">
          <Button onClick={close} disabled={busy}>
            {text('shell.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={busy} disabled={retryIn > 0}>
            {text(busy ? 'accounts.changingPassword' : 'accounts.changePassword')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function fieldErrorText(
  text: Texts,
  error: PasswordChangeError,
  field: PasswordChangeField,
): string | undefined {
  switch (error.problems[field]) {
    case 'missing':
      return text(field === 'current_password' ? 'accounts.passwordMissing' : 'accounts.newPasswordMissing');
    case 'too-short':
      return text('accounts.newPasswordTooShort');
    case 'no-match':
      return text('accounts.newPasswordNoMatch');
    default:
      return error.fieldErrors[field];
  }
}

/** The error shown below the form; null for errors that are shown at their field. */
function formErrorText(text: Texts, error: PasswordChangeError): string | null {
  const { code, message, retryAfter } = error;
  switch (code) {
    case 'invalid':
    case 'fields':
    case 'second-proof-needed':
      return null;
    case 'throttled':
      return message || text('accounts.tooManyTries', { seconds: retryAfter ?? 60 });
    case 'unsupported':
      return text('accounts.changePasswordUnsupported');
    case 'unavailable':
      return text('accounts.changePasswordUnsure');
    default:
      return message || text('accounts.changePasswordFailed');
  }
}
