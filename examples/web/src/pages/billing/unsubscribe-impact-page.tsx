import { UnsubscribeImpact } from '@openbell/ui/billing';
import { useUnsubscribe } from './use-unsubscribe.ts';

/** /unsubscribe/{id}/impact */
export default function UnsubscribeImpactPage() {
  return (
    <div className="ob-page">
      <UnsubscribeImpact {...useUnsubscribe()} />
    </div>
  );
}
