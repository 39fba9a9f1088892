import { useAlertView } from '@openbell/react-hooks';
import { AlertPanel } from '@openbell/ui/content';
import { useTexts } from '@openbell/ui/primitives';
import { useSearchParams } from 'react-router';

/** /alerts?code=…: one alert, for whoever holds its code (product.md 2, Alert view page). */
export default function AlertPage() {
  const text = useTexts();
  const [params] = useSearchParams();
  const { state, reload } = useAlertView(params.get('code'));
  return (
    <section className="alert-page">
      <h1>{text('content.alertTitle')}</h1>
      <AlertPanel state={state} onRetry={reload} />
    </section>
  );
}
