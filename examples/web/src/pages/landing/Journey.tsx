import { journey } from './landing.content.ts';

/** Six months on one axis: weeks across, topics as bars; a list on phones. CSS positions the bars. */
export function Journey() {
  return (
    <section className="journey" aria-labelledby="journey-title">
      <div className="journey-head">
        <p className="site-eyebrow">Six months</p>
        <h2 id="journey-title">Week by week, from reading a candle to your own plan</h2>
      </div>
      <ol className="journey-rows">
        {journey.map((stage) => (
          <li key={stage.weeks} className="journey-row">
            <div className="journey-bar">
              <span className="journey-weeks">{stage.weeks}</span>
              <h3>{stage.title}</h3>
            </div>
            <p>{stage.text}</p>
          </li>
        ))}
      </ol>
      <div className="journey-axis" aria-hidden="true">
        <span>1</span>
        <span>7</span>
        <span>13</span>
        <span>17</span>
        <span>25</span>
      </div>
      <p className="journey-note">App access and one-on-one coaching run all the way through.</p>
    </section>
  );
}
