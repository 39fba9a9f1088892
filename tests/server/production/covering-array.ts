/** Returns rows with a state of each factor, so that every pair of states of two factors is in at least one row. */
export function coverPairs<Factor extends string>(
  states: Readonly<Record<Factor, readonly string[]>>,
): Record<Factor, string>[] {
  const factors = Object.keys(states) as Factor[];
  const missing = new Set(pairsOf(states));
  const rows: Record<Factor, string>[] = [];
  for (const first of missing) {
    // The first missing pair, then for each other factor the state with the most missing pairs.
    const [a = '', b = ''] = first.split(' ');
    const row = Object.fromEntries([a.split('='), b.split('=')]) as Record<Factor, string>;
    for (const factor of factors) {
      if (factor in row) continue;
      const gain = (state: string) =>
        pairsIn(factors, { ...row, [factor]: state }).filter((pair) => missing.has(pair)).length;
      const [best = ''] = states[factor].toSorted((x, y) => gain(y) - gain(x));
      row[factor] = best;
    }
    for (const pair of pairsIn(factors, row)) missing.delete(pair);
    rows.push(row);
  }
  return rows;
}

/** Every pair of states of two factors, such as `cards=real news=off`. */
export function pairsOf<Factor extends string>(
  states: Readonly<Record<Factor, readonly string[]>>,
): string[] {
  const factors = Object.keys(states) as Factor[];
  return factors.flatMap((a, index) =>
    factors
      .slice(index + 1)
      .flatMap((b) => states[a].flatMap((one) => states[b].map((two) => `${a}=${one} ${b}=${two}`))),
  );
}

/** The pairs of a row. Factors without a state are left out. */
export function pairsIn<Factor extends string>(
  factors: readonly Factor[],
  row: Readonly<Partial<Record<Factor, string>>>,
): string[] {
  const chosen = factors.filter((factor) => factor in row);
  return chosen.flatMap((a, index) => chosen.slice(index + 1).map((b) => `${a}=${row[a]} ${b}=${row[b]}`));
}
