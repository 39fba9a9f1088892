import { hasPlan } from '@openbell/core/entitlement';
import { useBilling, useSession } from '@openbell/react-hooks';
import { PricingCard } from '@openbell/ui/billing';
import { useEffect, useState } from 'react';
import { SiteParts } from '../../site/islands/SiteParts.tsx';
import { useGo, useQuery } from '../../site/routing/site-navigation.tsx';

export default function PricingIsland() {
  return (
    <SiteParts until="held">
      <Pricing />
    </SiteParts>
  );
}

/** #pricing. Members who have had a free trial are not offered another one. */
function Pricing() {
  const go = useGo();
  const { user } = useSession();
  const { programs } = useBilling().programs;
  const paymentCancelled = usePaymentCancelled();
  const hadTrial =
    hasPlan(user) || (programs.length > 0 && programs.every(({ trial_days }) => trial_days === 0));
  return (
    <section className="pricing" id="pricing" aria-labelledby="pricing-title">
      <div className="pricing-words">
        <p className="site-eyebrow">Pricing</p>
        {hadTrial ? <WordsForReturning /> : <WordsForNewcomers />}
      </div>
      <PricingCard navigate={go} termsHref="/terms" paymentCancelled={paymentCancelled} />
    </section>
  );
}

/** Whether the user left the wallet's page without approving; read once from the URL. Only changes text. */
function usePaymentCancelled(): boolean {
  const isReported = useQuery().get('payment') === 'cancelled';
  const [cancelled, setCancelled] = useState(false);
  if (isReported && !cancelled) setCancelled(true);
  useEffect(() => {
    if (isReported) window.history.replaceState(null, '', '/#pricing');
  }, [isReported]);
  return cancelled;
}

function WordsForNewcomers() {
  return (
    <>
      <h2 id="pricing-title">Seven days free. Then monthly or yearly.</h2>
      <ol className="pricing-steps">
        <li>
          <strong>Today</strong> you pay nothing and everything is open.
        </li>
        <li>
          <strong>On day 7</strong> the plan begins, at the price that the card shows.
        </li>
        <li>
          <strong>Any time</strong> you cancel, from your profile.
        </li>
      </ol>
    </>
  );
}

function WordsForReturning() {
  return (
    <>
      <h2 id="pricing-title">Good to see you again. Monthly or yearly.</h2>
      <ol className="pricing-steps">
        <li>
          <strong>Today</strong> the plan begins, at the price that the card shows, and everything is open.
        </li>
        <li>
          <strong>Any time</strong> you cancel, from your profile.
        </li>
      </ol>
    </>
  );
}
