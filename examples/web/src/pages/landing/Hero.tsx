import { SafeLink } from '@openbell/ui/primitives';
import { Island } from '../../site/islands/Island.tsx';
import { ADVISOR_URL, figures } from './landing.content.ts';

/** #home: headline, figures, two actions and a live tape. */
export function Hero() {
  return (
    <section className="hero" id="home" aria-labelledby="hero-title">
      <div>
        <h1 id="hero-title" className="hero-title">
          Be ready before <em>the opening bell.</em>
        </h1>
        <p className="hero-text">
          A six-month mentorship in American options: live sessions, trade ideas with entry, stop and target,
          and a room of traders who show their reasons.
        </p>
        <div className="hero-actions">
          <a className="ob-button" data-variant="primary" data-size="large" href="/#pricing">
            Start 7 days free
          </a>
          <SafeLink className="ob-button" data-variant="secondary" data-size="large" href={ADVISOR_URL}>
            Ask on WhatsApp
          </SafeLink>
        </div>
        <dl className="hero-figures">
          {figures.map((figure) => (
            <div key={figure.label}>
              <dt>{figure.label}</dt>
              <dd>{figure.value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Island name="tape" />
    </section>
  );
}
