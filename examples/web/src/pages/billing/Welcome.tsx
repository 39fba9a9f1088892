import { WelcomeStatus } from '@openbell/ui/billing';
import { useGo } from '../../site/place.tsx';
import { SiteParts } from '../../site/SiteParts.tsx';

/** How the subscription stands, on the page to which the wallet comes back. */
export default function Welcome() {
  return (
    <SiteParts>
      <WelcomeStatus navigate={useGo()} />
    </SiteParts>
  );
}
