import { exchanges } from './landing.content.ts';

/** The strip under the hero: where the prints on the tape come from. */
export function Exchanges() {
  return (
    <section className="exchanges" aria-labelledby="exchanges-title">
      <h2 id="exchanges-title">Prints from the exchanges that you trade on</h2>
      <ul>
        {exchanges.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  );
}
