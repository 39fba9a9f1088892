import { textParts, useTexts } from '@openbell/ui/primitives';
import { Island } from '../../site/islands/Island.tsx';
import { bestPractices, communityLinks, textAlerts } from './welcome.content.ts';
import '@openbell/ui/styles/billing.css';
import '../../styles/welcome.css';

/** /welcome: the page to which the wallet returns, with instructions for text alerts. */
export default function WelcomePage() {
  const text = useTexts();
  return (
    <div className="welcome">
      <header className="welcome-head">
        <p className="site-eyebrow">{text('billing.welcomeEyebrow')}</p>
        <h1>{text('billing.welcomeTitle')}</h1>
        <p>{text('billing.welcomeLead')}</p>
        <Island name="welcome" />
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
            <a key={href} className="ob-link" href={href}>
              {label}
            </a>
          ))}
        </div>
        <div>
          <h2>{text('billing.welcomeMore')}</h2>
          <a className="ob-link" href="#best-practices">
            {text('billing.welcomeBestPractices')}
          </a>
          <a className="ob-link" href="/terms">
            {text('billing.welcomeTerms')}
          </a>
          <a className="ob-link" href="/privacy-policy">
            {text('billing.welcomePrivacy')}
          </a>
        </div>
      </nav>
    </div>
  );
}
