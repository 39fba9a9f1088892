import { UnsubscribeDetails } from '@openbell/ui/billing';
import { useUnsubscribe } from './use-unsubscribe.ts';

/** /unsubscribe/{id} */
export default function UnsubscribeDetailsPage() {
  return (
    <div className="ob-page">
      <UnsubscribeDetails {...useUnsubscribe()} />
    </div>
  );
}
