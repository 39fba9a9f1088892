import { WelcomeStatus } from '@openbell/ui/billing';
import { useGo } from '../../site/place.tsx';
import { SiteParts } from '../../site/SiteParts.tsx';

/** The subscription's state, on the page to which the wallet returns. */
export default function Welcome() {
  return (
    <SiteParts>
      <WelcomeStatus navigate={useGo()} />
    </SiteParts>
  );
}
