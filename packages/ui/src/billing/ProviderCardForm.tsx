'use client';

import type { CardForm, MountedCardForm } from '@openbell/core/billing';
import type { BillingBinding } from '@openbell/react-hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FormMessage } from '../account/form/FormMessage.tsx';
import { Button, Spinner, useTexts } from '../primitives/index.ts';
import { readCardLook } from './card-look.ts';

export interface ProviderCardFormProps {
  mountCard: BillingBinding['mountCard'];
  /** Called with the mounted form, and with null while there is none. */
  onForm: (form: CardForm | null) => void;
}

/** The card provider's form, rendered by the provider's script, which is loaded when the modal opens. */
export function ProviderCardForm({ mountCard, onForm }: ProviderCardFormProps): ReactNode {
  const text = useTexts();
  const host = useRef<HTMLDivElement>(null);
  const [status, setStatus] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const element = host.current;
    if (element === null || attempt < 0) return;
    const gone = new AbortController();
    let mounted: MountedCardForm | null = null;
    setStatus('loading');
    void mountCard(element, { look: readCardLook(element), signal: gone.signal }).then((form) => {
      mounted = form;
      if (gone.signal.aborted) form?.unmount();
      else {
        setStatus(form === null ? 'failed' : 'ready');
        onForm(form?.form ?? null);
      }
    });
    return () => {
      gone.abort();
      onForm(null);
      mounted?.unmount();
    };
  }, [mountCard, onForm, attempt]);

  return (
    <div className="ob-provider-card" data-status={status}>
      <section className="ob-provider-card-host" ref={host} aria-label={text('billing.cardDetails')} />
      {status === 'loading' ? <Spinner label={text('billing.cardFormLoading')} /> : null}
      {status === 'failed' ? (
        <>
          <FormMessage part="card-form-error">{text('billing.cardFormFailed')}</FormMessage>
          <Button onClick={() => setAttempt((now) => now + 1)}>{text('shell.retry')}</Button>
        </>
      ) : null}
    </div>
  );
}
