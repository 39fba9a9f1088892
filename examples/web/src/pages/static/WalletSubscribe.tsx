import { hasPlan } from '@openbell/core/entitlement';
import { signInPath } from '@openbell/core/session';
import { useBilling, useSession } from '@openbell/react-hooks';
import { enrolmentErrorText } from '@openbell/ui/billing';
import { Button, RadioGroup, SafeLink, useNotices, useTexts } from '@openbell/ui/primitives';
import { type FormEvent, useState } from 'react';
import { useConfig } from '../../site/config-context.tsx';
import { SiteParts } from '../../site/islands/SiteParts.tsx';
import { useGo, useQuery } from '../../site/routing/site-navigation.tsx';
import { ideasPath, termNamed, type WalletTerm, walletOptions } from './option-trade-ideas.content.ts';

export default function WalletSubscribeIsland() {
  return (
    <SiteParts until="held">
      <WalletSubscribe />
    </SiteParts>
  );
}

/** The wallet provider's form: two options and a button. */
export function WalletSubscribe() {
  const text = useTexts();
  const go = useGo();
  const { notify } = useNotices();
  const { isSubscribed, user } = useSession();
  const { customerPortalUrl, gateways } = useConfig();
  const billing = useBilling();
  // A visitor's choice is in the URL while they sign in.
  const stored = termNamed(useQuery().get('term'));
  const [chosen, setTerm] = useState<WalletTerm | null>(null);
  const term = chosen ?? stored;
  const { enrolment } = billing;
  const { programs } = billing.programs;
  const hadTrial =
    hasPlan(user) || (programs.length > 0 && programs.every(({ trial_days }) => trial_days === 0));
  const error = enrolment.step === 'choosing' ? enrolment.error : null;
  const [isLoading, setLoading] = useState(false);
  const busy = isLoading || enrolment.step !== 'choosing';

  const subscribe = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setLoading(true);
    const loaded = await billing.loadPrograms();
    setLoading(false);
    const [program] = loaded.ok ? loaded.value : [];
    if (program === undefined) return notify({ level: 'error', text: text('billing.plansFailed') });
    billing.chooseProgram(program.id);
    billing.chooseTerm(term);
    billing.chooseGateway('paypal');
    const result = await billing.enroll();
    if (!result.ok) return;
    if (result.value === 'sign-in') go(signInPath(ideasPath(term), 'subscribe'));
    if (result.value === 'profile') go('/profile');
  };

  return (
    <section className="ideas-subscribe" id="subscribe" aria-labelledby="ideas-subscribe-title">
      <h2 id="ideas-subscribe-title">Subscribe with PayPal</h2>
      {isSubscribed ? (
        <p>
          {text('billing.alreadySubscribed')} <a href="/profile">{text('billing.goToProfile')}</a>
        </p>
      ) : !gateways.includes('paypal') ? (
        <p>{text('billing.noGateway')}</p>
      ) : (
        <form onSubmit={(event) => void subscribe(event)}>
          <RadioGroup
            label="Plan"
            choices={walletOptions(!hadTrial)}
            value={term}
            onValueChange={setTerm}
            disabled={busy}
          />
          {error === null ? null : (
            <p className="ideas-error" role="alert">
              {enrolmentErrorText(text, error)}
            </p>
          )}
          <Button type="submit" variant="primary" size="large" busy={busy}>
            Subscribe
          </Button>
        </form>
      )}
      <p className="ideas-note">
        Paying by card? <SafeLink href={customerPortalUrl}>Open the customer portal</SafeLink>
      </p>
    </section>
  );
}
