'use client';

import type { FactorsResponse, NewAuthenticatorResponse } from '@openbell/core/contract';
import { formatDeviceTime } from '@openbell/core/devices';
import type { FactorsError } from '@openbell/core/factors';
import { useFactors } from '@openbell/react-hooks';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { AlertDialog, Badge, Button, Dialog, useTexts } from '../../primitives/index.ts';
import { FormMessage } from '../form/FormMessage.tsx';
import { ProofForm } from '../second-factor/ProofForm.tsx';
import { useFactorTexts } from '../second-factor/use-factor-texts.ts';
import { AddAppForm } from './AddAppForm.tsx';
import { PasskeyList } from './PasskeyList.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Action = 'add' | 'remove' | 'replace';

type Step =
  | { readonly kind: 'confirm'; readonly action: 'remove' | 'replace' }
  | { readonly kind: 'prove'; readonly action: Action }
  | { readonly kind: 'add'; readonly app: NewAuthenticatorResponse }
  | { readonly kind: 'codes'; readonly codes: readonly string[]; readonly done: string };

/**
 * The member's authenticator app, recovery codes and passkeys, with the dialogs to add, remove and replace them. Renders
 * nothing when the backend does not support them.
 */
export function SecuritySection(): ReactNode {
  const text = useTexts();
  const factorText = useFactorTexts();
  const factors = useFactors();
  const { state, load, beginApp, removeApp, replaceRecoveryCodes } = factors;
  const [step, setStep] = useState<Step | null>(null);
  const [result, setResult] = useState<{ readonly text: string; readonly failed: boolean } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { status, factors: known } = state;
  if (status === 'unsupported') return null;
  if (known === null && status !== 'failed') return null;

  const end = (done: string | null = null): void => {
    setStep(null);
    if (done !== null) setResult({ text: done, failed: false });
    // The pressed button may be gone.
    heading.current?.focus();
  };
  const failWith = (action: Action, error: FactorsError): void => {
    setStep(error.code === 'proof-needed' ? { kind: 'prove', action } : null);
    if (error.code === 'proof-needed') return;
    if (error.code !== 'busy' && error.code !== 'superseded')
      setResult({ text: error.message || factorText('factors.failed'), failed: true });
  };
  const run = async (action: Action): Promise<void> => {
    setResult(null);
    if (action === 'add') {
      const begun = await beginApp();
      if (begun.ok) setStep({ kind: 'add', app: begun.value });
      else failWith(action, begun.error);
    } else if (action === 'remove') {
      const removed = await removeApp();
      if (removed.ok) end(factorText('factors.removed'));
      else failWith(action, removed.error);
    } else {
      const replaced = await replaceRecoveryCodes();
      if (replaced.ok)
        setStep({ kind: 'codes', codes: replaced.value, done: factorText('factors.replaced') });
      else failWith(action, replaced.error);
    }
  };

  return (
    <section className="ob-profile-section" data-part="security" data-status={status}>
      <h2 ref={heading} tabIndex={-1}>
        {factorText('factors.title')}
      </h2>
      {known === null ? (
        <FormMessage part="security-error">
          <span>{factorText('factors.loadFailed')}</span>{' '}
          <Button size="small" onClick={() => void load()}>
            {text('shell.retry')}
          </Button>
        </FormMessage>
      ) : (
        <AuthenticatorRow
          known={known}
          busy={state.busy}
          onAction={(action) => (action === 'add' ? void run(action) : setStep({ kind: 'confirm', action }))}
        />
      )}
      {known === null ? null : <PasskeyList onChanged={() => void load()} />}
      {result?.failed === true ? <FormMessage part="security-error">{result.text}</FormMessage> : null}
      <p className="ob-devices-said" role="status">
        {result?.failed === false ? result.text : null}
      </p>

      <AlertDialog
        open={step?.kind === 'confirm'}
        title={factorText(isReplacing(step) ? 'factors.replaceTitle' : 'factors.removeTitle')}
        description={factorText(isReplacing(step) ? 'factors.replaceLead' : 'factors.removeLead')}
        confirmLabel={factorText(isReplacing(step) ? 'factors.replace' : 'factors.removeApp')}
        danger={!isReplacing(step)}
        busy={state.busy}
        onConfirm={() => {
          if (step?.kind === 'confirm') void run(step.action);
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
          <ProofForm
            factors={factors}
            onProved={() => void run(step.action)}
            onCancel={() => setStep(null)}
            busy={state.busy}
          />
        ) : null}
      </Dialog>
      <Dialog
        open={step?.kind === 'add'}
        onClose={() => setStep(null)}
        title={factorText('factors.addTitle')}
        description={factorText('factors.addLead')}
      >
        {step?.kind === 'add' ? (
          <AddAppForm
            factors={factors}
            app={step.app}
            onAdded={(codes) => setStep({ kind: 'codes', codes, done: factorText('factors.added') })}
            onCancel={() => setStep(null)}
          />
        ) : null}
      </Dialog>
      <Dialog
        open={step?.kind === 'codes'}
        onClose={() => end()}
        dismissible={false}
        title={factorText('factors.codesTitle')}
        description={factorText('factors.codesLead')}
      >
        {step?.kind === 'codes' ? <RecoveryCodes codes={step.codes} onSaved={() => end(step.done)} /> : null}
      </Dialog>
    </section>
  );
}

function isReplacing(step: Step | null): boolean {
  return step?.kind === 'confirm' && step.action === 'replace';
}

/** Whether the authenticator app is on, with the buttons to add, replace and remove. */
function AuthenticatorRow({
  known,
  busy,
  onAction,
}: {
  readonly known: FactorsResponse;
  readonly busy: boolean;
  readonly onAction: (action: Action) => void;
}): ReactNode {
  const text = useTexts();
  const factorText = useFactorTexts();
  return (
    <div className="ob-factor">
      <KeyRound size={20} aria-hidden="true" />
      <div className="ob-device-words">
        <strong>
          <span>{factorText('factors.app')}</span>{' '}
          {known.authenticator === null ? null : <Badge tone="success">{text('accounts.on')}</Badge>}
        </strong>
        <span>
          {known.authenticator === null
            ? factorText('factors.appOff')
            : factorText('factors.appOn', { date: formatDeviceTime(known.authenticator) })}
        </span>
        {known.authenticator === null ? null : (
          <span>{factorText('factors.codesLeft', { count: known.recovery_codes })}</span>
        )}
      </div>
      <div className="ob-factor-actions">
        {known.authenticator === null ? (
          <Button size="small" busy={busy} onClick={() => onAction('add')}>
            {factorText('factors.addApp')}
          </Button>
        ) : (
          <>
            <Button size="small" onClick={() => onAction('replace')}>
              {factorText('factors.newCodes')}
            </Button>
            <Button size="small" onClick={() => onAction('remove')}>
              {factorText('factors.removeApp')}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
