import { useBilling, useSession } from '@openbell/react-hooks';
import { Button, RadioGroup, SafeLink, useNotices, useTexts } from '@openbell/ui/primitives';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useConfig } from '../../site/config-context.tsx';
import { sampleFlow, sampleIdea, walletOptions } from './option-trade-ideas.content.ts';

/** /old: the static marketing page 'Option Trade Ideas' (product.md 2). */
export default function OptionTradeIdeasPage() {
  return (
    <div className="ideas">
      <header className="ideas-head">
        <h1>Option Trade Ideas</h1>
        <p>
          Two SMS alerts a day: one at market open, one before the close. Each says where to enter, where to
          stop, and where to take the profit.
        </p>
      </header>
      <section className="ideas-sample" aria-labelledby="ideas-sample-title">
        <h2 id="ideas-sample-title">What an alert looks like</h2>
        <div className="ideas-messages">
          {sampleIdea.map(({ at, lines }) => (
            <figure key={at} className="ideas-message">
              <figcaption>{at}</figcaption>
              <p>{lines.title}</p>
              <dl>
                <div>
                  <dt>Entry</dt>
                  <dd>{lines.entry}</dd>
                </div>
                <div>
                  <dt>Stop loss</dt>
                  <dd>{lines.stop}</dd>
                </div>
                <div>
                  <dt>Target</dt>
                  <dd>{lines.target}</dd>
                </div>
              </dl>
            </figure>
          ))}
        </div>
        <p className="ideas-note">Samples, made up to show the form. Not advice.</p>
      </section>
      <section className="ideas-flow" aria-labelledby="ideas-flow-title">
        <h2 id="ideas-flow-title">The order flow behind it</h2>
        <div className="ideas-table">
          <table>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Contract</th>
                <th scope="col">Side</th>
                <th scope="col">Size</th>
                <th scope="col">Premium</th>
              </tr>
            </thead>
            <tbody>
              {sampleFlow.map((row) => (
                <tr key={row.time}>
                  <td>{row.time}</td>
                  <td>{row.contract}</td>
                  <td>{row.side}</td>
                  <td>{row.size}</td>
                  <td>{row.premium}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <Subscribe />
    </div>
  );
}

/** The wallet provider's form: two options, one button. */
function Subscribe() {
  const text = useTexts();
  const navigate = useNavigate();
  const { notify } = useNotices();
  const { isSubscribed } = useSession();
  const { customerPortalUrl } = useConfig();
  const billing = useBilling();
  const [term, setTerm] = useState<1 | 2>(1);
  const { enrolment } = billing;
  const error = enrolment.step === 'choosing' ? enrolment.error : null;
  const busy = enrolment.step !== 'choosing';

  const subscribe = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const programs = await billing.loadPrograms();
    const [program] = programs.ok ? programs.value : [];
    if (program === undefined) return notify({ level: 'error', text: text('billing.plansFailed') });
    billing.chooseProgram(program.id);
    billing.chooseTerm(term);
    billing.chooseGateway('paypal');
    const result = await billing.enroll();
    if (!result.ok) return;
    if (result.value === 'sign-in') await navigate('/signin?redirect=/old');
    if (result.value === 'profile') await navigate('/profile');
  };

  return (
    <section className="ideas-subscribe" aria-labelledby="ideas-subscribe-title">
      <h2 id="ideas-subscribe-title">Subscribe with PayPal</h2>
      {isSubscribed ? (
        <p>
          {text('billing.alreadySubscribed')} <Link to="/profile">{text('billing.goToProfile')}</Link>
        </p>
      ) : (
        <form onSubmit={(event) => void subscribe(event)}>
          <RadioGroup
            label="Plan"
            choices={walletOptions}
            value={term}
            onValueChange={setTerm}
            disabled={busy}
          />
          {error === null ? null : (
            <p className="ideas-error" role="alert">
              {error.message === '' ? text('billing.enrollmentFailed') : error.message}
            </p>
          )}
          <Button type="submit" variant="primary" size="large" busy={busy} disabled={busy}>
            Subscribe
          </Button>
        </form>
      )}
      <p className="ideas-note">
        Paying by card? <SafeLink href={customerPortalUrl}>Open the customer portal</SafeLink>
      </p>
    </section>
  );
}
