'use client';

import type { CardForm, CardSetup, MountedCardForm } from '@openbell/core/billing';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button, Spinner, useTexts } from '../primitives/index.ts';

/** Props of {@link ProviderCardForm}. */
export interface ProviderCardFormProps {
  cardSetup: CardSetup;
  /** The form once it is drawn; null while it is not. */
  onForm: (form: CardForm | null) => void;
}

/** The card provider's own form, drawn by its own script, which is fetched when the modal opens (traps E18). */
export function ProviderCardForm({ cardSetup, onForm }: ProviderCardFormProps): ReactNode {
  const text = useTexts();
  const label = useId();
  const host = useRef<HTMLDivElement>(null);
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const element = host.current;
    if (element === null || cardSetup.mount === undefined || attempt < 0) return;
    let gone = false;
    let mounted: MountedCardForm | null = null;
    setStatus('loading');
    cardSetup.mount(element).then(
      (form) => {
        mounted = form;
        if (gone) form.unmount();
        else {
          setStatus('ready');
          onForm(form.form);
        }
      },
      () => {
        if (!gone) setStatus('failed');
      },
    );
    return () => {
      gone = true;
      onForm(null);
      mounted?.unmount();
    };
  }, [cardSetup, onForm, attempt]);

  return (
    <div className="ob-provider-card" data-status={status}>
      <span className="ob-field-label" id={label}>
        {text('billing.cardDetails')}
      </span>
      {/* The provider's frame draws dark text, so its ground is the light one in both themes. */}
      <section className="ob-provider-card-host" data-theme="light" ref={host} aria-labelledby={label} />
      {status === 'loading' ? <Spinner label={text('billing.cardFormLoading')} /> : null}
      {status === 'failed' ? (
        <div className="ob-provider-card-failed" role="alert">
          {text('billing.cardFormFailed')}
          <Button size="small" onClick={() => setAttempt((now) => now + 1)}>
            {text('shell.retry')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
