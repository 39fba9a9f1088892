'use client';

import { useCancellation } from '@openbell/react-hooks';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, useNotices, useTexts } from '../primitives/index.ts';
import { useMounted } from '../primitives/use-mounted.ts';
import { KeptUntil } from './KeptUntil.tsx';
import type { UnsubscribeProps } from './UnsubscribeDetails.tsx';
import { UnsubscribeFrame } from './UnsubscribeFrame.tsx';

/** `/unsubscribe/{id}/confirm`: asks for confirmation and cancels the subscription. */
export function UnsubscribeConfirm({ id, navigate }: UnsubscribeProps): ReactNode {
  const text = useTexts();
  const { notify } = useNotices();
  const { cancelling, cancel } = useCancellation();
  const here = useMounted();
  const busy = cancelling.step === 'cancelling' && cancelling.id === id;

  const unsubscribe = async (): Promise<void> => {
    if (id === null) return;
    const result = await cancel(id);
    if (result.ok) {
      notify({ level: 'success', text: text('billing.unsubscribed'), about: 'unsubscribe' });
      // Do not navigate when the user has left the page.
      if (here.current) navigate('/');
    } else if (result.error.code !== 'superseded') {
      notify({ level: 'alert', text: text('billing.unsubscribeFailed'), about: 'unsubscribe' });
    }
  };

  return (
    <UnsubscribeFrame
      step={3}
      title={text('billing.confirmTitle')}
      actions={
        <>
          <Button onClick={() => navigate('/')}>{text('billing.noCancel')}</Button>
          {id === null ? null : (
            <Button variant="danger" busy={busy} onClick={() => void unsubscribe()}>
              {text('billing.yesUnsubscribe')}
            </Button>
          )}
        </>
      }
    >
      <p className="ob-form-message">
        <TriangleAlert size={18} aria-hidden="true" />
        <strong>{text('billing.confirmPermanent')}</strong>
      </p>
      <p className="ob-unsubscribe-lead">{text('billing.confirmLead')}</p>
      <KeptUntil id={id} />
    </UnsubscribeFrame>
  );
}
