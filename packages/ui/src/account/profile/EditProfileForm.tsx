'use client';

import type { Texts } from '@openbell/core/catalogue';
import type { User } from '@openbell/core/contract';
import {
  countCharacters,
  firstInvalidProfileField,
  PROFILE_LIMITS,
  type ProfileEditorState,
} from '@openbell/core/profile';
import { useProfileEditor } from '@openbell/react-hooks';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import {
  Button,
  ErrorState,
  type LinkComponent,
  PlainLink,
  Skeleton,
  SkeletonGroup,
  Switch,
  TextArea,
  TextField,
  useTexts,
} from '../../primitives/index.ts';
import { useMounted } from '../../primitives/use-mounted.ts';
import { FormMessage } from '../form/FormMessage.tsx';
import { ChangePasswordDialog } from '../security/ChangePasswordDialog.tsx';
import { AvatarField } from './AvatarField.tsx';
import { DeleteAccountDialog, type DeleteAccountDialogProps } from './DeleteAccountDialog.tsx';
import { PushSwitch } from './PushSwitch.tsx';

export interface EditProfileFormProps {
  /** Called when the profile is saved: open `/profile`. */
  onSaved?: (() => void) | undefined;
  /** Called when the account is deleted: open `/`. */
  onDeleted?: (() => void) | undefined;
  /** Opens the page for cancelling; its button is shown to members who have, or had, a plan. */
  onUnsubscribe?: (() => void) | undefined;
  unsubscribing?: boolean | undefined;
  /** False hides the push switch. */
  push?: boolean | undefined;
  /** Target of Cancel. */
  profileHref?: string | undefined;
  /** Target of 'Forgot password'. */
  forgotPasswordHref?: string | undefined;
  /** See {@link DeleteAccountDialogProps}. */
  social?: DeleteAccountDialogProps['social'];
  /** Renders links of the site. */
  link?: LinkComponent | undefined;
}

/** The form for the member's profile. */
export function EditProfileForm(props: EditProfileFormProps): ReactNode {
  const text = useTexts();
  const editor = useProfileEditor();
  const { state } = editor;
  if (state.status === 'failed') {
    return <ErrorState title={text('accounts.profileFailed')} onRetry={() => void editor.refresh()} />;
  }
  if (state.status !== 'editing' && state.status !== 'saving') return <FormSkeleton />;
  return <Form {...props} editor={editor} state={state} />;
}

interface FormProps extends EditProfileFormProps {
  editor: ReturnType<typeof useProfileEditor>;
  state: Extract<ProfileEditorState, { readonly status: 'editing' | 'saving' }>;
}

function Form({ editor, state, ...props }: FormProps): ReactNode {
  const { profileHref = '/profile', push = true, link: Link = PlainLink } = props;
  const text = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const mounted = useMounted();
  const { user, fields, image, imageProblem, error } = state;
  const { change } = editor;
  const saving = state.status === 'saving';
  const errors = error?.fieldErrors ?? {};

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const result = await editor.save();
    if (result.ok) {
      if (mounted.current) props.onSaved?.();
      return;
    }
    const first = firstInvalidProfileField(result.error);
    if (first !== null) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  return (
    <div className="ob-edit-profile" data-part="edit-profile" data-status={state.status}>
      <form ref={form} className="ob-account-form" noValidate onSubmit={(event) => void onSubmit(event)}>
        <AvatarField
          name={fields.first_name}
          src={user.dp}
          image={image}
          problem={imageProblem}
          error={errors.profile_image}
          onChoose={editor.chooseImage}
          onUnreadable={editor.refuseImage}
        />
        <TextField
          label={text('accounts.fullName')}
          name="first_name"
          autoComplete="name"
          required
          value={fields.first_name}
          onChange={(event) => change({ first_name: event.target.value })}
          {...lengthOf(text, fields.first_name, {
            limit: PROFILE_LIMITS.first_name,
            error: errors.first_name,
          })}
        />
        <TextField
          label={text('accounts.email')}
          hint={text('accounts.emailFixed')}
          name="email"
          type="email"
          autoComplete="email"
          readOnly
          disabled
          value={user.email}
          error={errors.email}
        />
        <TextField
          label={text('accounts.phone')}
          hint={text('accounts.phoneHint')}
          name="phone"
          type="tel"
          autoComplete="tel"
          value={fields.phone}
          onChange={(event) => change({ phone: event.target.value })}
          error={errors.phone}
        />
        <TextArea
          label={text('accounts.aboutYou')}
          name="about"
          rows={4}
          dir="auto"
          value={fields.about}
          onChange={(event) => change({ about: event.target.value })}
          {...lengthOf(text, fields.about, { limit: PROFILE_LIMITS.about, error: errors.about })}
        />
        <fieldset className="ob-edit-profile-switches">
          <legend>{text('accounts.notifications')}</legend>
          {push ? (
            <PushSwitch
              checked={fields.push_notification}
              onCheckedChange={(push_notification) => change({ push_notification })}
            />
          ) : null}
          <Switch
            label={text('accounts.emailNotifications')}
            hint={text('accounts.emailHint')}
            name="email_notification"
            checked={fields.email_notification}
            onCheckedChange={(email_notification) => change({ email_notification })}
          />
        </fieldset>
        {error !== null && error.code !== 'busy' ? (
          <FormMessage>{text('accounts.updateFailed')}</FormMessage>
        ) : null}
        <div className="ob-edit-profile-actions">
          <Button type="submit" variant="primary" busy={saving}>
            {text(saving ? 'accounts.updating' : 'accounts.save')}
          </Button>
          <Link className="ob-link" href={profileHref}>
            {text('accounts.cancelEdit')}
          </Link>
        </div>
      </form>

      <AccountActions {...props} user={user} />
    </div>
  );
}

