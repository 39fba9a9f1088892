import { useTexts } from '@openbell/ui/primitives';

/** The page for any unknown path. */
export default function NotFoundPage() {
  const text = useTexts();
  return (
    <section className="site-alone">
      <svg className="site-alone-drawing" viewBox="0 0 320 120" aria-hidden="true" focusable="false">
        <path className="tone-line" d="M8 100h304M8 60h304M8 20h304" />
        <path className="tone-ink" d="M8 84l34-12 28 8 34-34 26 12 30-28" />
        <path className="tone-accent" d="M160 30c18 0 26 8 34 22" />
        <circle className="tone-accent-fill" cx="196" cy="56" r="4" />
      </svg>
      <h1>{text('shell.notFound')}</h1>
      <p>{text('shell.notFoundHint')}</p>
      <a className="ob-button" data-variant="primary" data-size="medium" href="/">
        {text('shell.goBackHome')}
      </a>
    </section>
  );
}
