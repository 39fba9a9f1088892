/** #about: the teachers, and the figure that shows why education matters. */
export function About() {
  return (
    <section className="about" id="about" aria-labelledby="about-title">
      <div className="about-words">
        <p className="site-eyebrow">About</p>
        <h2 id="about-title">70% of traders fail to make money. It is rarely the market’s fault.</h2>
        <p>
          Our mentors have spent many years in American options markets, and their craft is the scalp: small,
          quick, decided beforehand. They teach what they use: setups, the relative strength index, the
          step-pattern breakout, sequencing and momentum.
        </p>
        <p>
          You learn to say, before a trade, what it costs when you are wrong. The rest is practice, in
          company.
        </p>
      </div>
      <Payoff />
    </section>
  );
}

/** The profit and loss of a long call at expiration, the first picture of the first lesson. */
function Payoff() {
  return (
    <figure className="payoff">
      <svg viewBox="0 0 420 300" role="img" aria-labelledby="payoff-title" focusable="false">
        <title id="payoff-title">Payoff of a long call at expiration</title>
        <path className="tone-line" d="M40 20v236M40 196h360" />
        <path className="payoff-loss" d="M40 196h160l50 0-50 44H40z" />
        <path className="payoff-win" d="M250 196h150V64z" />
        <path className="payoff-curve" d="M40 240h160L400 64" />
        <path className="tone-line" data-dashed="" d="M200 240v28M250 196v72" />
        <circle className="tone-accent-fill" cx="250" cy="196" r="5" />
        <text x="200" y="286" textAnchor="middle">
          Strike
        </text>
        <text x="262" y="286">
          Break-even
        </text>
        <text x="52" y="228" data-tone="loss">
          ▼ Capped loss
        </text>
        <text x="388" y="182" textAnchor="end" data-tone="win">
          ▲ Profit
        </text>
      </svg>
      <figcaption>A long call at expiration: loss is capped at what you paid.</figcaption>
    </figure>
  );
}