/** The hint and error of a field with a limit; the server checks the limit too. */
function lengthOf(
  text: Texts,
  value: string,
  { limit, error }: { readonly limit: number; readonly error: string | undefined },
): { hint: string | undefined; error: string | undefined } {
  const count = countCharacters(value);
  const over = count > limit ? text('accounts.charactersOver', { over: count - limit }) : undefined;
  // A short limit shows its count only near the end.
  const hint = limit > 500 || count > limit * 0.8 ? text('accounts.characters', { count, limit }) : undefined;
  return { hint, error: over ?? error };
}

function FormSkeleton(): ReactNode {
  const text = useTexts();
  return (
    <SkeletonGroup className="ob-edit-profile" label={text('accounts.loadingProfile')}>
      <p className="ob-profile-loading" aria-hidden="true">
        {text('accounts.loadingProfile')}
      </p>
      <Skeleton shape="circle" className="ob-profile-skeleton-avatar" />
      <Skeleton shape="box" className="ob-profile-skeleton-box" />
      <Skeleton shape="box" className="ob-profile-skeleton-box" />
    </SkeletonGroup>
  );
}

/** Changes the password, ends the membership, and deletes the account: each below the form, with its dialog. */
function AccountActions({ user, ...props }: EditProfileFormProps & { readonly user: User }): ReactNode {
  const text = useTexts();
  const [password, setPassword] = useState<'kept' | 'changing' | 'changed'>('kept');
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <section className="ob-edit-profile-end" aria-label={text('accounts.changePassword')}>
        <p role="status">
          {text(password === 'changed' ? 'accounts.passwordChanged' : 'accounts.changePasswordLead')}
        </p>
        <Button onClick={() => setPassword('changing')}>{text('accounts.changePassword')}</Button>
      </section>
      {user.expired_at === null || props.onUnsubscribe === undefined ? null : (
        <section className="ob-edit-profile-end" aria-label={text('accounts.membership')}>
          <p>{text('accounts.unsubscribeLead')}</p>
          <Button busy={props.unsubscribing} onClick={props.onUnsubscribe}>
            {text('accounts.unsubscribe')}
          </Button>
        </section>
      )}
      <section className="ob-edit-profile-end" aria-label={text('accounts.deleteAccount')}>
        <p>{text('accounts.deleteAccountLead')}</p>
        <Button variant="danger" onClick={() => setDeleting(true)}>
          {text('accounts.deleteAccount')}
        </Button>
      </section>
      <ChangePasswordDialog
        open={password === 'changing'}
        onClose={() => setPassword('kept')}
        onChanged={() => setPassword('changed')}
        email={user.email}
        forgotPasswordHref={props.forgotPasswordHref}
        link={props.link}
      />
      <DeleteAccountDialog
        open={deleting}
        onClose={() => setDeleting(false)}
        onDeleted={() => props.onDeleted?.()}
        hasPlan={user.expired_at !== null}
        social={props.social}
      />
    </>
  );
}
