'use client';

import { formatDay } from '@openbell/core/billing';
import { expiredAt, hasPlan } from '@openbell/core/entitlement';
import { signInPath } from '@openbell/core/session';
import { type BillingBinding, useBilling, useSession } from '@openbell/react-hooks';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { FormMessage } from '../account/form/FormMessage.tsx';
import {
  Button,
  Card,
  ErrorState,
  lazyPart,
  RadioGroup,
  Select,
  useLazyPart,
  useTexts,
} from '../primitives/index.ts';
import { EnrolmentProgress } from './EnrolmentProgress.tsx';
import { enrolmentErrorText } from './enrolment-error-text.ts';
import { PlanTotals } from './PlanTotals.tsx';

/** Most visitors never open the card form: load it when the user enrolls. */
const paymentMethodModal = lazyPart(() => import('./PaymentMethodModal.tsx'));

export interface PricingCardProps {
  /** Goes to a page of the site. Default: the browser's navigation. */
  navigate?: ((path: string) => void) | undefined;
  /**
   * Which members see 'You are already subscribed.': those with an active plan (default), or everyone who ever had one.
   */
  alreadySubscribed?: 'active' | 'present' | undefined;
  /**
   * Whether the user has just returned from the wallet's page without approving; the card then says that nothing was
   * charged. It only changes text, so a host may read it from the URL.
   */
  paymentCancelled?: boolean | undefined;
  /** The path and anchor to return to after signing in. */
  redirect?: string | undefined;
  tag?: string | undefined;
  profilePath?: string | undefined;
  termsHref?: string | undefined;
}

function loadPage(path: string): void {
  globalThis.location.assign(path);
}

/** Loads the modal when the enrollment needs a card. If that fails, the card is given up, and the next enrollment loads it again. */
function usePaymentMethodModal({ enrolment, closeCard }: BillingBinding) {
  // Keep the modal mounted after the first opening so that its closing transition runs.
  const [isWanted, setWanted] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  if (enrolment.step === 'card' && !isWanted) setWanted(true);
  const code = useLazyPart(paymentMethodModal, isWanted, () => {
    closeCard();
    setWanted(false);
    setFailed(true);
  });
  const preload = (): void => {
    setFailed(false);
    // A failure is reported when the card is needed.
    paymentMethodModal.load().catch(() => undefined);
  };
  return { code: isWanted ? code : null, hasFailed, preload };
}

