import { UnsubscribeConfirm } from '@openbell/ui/billing';
import { useUnsubscribe } from './use-unsubscribe.ts';

/** /unsubscribe/{id}/confirm */
export default function UnsubscribeConfirmPage() {
  return (
    <div className="ob-page">
      <UnsubscribeConfirm {...useUnsubscribe()} />
    </div>
  );
}
