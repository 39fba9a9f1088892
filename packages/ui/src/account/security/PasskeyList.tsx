'use client';

import type { Passkey } from '@openbell/core/contract';
import { formatDeviceTime } from '@openbell/core/devices';
import type { Passkeys, PasskeysError } from '@openbell/core/passkeys';
import { usePasskeys } from '@openbell/react-hooks';
import { Fingerprint } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { AlertDialog, Button, Dialog, useTexts } from '../../primitives/index.ts';
import { FormMessage } from '../form/FormMessage.tsx';
import { SecondProof } from '../second-factor/SecondProof.tsx';
import { useFactorTexts } from '../second-factor/use-factor-texts.ts';
import { usePasskeyTexts } from '../second-factor/use-passkey-texts.ts';

type Action = { readonly kind: 'add' } | { readonly kind: 'remove'; readonly passkey: Passkey };

/** The open dialog. */
type Step =
  | { readonly kind: 'confirm'; readonly passkey: Passkey }
  | { readonly kind: 'prove'; readonly action: Action };

export interface PasskeyListProps {
  /** Called when a passkey was added or removed. */
  onChanged?: (() => void) | undefined;
  /** An instance of `createPasskeys`; one with the browser's passkeys by default. */
  instance?: Passkeys | undefined;
}

/** The member's passkeys, with what adds and removes them. Renders nothing when the backend or the browser has no passkeys. */
export function PasskeyList({ onChanged, instance }: PasskeyListProps): ReactNode {
  const text = useTexts();
  const passkeyText = usePasskeyTexts();
  const factorText = useFactorTexts();
  const { state, load, add, remove } = usePasskeys(instance);
  const [step, setStep] = useState<Step | null>(null);
  const [result, setResult] = useState<{ readonly text: string; readonly failed: boolean } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { status, passkeys } = state;
  if (status === 'unsupported') return null;
  if (passkeys === null && status !== 'failed') return null;

  const run = async (action: Action): Promise<void> => {
    setResult(null);
    const isAdding = action.kind === 'add';
    const done = await (isAdding ? add() : remove(action.passkey.id));
    if (!done.ok && done.error.code === 'proof-needed') {
      setStep({ kind: 'prove', action });
      return;
    }
    setStep(null);
    if (done.ok) {
      setResult({
        text: passkeyText(isAdding ? 'passkeys.addedDone' : 'passkeys.removedDone'),
        failed: false,
      });
      // The pressed button may be gone.
      heading.current?.focus();
      onChanged?.();
    } else if (done.error.code !== 'busy' && done.error.code !== 'superseded') {
      setResult({ text: done.error.message || failureText(done.error), failed: true });
    }
  };
  const failureText = ({ code }: PasskeysError): string => {
    if (code === 'cancelled') return passkeyText('passkeys.addCancelled');
    return passkeyText(code === 'exists' ? 'passkeys.exists' : 'passkeys.changeFailed');
  };

  return (
    <div className="ob-passkeys" data-part="passkeys" data-status={status}>
      <div className="ob-factor">
        <Fingerprint size={20} aria-hidden="true" />
        <div className="ob-device-words">
          <h3 ref={heading} tabIndex={-1}>
            {passkeyText('passkeys.title')}
          </h3>
          <span>{passkeyText('passkeys.lead')}</span>
        </div>
        {passkeys === null ? null : (
          <div className="ob-factor-actions">
            <Button size="small" busy={state.busy && step === null} onClick={() => void run({ kind: 'add' })}>
              {passkeyText('passkeys.add')}
            </Button>
          </div>
        )}
      </div>
      {passkeys === null ? (
        <FormMessage part="passkeys-error">
          <span>{passkeyText('passkeys.loadFailed')}</span>{' '}
          <Button size="small" onClick={() => void load()}>
            {text('shell.retry')}
          </Button>
        </FormMessage>
      ) : null}
      {passkeys === null || passkeys.length === 0 ? null : (
        <ul className="ob-devices" aria-label={passkeyText('passkeys.title')}>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRemove={() => setStep({ kind: 'confirm', passkey })}
            />
          ))}
        </ul>
      )}
      {result?.failed === true ? <FormMessage part="passkeys-error">{result.text}</FormMessage> : null}
      <p className="ob-devices-said" role="status">
        {result?.failed === false ? result.text : null}
      </p>

      <AlertDialog
        open={step?.kind === 'confirm'}
        title={passkeyText('passkeys.removeTitle')}
        description={passkeyText('passkeys.removeLead')}
        confirmLabel={passkeyText('passkeys.removeConfirm')}
        danger
        busy={state.busy}
        onConfirm={() => {
          if (step?.kind === 'confirm') void run({ kind: 'remove', passkey: step.passkey });
        }}
        onCancel={() => setStep(null)}
      />
      <Dialog
        open={step?.kind === 'prove'}
        onClose={() => setStep(null)}
        dismissible={!state.busy}
        title={factorText('factors.proofTitle')}
      >
        {step?.kind === 'prove' ? (
          <SecondProof
            onProved={() => void run(step.action)}
            onCancel={() => setStep(null)}
            busy={state.busy}
          />
        ) : null}
      </Dialog>
    </div>
  );
}

function PasskeyRow({
  passkey,
  onRemove,
}: {
  readonly passkey: Passkey;
  readonly onRemove: () => void;
}): ReactNode {
  const passkeyText = usePasskeyTexts();
  const name = passkey.name || passkeyText('passkeys.unnamed');
  const added = passkey.created_at === null ? '' : formatDeviceTime(passkey.created_at);
  return (
    <li className="ob-device">
      <div className="ob-device-words">
        <strong>{name}</strong>
        {added === '' ? null : <span>{passkeyText('passkeys.added', { date: added })}</span>}
        <span>
          {passkey.last_used_at === null
            ? passkeyText('passkeys.neverUsed')
            : passkeyText('passkeys.lastUsed', { date: formatDeviceTime(passkey.last_used_at) })}
        </span>
      </div>
      <Button
        size="small"
        aria-label={passkeyText('passkeys.removeNamed', { name, date: added })}
        onClick={onRemove}
      >
        {passkeyText('passkeys.remove')}
      </Button>
    </li>
  );
}
