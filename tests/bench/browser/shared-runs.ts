/** The figures of one run by name. */
export type RunFigures = Readonly<Record<string, number>>;

/** Warm-up runs of a contender: one before the rounds, and one round that is not counted. */
const warmUps = 2;

/**
 * Shares runs that return several figures. The bench of the first requested figure runs them; the benches of the other
 * figures read the same runs.
 */
export function sharedRuns(run: () => Promise<RunFigures>): (figure: string) => () => Promise<number> {
  const runs: RunFigures[] = [];
  let owner: string | null = null;
  return (figure) => {
    let turn = 0;
    return async () => {
      owner ??= figure;
      if (owner === figure) runs.push(await run());
      const measured = runs.length > warmUps ? runs.slice(warmUps) : runs;
      const value = (owner === figure ? runs.at(-1) : measured[turn % measured.length])?.[figure];
      turn += 1;
      if (value === undefined) throw new Error(`The runs have no figure ${figure}`);
      return value;
    };
  };
}
