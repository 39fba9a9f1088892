import { exchanges } from './landing.content.ts';

/** The strip below the hero: the exchanges whose trades the tape shows. */
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
