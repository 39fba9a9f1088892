import { Island } from '../../site/islands/Island.tsx';
import { sampleFlow, sampleIdea, sideWords } from './option-trade-ideas.content.ts';
import '@openbell/ui/styles/billing.css';
import '../../styles/ideas.css';

/** A scroll container must be focusable, or the keyboard cannot scroll it. */
const scrolledByKeys = { tabIndex: 0 } as const;

/** /old: the static marketing page 'Option Trade Ideas'. */
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
      <section aria-labelledby="ideas-sample-title">
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
      <section aria-labelledby="ideas-flow-title">
        <h2 id="ideas-flow-title">The order flow behind it</h2>
        <section className="ideas-table" aria-label="Order flow, a sample" {...scrolledByKeys}>
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
                  <td data-side={row.side}>{sideWords[row.side]}</td>
                  <td>{row.size}</td>
                  <td>{row.premium}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </section>
      <Island name="subscribe" />
    </div>
  );
}
