'use client';

import type { Passkeys, PasskeysError } from '@openbell/core/passkeys';
import { usePasskeys } from '@openbell/react-hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, Spinner, useTexts } from '../../primitives/index.ts';
import { FormMessage } from '../form/FormMessage.tsx';
import { usePasskeyTexts } from './use-passkey-texts.ts';

export interface PasskeyProofProps {
  onProved: () => void;
  onCancel: () => void;
  /** Whether the proved action is running. */
  busy: boolean;
  /** Called when the member wants another proof, or when the browser has no passkeys. */
  onOther: () => void;
  /** An instance of `createPasskeys`; one with the browser's passkeys by default. */
  instance?: Passkeys | undefined;
}

/** Asks the member to prove their identity with a passkey. */
export function PasskeyProof(props: PasskeyProofProps): ReactNode {
  const { onProved, onCancel, onOther, busy, instance } = props;
  const text = useTexts();
  const passkeyText = usePasskeyTexts();
  const { state, prove } = usePasskeys(instance);
  const [error, setError] = useState<PasskeysError | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isUnsupported = state.status === 'unsupported';
  const latest = useRef(onOther);
  useEffect(() => {
    latest.current = onOther;
  });
  useEffect(() => {
    if (isUnsupported) latest.current();
    else button.current?.focus();
  }, [isUnsupported]);

  const press = async (): Promise<void> => {
    setError(null);
    const result = await prove();
    if (result.ok) onProved();
    else if (result.error.code !== 'busy' && result.error.code !== 'superseded') setError(result.error);
  };
  if (isUnsupported) return <Spinner />;
  return (
    <div className="ob-account-form" data-part="passkey-proof">
      <p className="ob-field-hint">{passkeyText('passkeys.proofLead')}</p>
      {error === null ? null : (
        <FormMessage>
          {error.message ||
            passkeyText(error.code === 'cancelled' ? 'passkeys.proofCancelled' : 'passkeys.changeFailed')}
        </FormMessage>
      )}
      <Button ref={button} variant="primary" wide busy={state.busy || busy} onClick={() => void press()}>
        {passkeyText('passkeys.prove')}
      </Button>
      <div className="ob-dialog-actions">
        <Button disabled={busy} onClick={onCancel}>
          {text('shell.cancel')}
        </Button>
        <Button variant="quiet" disabled={state.busy || busy} onClick={onOther}>
          {passkeyText('passkeys.otherProof')}
        </Button>
      </div>
    </div>
  );
}
