'use client';

import type { Texts } from '@openbell/core/catalogue';
import type { DeleteAccountBody } from '@openbell/core/contract';
import type { AccountDeletionError } from '@openbell/core/profile';
import { useAccountDeletion } from '@openbell/react-hooks';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { AlertDialog, Button, Dialog, PasswordField, useTexts } from '../../primitives/index.ts';
import { wrapText } from '../../primitives/wrap-text.tsx';
import { FormMessage } from '../form/FormMessage.tsx';
import { SecondProof } from '../second-factor/SecondProof.tsx';
import type { SocialProofProps } from '../social/SocialProof.tsx';

export interface DeleteAccountDialogProps {
  open: boolean;
  onClose: () => void;
  /** Called when the account (or, in local mode, the data on this device) is deleted. Go to `/`. */
  onDeleted: () => void;
  /** Whether the member loses an active plan. */
  hasPlan: boolean;
  /** For members without a password: renders the buttons that produce a new social credential. */
  social?: ((onProof: SocialProofProps['onProof']) => ReactNode) | undefined;
}

/**
 * A dialog that deletes the account: it lists what is lost and asks the member to prove their identity. In `local` mode
 * it says that only data on this device is deleted.
 */
export function DeleteAccountDialog(props: DeleteAccountDialogProps): ReactNode {
  const { open, onClose, onDeleted, hasPlan, social } = props;
  const text = useTexts();
  const { state, mode, submit, removeLocal, reset } = useAccountDeletion();
  const [password, setPassword] = useState('');
  /** The proof that was sent last, to be repeated. */
  const [sent, setSent] = useState<DeleteAccountBody>({});
  const field = useRef<HTMLInputElement>(null);
  const busy = state.status === 'deleting';
  const needsProof = state.status === 'failed' && state.error.code === 'second-proof-needed';
  const failure = state.status === 'failed' && !needsProof ? errorWords(text, state.error) : null;

  const close = (): void => {
    setPassword('');
    setSent({});
    reset();
    onClose();
  };
  const remove = (): void => {
    removeLocal();
    onDeleted();
  };
  const prove = async (proof: DeleteAccountBody): Promise<void> => {
    if (busy) return;
    setSent(proof);
    const result = await submit(proof);
    if (result.ok) onDeleted();
    else field.current?.focus();
  };

  if (mode === 'local') {
    return (
      <AlertDialog
        open={open}
        title={text('accounts.removeLocalTitle')}
        description={text('accounts.removeLocalLead')}
        confirmLabel={text('accounts.removeLocal')}
        danger
        onConfirm={remove}
        onCancel={close}
      />
    );
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      dismissible={!busy}
      title={text('accounts.deleteTitle')}
      description={text('accounts.deleteWarning')}
      initialFocus={field}
    >
      <ul className="ob-delete-losses">
        {hasPlan ? <li>{text('accounts.deleteLosesPlan')}</li> : null}
        <li>{text('accounts.deleteLosesProfile')}</li>
        <li>{text('accounts.deleteLosesChats')}</li>
        <li>{text('accounts.deleteLosesDevices')}</li>
      </ul>
      <p className="ob-field-hint">{text('accounts.deleteKeeps')}</p>
      {needsProof ? <SecondProof onProved={() => void prove(sent)} onCancel={close} /> : null}
      <form
        className="ob-account-form"
        noValidate
        hidden={needsProof}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void prove({ password });
        }}
      >
        <PasswordField
          ref={field}
          label={text('accounts.deletePassword')}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={failure?.place === 'password' ? failure.text : undefined}
        />
        {social === undefined ? null : (
          <SocialButtons render={social} onProof={(proof) => void prove(proof)} />
        )}
        {failure?.place === 'form' ? <FormMessage>{failure.text}</FormMessage> : null}
        <div className="ob-dialog-actions">
          <Button onClick={close} disabled={busy}>
            {text('shell.cancel')}
          </Button>
          {failure?.offerLocal ? (
            <Button variant="danger" onClick={remove}>
              {text('accounts.removeLocal')}
            </Button>
          ) : (
            <Button type="submit" variant="danger" busy={busy}>
              {text(busy ? 'accounts.deleting' : 'accounts.deleteConfirm')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** A component, because `onProof` reads a ref, which a call during rendering must not. */
function SocialButtons({
  render,
  onProof,
}: {
  readonly render: NonNullable<DeleteAccountDialogProps['social']>;
  readonly onProof: SocialProofProps['onProof'];
}): ReactNode {
  return wrapText(render(onProof));
}

function errorWords(
  text: Texts,
  { code, message, retryAfter }: AccountDeletionError,
): { readonly place: 'password' | 'form'; readonly text: string; readonly offerLocal?: true } {
  switch (code) {
    case 'proof-missing':
      return { place: 'password', text: text('accounts.deleteProofMissing') };
    case 'wrong-proof':
      return { place: 'password', text: message };
    case 'throttled':
      return {
        place: 'form',
        text: message || text('accounts.tooManyTries', { seconds: retryAfter ?? 60 }),
      };
    case 'unsupported':
      return { place: 'form', text: text('accounts.deleteUnsupported'), offerLocal: true };
    default:
      return { place: 'form', text: message || text('accounts.deleteFailed') };
  }
}
