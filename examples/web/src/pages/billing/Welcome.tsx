import { WelcomeStatus } from '@openbell/ui/billing';
import { SiteParts } from '../../site/islands/SiteParts.tsx';
import { useGo, useQuery } from '../../site/routing/site-navigation.tsx';

/** The subscription's state, on the page to which the wallet returns. */
export default function Welcome() {
  // The wallet's return URL names the gateway.
  const returnsFromWallet = useQuery().has('gateway');
  return (
    <SiteParts>
      <WelcomeStatus navigate={useGo()} returnsFromWallet={returnsFromWallet} />
    </SiteParts>
  );
}
