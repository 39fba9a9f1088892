import { Badge } from '@openbell/ui/primitives';
import { features } from './landing.content.ts';

/** The five features of a membership, set like a price list. */
export function Offer() {
  return (
    <section className="offer" aria-labelledby="offer-title">
      <div className="offer-words">
        <h2 id="offer-title">What your membership holds</h2>
        <p>
          Option trade ideas, alerts by SMS and push, private chat and coaching; and, behind them, everything
          to understand them by.
        </p>
      </div>
      <ul className="offer-list">
        {features.map((feature) => (
          <li key={feature.title} className="offer-item">
            <p className="offer-figure">
              <span>{feature.figure}</span>
              {feature.unit === '' ? null : <small>{` ${feature.unit}`}</small>}
            </p>
            <div>
              <h3>
                <span>{feature.title}</span>{' '}
                {'soon' in feature ? <Badge tone="accent">Coming soon</Badge> : null}
              </h3>
              <p>{feature.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
