'use client';

import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button, RetryCountdown, TextField, useTexts } from '../../primitives/index.ts';
import { useFactorTexts } from './use-factor-texts.ts';

export interface FactorCodeFormProps {
  /** Called with the entered code, of the app or a recovery code. */
  onCode: (code: string) => void;
  onBack: () => void;
  /** The label of the button that calls `onBack`. */
  backLabel: string;
  /** The heading; without one the form has none. */
  title?: ReactNode;
  /** The error of the last code. */
  error: string | null;
  busy: boolean;
  /** Seconds until another try is accepted; 0 for now. */
  retryIn: number;
}

/** Asks for a code of the authenticator app, or for a recovery code. */
export function FactorCodeForm(props: FactorCodeFormProps): ReactNode {
  const { onCode, onBack, backLabel, title, error, busy, retryIn } = props;
  const text = useTexts();
  const factorText = useFactorTexts();
  const titleId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [isRecovery, setIsRecovery] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  /** The server's error belongs to a code of the other kind. */
  const [isOutdated, setIsOutdated] = useState(false);

  useEffect(() => field.current?.focus(), []);
  // A wrong code is selected, so that the next one replaces it.
  useEffect(() => {
    if (error === null || busy) return;
    field.current?.focus();
    field.current?.select();
  }, [error, busy]);

  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    // Apps display the code with a space.
    const entered = isRecovery ? code.trim() : code.replaceAll(/\s/g, '');
    setIsMissing(entered === '');
    setIsOutdated(false);
    if (entered === '') field.current?.focus();
    else onCode(entered);
  };
  const swap = (): void => {
    setIsRecovery(!isRecovery);
    setCode('');
    setIsMissing(false);
    setIsOutdated(true);
    field.current?.focus();
  };

  return (
    <form
      className="ob-account-form"
      data-part="factor-code"
      noValidate
      aria-labelledby={title === undefined ? undefined : titleId}
      onSubmit={onSubmit}
    >
      {title === undefined ? null : (
        <h2 className="ob-social-ask-title" id={titleId}>
          {title}
        </h2>
      )}
      <TextField
        ref={field}
        label={factorText(isRecovery ? 'factors.recoveryCode' : 'factors.code')}
        hint={factorText(isRecovery ? 'factors.recoveryCodeHint' : 'factors.codeHint')}
        name="code"
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={32}
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={isMissing ? factorText('factors.codeMissing') : isOutdated ? null : error}
      />
      <RetryCountdown seconds={retryIn} />
      <Button type="submit" variant="primary" size="large" wide busy={busy} disabled={busy || retryIn > 0}>
        {text('accounts.goOn')}
      </Button>
      <div className="ob-social-ask-other">
        <Button size="small" disabled={busy} onClick={swap}>
          {factorText(isRecovery ? 'factors.useApp' : 'factors.useRecoveryCode')}
        </Button>
        <Button variant="quiet" size="small" disabled={busy} onClick={onBack}>
          {backLabel}
        </Button>
      </div>
    </form>
  );
}
