import { afterSixMonths } from './landing.content.ts';

/** 'After 6 months': the skills of a graduate. */
export function AfterSixMonths() {
  return (
    <section className="after" aria-labelledby="after-title">
      <div className="after-head">
        <p className="site-eyebrow">After 6 months</p>
        <h2 id="after-title">You sit down at 9:30 and know what you are waiting for</h2>
        <p>No promise of profit: nobody can make that. A promise of method.</p>
      </div>
      <ol className="after-list">
        {afterSixMonths.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
