import { WelcomeStatus } from '@openbell/ui/billing';
import { textParts, useTexts } from '@openbell/ui/primitives';
import { useCallback } from 'react';
import { Link, useNavigate } from 'react-router';
import { RouterLink } from '../account/router-link.tsx';
import { bestPractices, communityLinks, textAlerts } from './welcome.content.ts';

/** /welcome: where the wallet comes back to, and how text alerts are ordered (product.md 1). */
export default function WelcomePage() {
  const text = useTexts();
  const go = useNavigate();
  const navigate = useCallback((path: string) => void go(path), [go]);
  return (
    <div className="welcome">
      <header className="welcome-head">
        <p className="site-eyebrow">{text('billing.welcomeEyebrow')}</p>
        <h1>{text('billing.welcomeTitle')}</h1>
        <p>{text('billing.welcomeLead')}</p>
        <WelcomeStatus navigate={navigate} link={RouterLink} />
      </header>

      <ol className="welcome-steps">
        <li>
          <h2>
            {textParts(text('billing.welcomeText'), {
              keyword: <strong>{textAlerts.keyword}</strong>,
              number: (
                <a className="ob-link" href={textAlerts.href}>
                  {textAlerts.number}
                </a>
              ),
            })}
          </h2>
          <p>{text('billing.welcomeTextHint')}</p>
        </li>
        <li>
          <h2>{text('billing.welcomeReply')}</h2>
          <p>{text('billing.welcomeReplyHint')}</p>
        </li>
      </ol>

      <section className="welcome-guide" id="best-practices" aria-labelledby="best-practices-title">
        <h2 id="best-practices-title">{text('billing.welcomeBestPractices')}</h2>
        <ul>
          {bestPractices.map((practice) => (
            <li key={practice.title}>
              <h3>{practice.title}</h3>
              <p>{practice.text}</p>
            </li>
          ))}
        </ul>
      </section>

      <nav className="welcome-links" aria-label={text('billing.welcomeMore')}>
        <div>
          <h2>{text('billing.welcomeCommunity')}</h2>
          {communityLinks.map(({ href, label }) => (
            <Link key={href} className="ob-link" to={href}>
              {label}
            </Link>
          ))}
        </div>
        <div>
          <h2>{text('billing.welcomeMore')}</h2>
          <Link className="ob-link" to="#best-practices">
            {text('billing.welcomeBestPractices')}
          </Link>
          <Link className="ob-link" to="/terms">
            {text('billing.welcomeTerms')}
          </Link>
          <Link className="ob-link" to="/privacy-policy">
            {text('billing.welcomePrivacy')}
          </Link>
        </div>
      </nav>
    </div>
  );
}
