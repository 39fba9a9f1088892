import { useTexts } from '@openbell/ui/primitives';
import { Island } from '../../site/islands/Island.tsx';
import '@openbell/ui/styles/content.css';
import '../../styles/alert.css';

/** /alerts?code=…: one alert, for anyone with its code. */
export default function AlertPage() {
  const text = useTexts();
  return (
    <section className="alert-page">
      <h1>{text('content.alertTitle')}</h1>
      <Island name="alert" />
    </section>
  );
}
