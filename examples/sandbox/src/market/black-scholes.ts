/** Terms of a European option. Times in years, rates and volatility as fractions. */
export interface OptionTerms {
  readonly spot: number;
  readonly strike: number;
  readonly years: number;
  readonly volatility: number;
  readonly rate: number;
  readonly dividendYield: number;
  readonly call: boolean;
}

/** The standard normal distribution function, good to about 1e-15 (Hart's rational approximation, as given by West). */
export function normalCdf(x: number): number {
  const distance = Math.abs(x);
  if (distance > 37) return x > 0 ? 1 : 0;
  const density = Math.exp((-distance * distance) / 2);
  let tail: number;
  if (distance < 7.07106781186547) {
    let above = 0.0352624965998911 * distance + 0.700383064443688;
    above = above * distance + 6.37396220353165;
    above = above * distance + 33.912866078383;
    above = above * distance + 112.079291497871;
    above = above * distance + 221.213596169931;
    above = above * distance + 220.206867912376;
    let below = 0.0883883476483184 * distance + 1.75566716318264;
    below = below * distance + 16.064177579207;
    below = below * distance + 86.7807322029461;
    below = below * distance + 296.564248779674;
    below = below * distance + 637.333633378831;
    below = below * distance + 793.826512519948;
    below = below * distance + 440.413735824752;
    tail = (density * above) / below;
  } else {
    let fraction = distance + 0.65;
    fraction = distance + 4 / fraction;
    fraction = distance + 3 / fraction;
    fraction = distance + 2 / fraction;
    fraction = distance + 1 / fraction;
    tail = density / fraction / 2.506628274631;
  }
  return x > 0 ? 1 - tail : tail;
}

/** The Black-Scholes value and delta. Expired or without volatility: the discounted intrinsic value. */
export function blackScholes(terms: OptionTerms): { price: number; delta: number } {
  const { spot, strike, years, volatility, rate, dividendYield, call } = terms;
  const forwardSpot = spot * Math.exp(-dividendYield * years);
  const discountedStrike = strike * Math.exp(-rate * years);
  const deviation = volatility * Math.sqrt(years);
  if (!(deviation > 0)) {
    const inside = call ? forwardSpot - discountedStrike : discountedStrike - forwardSpot;
    if (inside <= 0) return { price: 0, delta: 0 };
    const delta = forwardSpot / spot;
    return { price: inside, delta: call ? delta : -delta };
  }
  const d1 = Math.log(forwardSpot / discountedStrike) / deviation + deviation / 2;
  const d2 = d1 - deviation;
  const carry = forwardSpot / spot;
  if (call) {
    const nd1 = normalCdf(d1);
    return { price: Math.max(0, forwardSpot * nd1 - discountedStrike * normalCdf(d2)), delta: carry * nd1 };
  }
  const nd1 = normalCdf(-d1);
  return { price: Math.max(0, discountedStrike * normalCdf(-d2) - forwardSpot * nd1), delta: -carry * nd1 };
}