/** The pricing card: plan, term, payment method, total and the Enroll button. */
export function PricingCard(props: PricingCardProps): ReactNode {
  const { navigate = loadPage, alreadySubscribed = 'active', redirect = '/', tag = 'pricing' } = props;
  const { profilePath = '/profile', termsHref, paymentCancelled = false } = props;
  const text = useTexts();
  const title = useId();
  const { state, user, isSubscribed, isInMemory } = useSession();
  const billing = useBilling();
  const { programs, plan, quote, enrolment, reset, gateways } = billing;
  const subscribed = isSubscribed || (alreadySubscribed === 'present' && hasPlan(user));
  const done = enrolment.step === 'subscribed';

  useEffect(() => {
    if (!done) return;
    reset();
    navigate(profilePath);
  }, [done, reset, navigate, profilePath]);

  const modal = usePaymentMethodModal(billing);

  const enroll = async (): Promise<void> => {
    // In parallel with the call that precedes the card.
    if (user !== null) modal.preload();
    const result = await billing.enroll();
    if (!result.ok) return;
    if (result.value === 'sign-in') navigate(signInPath(redirect, tag));
    if (result.value === 'profile') navigate(profilePath);
  };

  if (enrolment.step === 'confirming') {
    return (
      <Card className="ob-pricing" padding="large" aria-labelledby={title} data-status="confirming">
        <FocusedTitle id={title} />
        <EnrolmentProgress late={enrolment.late} onGoToProfile={() => navigate(profilePath)} />
      </Card>
    );
  }
  if (subscribed) {
    return (
      <Card className="ob-pricing" padding="large" aria-labelledby={title} data-status="subscribed">
        <h3 className="ob-pricing-title" id={title}>
          {text('billing.pricingTitle')}
        </h3>
        <p className="ob-pricing-subscribed">{text('billing.alreadySubscribed')}</p>
        <Button variant="primary" size="large" wide onClick={() => navigate(profilePath)}>
          {text('billing.goToProfile')}
        </Button>
      </Card>
    );
  }

  const busy = enrolment.step !== 'choosing';
  const error = enrolment.step === 'choosing' ? enrolment.error : null;
  const program = programs.programs.find(({ id }) => id === plan.programId);
  const failed = programs.status === 'failed' && programs.programs.length === 0;
  return (
    <Card
      className="ob-pricing"
      padding="large"
      aria-labelledby={title}
      data-status={busy ? 'busy' : 'choosing'}
    >
      <h3 className="ob-pricing-title" id={title}>
        {text('billing.pricingTitle')}
      </h3>
      {hasPlan(user) ? (
        <p className="ob-pricing-lapsed">{text('billing.planEnded', { date: formatDay(expiredAt(user)) })}</p>
      ) : null}
      {paymentCancelled && state.status !== 'unknown' && !busy && error === null ? (
        <p className="ob-pricing-cancelled" role="status" data-part="payment-cancelled">
          {text('billing.paymentCancelled')}
        </p>
      ) : null}
      {failed ? (
        <ErrorState title={text('billing.plansFailed')} onRetry={() => void billing.loadPrograms()} />
      ) : (
        <>
          <PlanChoices billing={billing} busy={busy} />
          {program !== undefined && quote === null ? (
            <p className="ob-plan-hint">{text('billing.planUnavailable')}</p>
          ) : (
            <PlanTotals quote={quote} />
          )}
          {error !== null && error.code !== 'plan-missing' ? (
            <FormMessage part="enrolment-error">{enrolmentErrorText(text, error)}</FormMessage>
          ) : null}
          {modal.hasFailed && !busy ? (
            <FormMessage part="modal-failed">{text('billing.cardFormFailed')}</FormMessage>
          ) : null}
          {gateways.length === 0 ? (
            <FormMessage part="no-payments">{text('billing.noGateway')}</FormMessage>
          ) : (
            <>
              <Button variant="primary" size="large" wide busy={busy} onClick={() => void enroll()}>
                {text('billing.enroll')}
              </Button>
              <p className="ob-plan-hint">
                {plan.gateway === 'paypal'
                  ? `${text('billing.walletNext')} ${text('billing.cancelAnytime')}`
                  : text('billing.cancelAnytime')}
              </p>
              {plan.gateway === 'paypal' && isInMemory ? (
                <p className="ob-plan-hint">{text('billing.walletSignIn')}</p>
              ) : null}
            </>
          )}
        </>
      )}
      {modal.code === null ? null : <modal.code.PaymentMethodModal billing={billing} termsHref={termsHref} />}
    </Card>
  );
}

/** Chooses the plan, its term and how it is paid. */
function PlanChoices({
  billing,
  busy,
}: {
  readonly billing: BillingBinding;
  readonly busy: boolean;
}): ReactNode {
  const text = useTexts();
  const { programs, plan, enrolment, gateways } = billing;
  const isPlanMissing = enrolment.step === 'choosing' && enrolment.error?.code === 'plan-missing';
  return (
    <>
      <Select
        label={text('billing.plan')}
        placeholder={text('billing.planPlaceholder')}
        choices={programs.programs.map(({ id, name }) => ({
          value: id,
          label: name || text('billing.planUnnamed'),
        }))}
        value={programs.programs.find(({ id }) => id === plan.programId)?.id ?? null}
        onValueChange={billing.chooseProgram}
        disabled={busy}
        hint={
          programs.status === 'loading' && programs.programs.length === 0
            ? text('billing.plansLoading')
            : null
        }
        error={isPlanMissing ? text('billing.planMissing') : null}
      />
      <RadioGroup
        label={text('billing.term')}
        layout="segments"
        choices={[
          { value: 1, label: text('billing.monthly') },
          { value: 2, label: text('billing.yearly') },
        ]}
        value={plan.term}
        onValueChange={billing.chooseTerm}
        disabled={busy}
      />
      {gateways.length > 1 ? (
        <RadioGroup
          label={text('billing.gateway')}
          layout="segments"
          choices={gateways.map((value) => ({ value, label: text(`billing.${value}`) }))}
          value={plan.gateway}
          onValueChange={billing.chooseGateway}
          disabled={busy}
        />
      ) : null}
    </>
  );
}

/** The title of the card, which takes the focus of the removed card form and button. */
function FocusedTitle({ id }: { readonly id: string }): ReactNode {
  const text = useTexts();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { body, activeElement } = title.current?.ownerDocument ?? {};
    if (activeElement === body) title.current?.focus();
  }, []);
  return (
    <h3 className="ob-pricing-title" id={id} ref={title} tabIndex={-1}>
      {text('billing.pricingTitle')}
    </h3>
  );
}
