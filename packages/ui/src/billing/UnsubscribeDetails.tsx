'use client';

import { displayInfoStatus, formatDay, periodOf, unsubscribePath } from '@openbell/core/billing';
import type { SubscriptionInfo } from '@openbell/core/contract';
import { useCancellation } from '@openbell/react-hooks';
import { type ReactNode, useEffect } from 'react';
import { providerName } from '../account/subscriptions/provider-name.ts';
import { Badge, Button, EmptyState, ErrorState, useNotices, useTexts } from '../primitives/index.ts';
import { KeptUntil } from './KeptUntil.tsx';
import { UnsubscribeFrame } from './UnsubscribeFrame.tsx';

/** Props of the three unsubscribe pages. */
export interface UnsubscribeProps {
  /** The subscription's id from the route; null when the route holds no valid id. */
  id: number | null;
  /** Goes to a page of the site. */
  navigate: (path: string) => void;
}

/** `/unsubscribe/{id}`: shows the subscription that is about to be canceled. */
export function UnsubscribeDetails({ id, navigate }: UnsubscribeProps): ReactNode {
  const text = useTexts();
  const { notify } = useNotices();
  const { info: state, loadSubscriptionInfo } = useCancellation(id);
  const mine = state.id === id && id !== null;
  const info = mine ? state.info : null;
  const refusal = mine && state.status === 'refused' ? state.message || text('billing.infoFailed') : null;

  useEffect(() => {
    if (refusal !== null) notify({ level: 'alert', text: refusal });
  }, [refusal, notify]);

  const retry = (): void => {
    if (id !== null) void loadSubscriptionInfo(id);
  };
  const toProfile = <Button onClick={() => navigate('/profile')}>{text('billing.goToProfile')}</Button>;
  return (
    <UnsubscribeFrame
      step={1}
      title={text('billing.unsubscribeTitle')}
      actions={
        <>
          <Button onClick={() => navigate('/profile')}>{text('billing.noGoBack')}</Button>
          {id !== null && info !== null ? (
            <Button variant="primary" onClick={() => navigate(`${unsubscribePath(id)}/impact`)}>
              {text('billing.yesContinue')}
            </Button>
          ) : null}
        </>
      }
    >
      {info !== null ? (
        <>
          <p className="ob-unsubscribe-lead">{text('billing.unsubscribeLead')}</p>
          <InfoFacts info={info} />
          <KeptUntil id={id} />
        </>
      ) : id === null ? (
        <ErrorState title={text('billing.infoFailed')} action={toProfile} />
      ) : refusal !== null ? (
        // The alert already gives the reason.
        <EmptyState
          title={text('billing.infoFailed')}
          action={<Button onClick={retry}>{text('shell.retry')}</Button>}
        />
      ) : mine && state.status === 'failed' ? (
        <ErrorState
          title={text('billing.infoFailed')}
          description={state.message || null}
          {...(state.isRetryable ? { onRetry: retry } : { action: toProfile })}
        />
      ) : (
        <p className="ob-unsubscribe-loading" role="status">
          {text('billing.loading')}
        </p>
      )}
    </UnsubscribeFrame>
  );
}

const TONES = { positive: 'success', negative: 'danger', caution: 'warning' } as const;

function InfoFacts({ info }: { info: SubscriptionInfo }): ReactNode {
  const text = useTexts();
  const none = text('billing.notAvailable');
  const status = displayInfoStatus(info.status);
  return (
    <dl className="ob-facts" data-part="subscription-info">
      <dt>{text('billing.program')}</dt>
      <dd>{info.program || none}</dd>
      <dt>{text('billing.billingPeriod')}</dt>
      <dd>{info.period === null ? none : text(`billing.${periodOf(info.period)}`)}</dd>
      <dt>{text('billing.provider')}</dt>
      <dd>{providerName(text, info.provider)}</dd>
      <dt>{text('billing.status')}</dt>
      <dd>
        <Badge tone={TONES[status.tone]}>{status.text}</Badge>
      </dd>
      <dt>{text('billing.expiry')}</dt>
      <dd>{formatDay(info.expired_at) || none}</dd>
    </dl>
  );
}
