import { ArrowRight } from 'lucide-react';
import { transformation } from './landing.content.ts';

/** Four lines that compare before and after. */
export function Transformation() {
  return (
    <section className="transformation" aria-labelledby="transformation-title">
      <h2 id="transformation-title">What changes is how you decide</h2>
      <ul className="transformation-rows">
        {transformation.map(({ from, to }) => (
          <li key={to}>
            <span className="transformation-from">{from}</span>
            <ArrowRight className="transformation-arrow" aria-label="becomes" role="img" size={20} />
            <span className="transformation-to">{to}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
