'use client';

import { signInPath } from '@openbell/core/session';
import { useEnrolment, useSession } from '@openbell/react-hooks';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { FormMessage } from '../account/form/FormMessage.tsx';
import { Button, type LinkComponent, PlainLink, Spinner, useTexts } from '../primitives/index.ts';
import { EnrolmentProgress } from './EnrolmentProgress.tsx';
import { enrolmentErrorText } from './enrolment-error-text.ts';

export interface WelcomeStatusProps {
  /** Goes to a page of the site. */
  navigate: (path: string) => void;
  profilePath?: string | undefined;
  pricingHref?: string | undefined;
  /** Whether the wallet has just returned here: a visitor, whose session the browser has lost, then reads what to do. */
  returnsFromWallet?: boolean | undefined;
  /** The path of this page, to return to after signing in. */
  path?: string | undefined;
  /** Link component for links inside the site. */
  link?: LinkComponent | undefined;
}

/**
 * The subscription's state on the page to which the wallet returns: waits until it is active, then shows the 'Go to
 * Profile' button.
 */
export function WelcomeStatus(props: WelcomeStatusProps): ReactNode {
  const text = useTexts();
  const { state, isSubscribed } = useSession();
  const { enrolment, awaitSubscription, reset } = useEnrolment();
  const { profilePath = '/profile', pricingHref = '/#pricing', path = '/welcome' } = props;
  const { navigate, returnsFromWallet = false, link: Link = PlainLink } = props;
  const waits = state.status === 'signed-in' && state.profile !== 'loading' && !isSubscribed;

  useEffect(() => {
    if (!waits) return undefined;
    awaitSubscription();
    // Reset on unmount, so that the pricing card does not show this page's progress.
    return reset;
  }, [waits, awaitSubscription, reset]);

  const goToProfile = (
    <Button variant="primary" onClick={() => navigate(profilePath)}>
      {text('billing.goToProfile')}
    </Button>
  );
  const plans = (
    <p className="ob-plan-hint">
      {text('billing.welcomeNoPlan')}{' '}
      <Link className="ob-link" href={pricingHref}>
        {text('billing.welcomePlans')}
      </Link>
    </p>
  );
  if (state.status === 'signed-out') {
    return (
      <div className="ob-welcome-status" data-status="visitor">
        <Link className="ob-link" href={signInPath(path)}>
          {text('billing.welcomeSignIn')}
        </Link>
        {returnsFromWallet ? <p className="ob-plan-hint">{text('billing.welcomeSignInHint')}</p> : null}
      </div>
    );
  }
  if (isSubscribed || enrolment.step === 'subscribed') {
    return (
      <div className="ob-welcome-status" data-status="subscribed">
        <p className="ob-welcome-done" role="status">
          <CircleCheck size={20} aria-hidden="true" />
          {text('billing.subscribed')}
        </p>
        {goToProfile}
      </div>
    );
  }
  if (enrolment.step === 'confirming') {
    return (
      <div className="ob-welcome-status" data-status={enrolment.late ? 'late' : 'waiting'}>
        <EnrolmentProgress late={enrolment.late} onGoToProfile={() => navigate(profilePath)} />
        {plans}
      </div>
    );
  }
  if (enrolment.step === 'choosing' && enrolment.error !== null) {
    return (
      <div className="ob-welcome-status" data-status="failed">
        <FormMessage>{enrolmentErrorText(text, enrolment.error)}</FormMessage>
        {plans}
      </div>
    );
  }
  return (
    <div className="ob-welcome-status" data-status="loading">
      <Spinner />
    </div>
  );
}
