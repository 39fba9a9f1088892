'use client';

import type { NewAuthenticatorResponse } from '@openbell/core/contract';
import type { FactorsBinding } from '@openbell/react-hooks';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button, TextField, useTexts } from '../../primitives/index.ts';
import { useFactorTexts } from '../second-factor/use-factor-texts.ts';
import { QrCode } from './QrCode.tsx';

interface AddAppFormProps {
  /** From `useFactors()`. */
  readonly factors: Pick<FactorsBinding, 'state' | 'confirmApp'>;
  readonly app: NewAuthenticatorResponse;
  /** Called with the recovery codes. */
  readonly onAdded: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Shows the secret of a new authenticator app, and asks for its first code. */
export function AddAppForm({ factors, app, onAdded, onCancel }: AddAppFormProps): ReactNode {
  const text = useTexts();
  const factorText = useFactorTexts();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const { busy } = factors.state;

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // Apps display the code with a space.
    const result = await factors.confirmApp(code.replaceAll(/\s/g, ''));
    if (result.ok) return onAdded(result.value);
    setError(result.error.message || factorText('factors.failed'));
    field.current?.select();
  };

  return (
    <form
      className="ob-account-form"
      data-part="add-app"
      noValidate
      onSubmit={(event) => void onSubmit(event)}
    >
      <QrCode value={app.uri} label={factorText('factors.qr')} />
      <p className="ob-factor-secret">
        <span>{factorText('factors.secret')}</span>{' '}
        <code>{app.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <TextField
        ref={field}
        label={factorText('factors.firstCode')}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={32}
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={error}
      />
      <div className="ob-dialog-actions">
        <Button onClick={onCancel} disabled={busy}>
          {text('shell.cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {factorText('factors.addApp')}
        </Button>
      </div>
    </form>
  );
}
