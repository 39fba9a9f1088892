import { useTexts } from '@openbell/ui/primitives';
import { Link } from 'react-router';

/** A page of the product that this edition has not built: it names the feature, and pretends nothing. */
export function NotHereYetPage({ feature }: { feature: string }) {
  const text = useTexts();
  return (
    <section className="site-alone" data-status="not-here-yet">
      <svg className="site-alone-drawing" viewBox="0 0 320 120" aria-hidden="true" focusable="false">
        <path className="tone-line" d="M8 100h304" />
        <path className="tone-line" data-dashed="" d="M40 100V34h72v66M136 100V56h72v44M232 100V20h56v80" />
        <path className="tone-ink" d="M40 100V70h72v30" />
        <path className="tone-accent" d="M62 22h28M76 8v28" />
      </svg>
      <p className="site-eyebrow">{text('shell.notHereYet')}</p>
      <h1>{feature}</h1>
      <p>{text('shell.notHereYetHint')}</p>
      <Link className="ob-button" data-variant="secondary" data-size="medium" to="/">
        {text('shell.goBackHome')}
      </Link>
    </section>
  );
}
