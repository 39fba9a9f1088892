import { ArrowRight } from 'lucide-react';
import { transformation } from './landing.content.ts';

/** From habit to craft: four lines, each read across. */
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
