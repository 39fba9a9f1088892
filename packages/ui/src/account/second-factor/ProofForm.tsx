'use client';

import type { ProveBody } from '@openbell/core/contract';
import type { FactorsError } from '@openbell/core/factors';
import type { FactorsBinding } from '@openbell/react-hooks';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, LazyPlace, lazyPart, PasswordField, Spinner, useTexts } from '../../primitives/index.ts';
import { FormMessage } from '../form/FormMessage.tsx';
import { FactorCodeForm } from './FactorCodeForm.tsx';
import { useFactorTexts } from './use-factor-texts.ts';

const passkeyProof = lazyPart(() => import('./PasskeyProof.tsx'));

export interface ProofFormProps {
  /** From `useFactors()`. */
  factors: Pick<FactorsBinding, 'state' | 'load' | 'prove'>;
  /** Called when the member has proved their identity. Repeat the action. */
  onProved: () => void;
  onCancel: () => void;
  /** Whether the proved action is running. */
  busy?: boolean | undefined;
}

/**
 * Asks the member to prove their identity: by a passkey or a code of the authenticator app, or without an app by the password.
 */
export function ProofForm(props: ProofFormProps): ReactNode {
  const { factors, onProved, onCancel } = props;
  const text = useTexts();
  const factorText = useFactorTexts();
  const { state, load, prove } = factors;
  const busy = state.busy || props.busy === true;
  const [error, setError] = useState<FactorsError | null>(null);
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const proofs = state.factors?.proofs ?? [];
  const [withoutPasskey, setWithoutPasskey] = useState(false);
  const kind = proofs.find((proof) => proof !== 'passkey' || !withoutPasskey);
  useEffect(() => {
    if (kind === 'password') field.current?.focus();
  }, [kind]);

  const send = async (proof: ProveBody): Promise<void> => {
    const result = await prove(proof);
    setError(result.ok ? null : result.error);
    if (result.ok) onProved();
    else field.current?.focus();
  };
  const message =
    error === null || error.code === 'busy' ? null : error.message || factorText('factors.failed');

  if (kind === undefined) {
    if (state.status === 'idle' || state.status === 'loading') return <Spinner />;
    const retry = (): void => {
      setWithoutPasskey(false);
      void load();
    };
    return (
      <>
        <FormMessage>{factorText('factors.loadFailed')}</FormMessage>
        <div className="ob-dialog-actions">
          <Button onClick={onCancel}>{text('shell.cancel')}</Button>
          <Button variant="primary" onClick={retry}>
            {text('shell.retry')}
          </Button>
        </div>
      </>
    );
  }
  if (kind === 'passkey') {
    return (
      <LazyPlace
        part={passkeyProof}
        waiting={<Spinner />}
        action={<Button onClick={onCancel}>{text('shell.cancel')}</Button>}
      >
        {({ PasskeyProof }) => (
          <PasskeyProof
            onProved={onProved}
            onCancel={onCancel}
            onOther={() => setWithoutPasskey(true)}
            busy={busy}
          />
        )}
      </LazyPlace>
    );
  }
  if (kind === 'code') {
    return (
      <FactorCodeForm
        onCode={(code) => void send({ code })}
        onBack={onCancel}
        backLabel={text('shell.cancel')}
        error={message}
        busy={busy}
        retryIn={0}
      />
    );
  }
  if (kind === 'sign-in') {
    return (
      <>
        <p>{factorText('factors.proofSignIn')}</p>
        <div className="ob-dialog-actions">
          <Button onClick={onCancel}>{text('shell.close')}</Button>
        </div>
      </>
    );
  }
  return (
    <form
      className="ob-account-form"
      data-part="proof"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send({ password });
      }}
    >
      <p className="ob-field-hint">{factorText('factors.proofPassword')}</p>
      <PasswordField
        ref={field}
        label={text('accounts.password')}
        name="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={message}
      />
      <div className="ob-dialog-actions">
        <Button onClick={onCancel} disabled={busy}>
          {text('shell.cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {factorText('factors.confirm')}
        </Button>
      </div>
    </form>
  );
}
